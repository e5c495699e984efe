/** One file on its way through text recognition. */
import type { OcrOptions } from '@filesmith/contract/ocr-options'
import type { EngineSettings, StepPart, StepRun } from '../engine.ts'
import type { Sandbox } from '../process/sandbox.ts'
import type { OcrFile, OcrHelpers } from './ocr-helpers.ts'
import type { Slots } from './slots.ts'

export interface OcrEngine {
  readonly sandbox: Sandbox
  readonly settings: EngineSettings
  readonly helpers: OcrHelpers
  readonly slots: Slots
  readonly installed: ReadonlySet<string>
}

export interface OcrJob {
  readonly engine: OcrEngine
  readonly run: StepRun
  readonly file: OcrFile
  readonly options: OcrOptions
  /** Asked for; they count where languages are not detected. */
  readonly languages: readonly string[]
  /** What has been made beside the text so far. */
  readonly parts: StepPart[]
}

export function partPath({ run }: OcrJob, name: string): string {
  return `${run.outputPath}-${name}`
}
