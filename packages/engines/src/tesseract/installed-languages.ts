/** Which languages and scripts the Tesseract of this machine reads. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { tesseractProgram } from './run-tesseract.ts'

/** It answers at once; only a machine that is busy with starting takes long. */
const answerTimeoutMs = 90_000

let known: Promise<ReadonlySet<string>> | undefined

/** Asked once: packs are installed before a worker starts. */
export function installedLanguages(): Promise<ReadonlySet<string>> {
  known ??= listLanguages()
  return known
}

async function listLanguages(): Promise<ReadonlySet<string>> {
  try {
    const { stdout } = await promisify(execFile)(tesseractProgram, ['--list-langs'], {
      timeout: answerTimeoutMs,
    })
    return new Set(
      stdout
        .split('\n')
        .slice(1)
        .map(line => line.trim())
        .filter(line => line !== ''),
    )
  } catch (error) {
    known = undefined
    throw new Error('The program tesseract is missing; install the package "tesseract-ocr-all".', {
      cause: error,
    })
  }
}
