/** Lists the languages and scripts that the installed Tesseract supports. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { tesseractProgram } from './run-tesseract.ts'

/** Generous: it responds at once except on a machine busy with startup. */
const listTimeoutMs = 90_000

let cached: Promise<ReadonlySet<string>> | undefined

/** Cached: packs are installed before a worker starts. */
export function installedLanguages(): Promise<ReadonlySet<string>> {
  cached ??= listLanguages()
  return cached
}

async function listLanguages(): Promise<ReadonlySet<string>> {
  try {
    const { stdout } = await promisify(execFile)(tesseractProgram, ['--list-langs'], {
      timeout: listTimeoutMs,
    })
    return new Set(
      stdout
        .split('\n')
        .slice(1)
        .map(line => line.trim())
        .filter(line => line !== ''),
    )
  } catch (error) {
    cached = undefined
    throw new Error('The program tesseract is missing; install the package "tesseract-ocr-all".', {
      cause: error,
    })
  }
}
