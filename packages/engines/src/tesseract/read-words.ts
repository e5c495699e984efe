/** Reads the words of a picture with Tesseract, in the sandbox: each with its place and how sure it is. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import { runProcess } from '../process/run-process.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { parseWords, type RecognisedWord } from './parse-words.ts'

export const tesseractProgram = '/usr/bin/tesseract'

export interface Reading {
  readonly picturePath: string
  /** Where its result may stand for a moment; nothing else of it is seen. */
  readonly outFolder: string
  /** As Tesseract calls them: eng, deu. */
  readonly languages: readonly string[]
  readonly timeoutMs: number
  readonly memoryBytes: number
  readonly signal: AbortSignal
}

export async function readWords(sandbox: Sandbox, reading: Reading): Promise<RecognisedWord[]> {
  await runProcess(sandbox, {
    program: tesseractProgram,
    tool: 'Text recognition',
    input: reading.picturePath,
    outFolder: reading.outFolder,
    // Segmentation 3 finds columns by itself, but only on an upright page.
    args: ({ input, outFolder }) => [
      input,
      join(outFolder, 'words'),
      ...['--psm', '3', '--dpi', '300', '-l', reading.languages.join('+'), 'tsv'],
    ],
    timeoutMs: reading.timeoutMs,
    limits: { memoryBytes: reading.memoryBytes },
    signal: reading.signal,
    failure: exit => new AppError('file-damaged', { format: 'image' }, { cause: exit.stderr }),
  })
  return parseWords(await readFile(join(reading.outFolder, 'words.tsv'), 'utf8'))
}
