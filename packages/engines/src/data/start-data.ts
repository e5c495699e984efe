/** Starts the data engine: a pool of warm, sandboxed helpers for files that are text, tables or small structures. */
import { writeFile } from 'node:fs/promises'
import { AppError } from '@filesmith/contract/errors'
import { formats } from '@filesmith/contract/formats'
import { type Ability, handle, runStepsWith } from '../ability.ts'
import type { EngineSettings, LiveEngine, StepOutcome, StepRun } from '../engine.ts'
import { startHelper } from '../process/helper-process.ts'
import { idleNodeBytes, prepareNodeHelper } from '../process/node-helper.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { createWarmPool, type WarmPool } from '../process/warm-pool.ts'
import { dataAbilities } from './abilities.ts'
import { dataPackages } from './packages.ts'
import { type DataRequest, dataReportSchema } from './request.ts'

export async function startData(settings: EngineSettings, sandbox: Sandbox): Promise<LiveEngine> {
  const program = prepareNodeHelper(sandbox, {
    program: 'data/program.ts',
    packages: dataPackages,
    memoryBytes: 2 * settings.maxMemoryBytes + idleNodeBytes,
  })
  const pool = createWarmPool({
    size: settings.helpersPerEngine + settings.spareHelpers,
    recycleAfterJobs: settings.recycleAfterJobs,
    maxIdleMs: settings.helperIdleMs,
    onEnd: settings.onHelperEnd,
    start: () => startHelper(program),
  })
  if (settings.startsWarm) await warmUp(pool)
  const run = (ability: Ability) => handle(ability, step => runDataStep({ settings, pool }, step))
  return { runStep: runStepsWith(...dataAbilities.map(run)), close: () => pool.close() }
}

async function warmUp(pool: WarmPool): Promise<void> {
  try {
    await pool.warmUp()
  } catch (error) {
    await pool.close()
    throw error
  }
}

interface DataContext {
  readonly settings: EngineSettings
  readonly pool: WarmPool
}

async function runDataStep({ settings, pool }: DataContext, run: StepRun): Promise<StepOutcome> {
  const { step, inputPath, outputPath, signal, onProgress, password } = run
  const errorParams = { format: formats[step.from].label }
  const request: DataRequest = {
    task: step.ability,
    options: step.options,
    from: step.from,
    to: step.to,
    name: run.name ?? 'file',
    ...(password !== undefined && { password }),
    maxOutputBytes: settings.maxOutputBytes,
  }
  const answer = await pool.run({
    request,
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
  return outcomeOf(answer, run)
}

async function outcomeOf(answer: unknown, { step, outputPath }: StepRun): Promise<StepOutcome> {
  const { format, parts, notes, warnings, ...report } = dataReportSchema.parse(answer)
  const kept = parts.map(part => ({ ...part, path: `${outputPath}.${part.name}` }))
  for (const { path, text } of kept) await writeFile(path, text)
  return {
    ...report,
    ...(format !== undefined && format !== step.to && { format }),
    ...(notes.length > 0 && { notes }),
    ...(warnings.length > 0 && { warnings }),
    ...(kept.length > 0 && { parts: kept.map(({ name, format, path }) => ({ name, format, path })) }),
  }
}
