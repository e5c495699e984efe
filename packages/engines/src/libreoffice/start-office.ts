/** Runs LibreOffice as a pool of warm, jailed helpers, each with an instance and a profile of its own. */
import { AppError } from '@filesmith/contract/errors'
import { formats } from '@filesmith/contract/formats'
import type { EngineSettings, LiveEngine, StepOutcome, StepRun } from '../engine.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { createWarmPool } from '../process/warm-pool.ts'
import { findOffice } from './find-office.ts'
import { startOfficeHelper } from './office-helper.ts'

export async function startOffice(settings: EngineSettings, sandbox: Sandbox): Promise<LiveEngine> {
  await findOffice()
  const pool = createWarmPool({
    size: settings.helpersPerEngine,
    recycleAfterJobs: settings.recycleAfterJobs,
    onEnd: settings.onHelperEnd,
    start: () => startOfficeHelper(sandbox, settings.maxMemoryBytes),
  })
  if (settings.startsWarm)
    await pool.warmUp().catch(async error => {
      await pool.close()
      throw error
    })
  return { runStep, close: () => pool.close() }

  async function runStep(run: StepRun): Promise<StepOutcome> {
    const { step, inputPath, outputPath, signal, onProgress, password } = run
    const errorParams = { format: formats[step.from].label }
    await pool.run({
      request: { from: step.from, to: step.to, ...(password === undefined ? {} : { password }) },
      inputPath,
      outputPath,
      signal,
      onProgress,
      timeoutMs: settings.stepTimeoutMs,
      maxOutputBytes: settings.maxOutputBytes,
      maxMemoryBytes: settings.maxMemoryBytes,
      errorParams,
      crashError: cause => new AppError('file-damaged', errorParams, { cause }),
    })
    onProgress({ percent: 100, stage: 'done' })
    return {}
  }
}
