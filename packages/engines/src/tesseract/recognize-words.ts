/** Recognizes the words of an image with Tesseract in the sandbox, with positions and confidence. */

import { readReport } from '../process/read-report.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { parseWords, type TesseractWord } from './parse-words.ts'
import { runTesseract, type TesseractRun } from './run-tesseract.ts'

export interface RecognizeWordsOptions extends TesseractRun {
  /** Tesseract language packs: eng, deu. */
  readonly languages: readonly string[]
  /** Pixels per inch: Tesseract uses it to distinguish letters from specks. */
  readonly dpi: number
  readonly segmentation?: Segmentation
  /** Trial pass: does not retry low-confidence text as inverted (white on black). */
  readonly isTrial?: boolean
}

/** Tesseract's page segmentation: automatic, a single block, or sparse text. */
export type Segmentation = 'page' | 'block' | 'scattered'

const modes: Readonly<Record<Segmentation, string>> = { page: '3', block: '6', scattered: '11' }

export async function recognizeWords(
  sandbox: Sandbox,
  options: RecognizeWordsOptions,
): Promise<TesseractWord[]> {
  const { languages, dpi, segmentation = 'page', isTrial = false } = options
  const result = await runTesseract(sandbox, options, [
    ...['--psm', modes[segmentation], '--dpi', String(Math.round(dpi)), '-l', languages.join('+')],
    ...(isTrial ? ['-c', 'tessedit_do_invert=0'] : []),
    ...['tsv', 'txt'],
  ])
  const [table, text] = await Promise.all([readReport(`${result}.tsv`), readReport(`${result}.txt`)])
  return parseWords(table, text)
}
