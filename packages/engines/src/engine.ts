/** What an engine is: abilities with declared inputs, outputs and cost, and a way to run them on files. */
import type { FormatId } from '@filesmith/contract/formats'
import type { PlanStep } from '@filesmith/contract/schemas/plan'

export type EngineId = 'sharp' | 'magick'

/** Declared once, as data: the planner reads it without loading the engine behind it. */
export interface Ability {
  readonly id: string
  readonly engine: EngineId
  readonly from: readonly FormatId[]
  readonly to: readonly FormatId[]
  /** Relative price of one run; the planner takes the cheapest path. */
  readonly cost: number
}

export interface Progress {
  /** 0 to 100, of this step. */
  readonly percent: number
  readonly stage: string
}

export interface StepRun {
  readonly step: PlanStep
  readonly inputPath: string
  readonly outputPath: string
  /** Aborting it kills the running engine within a second. */
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

export interface EngineStatus {
  readonly engine: EngineId
  readonly isAvailable: boolean
  /** Why not, in words an operator understands. */
  readonly reason: string | null
}

/** Live engines of one worker: warm processes behind the abilities. */
export interface EngineRuntime {
  readonly statuses: readonly EngineStatus[]
  /** Turns one file into another, or throws an AppError; never leaves a half-written output. */
  runStep(run: StepRun): Promise<void>
  close(): Promise<void>
}
