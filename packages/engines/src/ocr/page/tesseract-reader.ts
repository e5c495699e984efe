/** What reading a page needs of the machine: Tesseract in its jail, and somebody who tells languages. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sandbox } from '../../process/sandbox.ts'
import { detectOrientation, type Orientation } from '../../tesseract/detect-orientation.ts'
import type { RecognisedWord } from '../../tesseract/parse-words.ts'
import { readWords, type Segmentation } from '../../tesseract/read-words.ts'
import type { IdentifiedLanguage } from '../languages/identify-languages.ts'

export interface TesseractReader {
  readonly installed: ReadonlySet<string>
  read(imagePath: string, how: ReadingWish): Promise<RecognisedWord[]>
  orient(imagePath: string, dpi: number): Promise<Orientation | undefined>
  identify(texts: readonly string[]): Promise<readonly (readonly IdentifiedLanguage[])[]>
}

export interface ReadingWish {
  readonly languages: readonly string[]
  readonly dpi: number
  readonly segmentation?: Segmentation
  /** Only to find something out, as quickly as possible. */
  readonly isLook?: boolean
}

interface TesseractReaderSettings {
  readonly sandbox: Sandbox
  /** For results that stand there for a moment. */
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
    read: (imagePath, how) =>
      inFolder(outFolder =>
        readWords(sandbox, { imagePath, outFolder, timeoutMs, memoryBytes, signal, ...how }),
      ),
    orient: (imagePath, dpi) =>
      inFolder(outFolder =>
        detectOrientation(sandbox, { imagePath, outFolder, timeoutMs, memoryBytes, signal, dpi }),
      ),
  }
}
