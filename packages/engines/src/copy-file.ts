/** Step that copies a file which already has the requested format. */
import { copyFile } from 'node:fs/promises'
import type { StepOutcome, StepRun } from './engine.ts'

/** Part of no engine, so available on every worker. */
export const copyAbility = { id: 'copy' } as const

export async function copyStep({ inputPath, outputPath }: StepRun): Promise<StepOutcome> {
  await copyFile(inputPath, outputPath)
  return {}
}
