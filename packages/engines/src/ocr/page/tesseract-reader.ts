/** Runs Tesseract in the sandbox for one page, each run with its own output folder. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sandbox } from '../../process/sandbox.ts'
import { detectOrientation, type Orientation } from '../../tesseract/detect-orientation.ts'
import type { TesseractWord } from '../../tesseract/parse-words.ts'
import { recognizeWords, type Segmentation } from '../../tesseract/recognize-words.ts'
import type { IdentifiedLanguage } from '../languages/identify-languages.ts'

export interface TesseractReader {
  readonly installed: ReadonlySet<string>
  read(imagePath: string, options: ReadOptions): Promise<TesseractWord[]>
  orient(imagePath: string, dpi: number): Promise<Orientation | undefined>
  identify(texts: readonly string[]): Promise<readonly (readonly IdentifiedLanguage[])[]>
}

export interface ReadOptions {
  readonly languages: readonly string[]
  readonly dpi: number
  readonly segmentation?: Segmentation
  /** Trial pass: trades accuracy for speed. */
  readonly isTrial?: boolean
}

interface TesseractReaderSettings {
  readonly sandbox: Sandbox
  /** For temporary Tesseract output. */
  readonly folder: string
  readonly installed: ReadonlySet<string>
  readonly timeoutMs: number
  readonly memoryBytes: number
  readonly signal: AbortSignal
  readonly identify: TesseractReader['identify']
}

export function createTesseractReader(settings: TesseractReaderSettings): TesseractReader {
  const { sandbox, folder, installed, identify, timeoutMs, memoryBytes, signal } = settings
  let runs = 0

  async function inFolder<Result>(work: (outFolder: string) => Promise<Result>): Promise<Result> {
    runs += 1
    const outFolder = join(folder, `run-${runs}`)
    await mkdir(outFolder)
    try {
      return await work(outFolder)
    } finally {
      await rm(outFolder, { recursive: true, force: true })
    }
  }

  return {
    installed,
    identify,
    read: (imagePath, options) =>
      inFolder(outFolder =>
        recognizeWords(sandbox, { imagePath, outFolder, timeoutMs, memoryBytes, signal, ...options }),
      ),
    orient: (imagePath, dpi) =>
      inFolder(outFolder =>
        detectOrientation(sandbox, { imagePath, outFolder, timeoutMs, memoryBytes, signal, dpi }),
      ),
  }
}
