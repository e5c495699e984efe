/** The cheapest step of all: a file that is already what was asked for is handed back as it is. */
import { copyFile } from 'node:fs/promises'
import type { StepOutcome, StepRun } from './engine.ts'

/** Belongs to no engine, so it is there on every worker. */
export const copyAbility = { id: 'copy' } as const

export async function copyStep({ inputPath, outputPath }: StepRun): Promise<StepOutcome> {
  await copyFile(inputPath, outputPath)
  return {}
}
