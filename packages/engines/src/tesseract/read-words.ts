/** Reads the words of a picture with Tesseract, in the sandbox: each with its place and how sure it is. */
import { readFile } from 'node:fs/promises'
import type { Sandbox } from '../process/sandbox.ts'
import { parseWords, type RecognisedWord } from './parse-words.ts'
import { runTesseract, type TesseractRun } from './run-tesseract.ts'

export interface Reading extends TesseractRun {
  /** As Tesseract calls them: eng, deu. */
  readonly languages: readonly string[]
  /** Pixels an inch: what Tesseract takes for a letter or for dust depends on it. */
  readonly dpi: number
  readonly segmentation?: Segmentation
  /** To find something out: what is read badly is not read again as white on black. */
  readonly isLook?: boolean
}

/** How Tesseract looks for text: by itself, or taking the picture for one block or for scattered words. */
export type Segmentation = 'page' | 'block' | 'scattered'

const modes: Readonly<Record<Segmentation, string>> = { page: '3', block: '6', scattered: '11' }

export async function readWords(sandbox: Sandbox, reading: Reading): Promise<RecognisedWord[]> {
  const { languages, dpi, segmentation = 'page', isLook = false } = reading
  const result = await runTesseract(sandbox, reading, [
    ...['--psm', modes[segmentation], '--dpi', String(Math.round(dpi)), '-l', languages.join('+')],
    ...(isLook ? ['-c', 'tessedit_do_invert=0'] : []),
    ...['tsv', 'txt'],
  ])
  const [table, text] = await Promise.all(
    ['tsv', 'txt'].map(ending => readFile(`${result}.${ending}`, 'utf8')),
  )
  return parseWords(table ?? '', text)
}
