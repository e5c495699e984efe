/** State of one OCR job. */
import type { OcrOptions } from '@filesmith/contract/ocr-options'
import type { EngineSettings, StepPart, StepRun } from '../engine.ts'
import type { Sandbox } from '../process/sandbox.ts'
import type { OcrFile, OcrHelpers } from './ocr-helpers.ts'
import type { Semaphore } from './semaphore.ts'

export interface OcrEngine {
  readonly sandbox: Sandbox
  readonly settings: EngineSettings
  readonly helpers: OcrHelpers
  readonly semaphore: Semaphore
  readonly installed: ReadonlySet<string>
}

export interface OcrJob {
  readonly engine: OcrEngine
  readonly run: StepRun
  readonly file: OcrFile
  readonly options: OcrOptions
  /** Selected by the user; used when language detection is off. */
  readonly languages: readonly string[]
  /** Additional outputs written so far. */
  readonly parts: StepPart[]
}

export function partPath({ run }: OcrJob, name: string): string {
  return `${run.outputPath}-${name}`
}
