/** Runs conversions on this machine with the execution plans, engines and sandbox of a server worker. */
import { constants, copyFile, link, mkdir, realpath, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, toAppError } from '@filesmith/contract/errors'
import { type FormatId, formatExtension, formats } from '@filesmith/contract/formats'
import type { Operation } from '@filesmith/contract/operations/operation'
import { operations } from '@filesmith/contract/operations/registry'
import type { ExecutionPlan } from '@filesmith/contract/schemas/execution-plan'
import { buildExecutionPlan, enginesNeeded } from '@filesmith/engines/build-execution-plan'
import type { PackedFile, StepOutcome } from '@filesmith/engines/engine'
import { makeTemporaryFolder } from '../files/temporary-folder.ts'
import type { ConversionResult, Converter, Task, TaskRun } from '../tasks/converter.ts'
import { createEngineCache, type EngineCache, explainMissingEngine } from './engine-cache.ts'

interface LocalSettings {
  /** Number of files processed concurrently. */
  readonly jobs: number
  readonly warn: (message: string) => void
}

export async function createLocalConverter({ jobs, warn }: LocalSettings): Promise<Converter> {
  const engineCache = createEngineCache(jobs, warn)
  const temporary = await makeTemporaryFolder()
  let count = 0
  return {
    async convert(run) {
      const folder = join(temporary.path, String(count++))
      try {
        await mkdir(folder)
        const executionPlan = await buildWithStartedEngines(engineCache, run.task)
        return await runExecutionPlan(engineCache, executionPlan, run, folder)
      } catch (error) {
        await rm(folder, { recursive: true, force: true })
        run.signal.throwIfAborted()
        throw explainMissingEngine(engineCache, toAppError(error))
      }
    },
    async close() {
      await engineCache.close()
      await temporary.remove()
    },
  }
}

/** Builds the execution plan again without the engines that failed to start: another engine may provide the same conversion. */
async function buildWithStartedEngines(engineCache: EngineCache, task: Task): Promise<ExecutionPlan> {
  const { operation, inputs, requested } = task
  const from: FormatId = inputs[0].format ?? 'other'
  checkInputFormats(task)
  for (;;) {
    const { isAvailable } = engineCache
    const executionPlan = buildExecutionPlan({ operation, from, requested, isAvailable })
    const needed = enginesNeeded(executionPlan)
    await Promise.all(needed.map(engine => engineCache.start(engine)))
    if (needed.every(engine => engineCache.isAvailable(engine))) return executionPlan
  }
}

function checkInputFormats({ operation, inputs, requested }: Task): void {
  const { inputs: accepted }: Operation = operations[operation]
  const given = inputs.map(({ format }) => format ?? 'other')
  const refusal = requested.refuseFormats(given)
  if (refusal) throw refusal
  const unsupported = accepted === 'any' ? undefined : given.find(format => !accepted.includes(format))
  if (unsupported) throw new AppError('unsupported-input', { format: formats[unsupported].label })
}

async function runExecutionPlan(
  engineCache: EngineCache,
  { steps }: ExecutionPlan,
  { task, signal, onProgress }: TaskRun,
  folder: string,
): Promise<ConversionResult> {
  const { takes } = operations[task.operation]
  const { password } = task.requested
  const [first] = task.inputs
  const name = (first.name.split('/').at(-1) ?? first.name).replace(/\.[^.]+$/, '')
  // Symlink with a fixed name: a file name from the user must not reach an engine's command line (argument injection).
  let inputPath = join(folder, `0.${formatExtension(first.format ?? 'other')}`)
  await symlink(await realpath(first.path), inputPath)
  const notes: string[] = []
  let outcome: StepOutcome = {}
  for (const [index, step] of steps.entries()) {
    signal.throwIfAborted()
    const outputPath = join(folder, `${index + 1}.${formatExtension(step.to)}`)
    const isFirst = index === 0
    outcome = await engineCache.runStep({
      step,
      inputPath,
      outputPath,
      name,
      signal,
      onProgress: ({ percent, stage }) => onProgress(((index + percent / 100) / steps.length) * 100, stage),
      ...(isFirst && takes === 'several-files' && { files: await packedFiles(task) }),
      ...(isFirst && password !== undefined && { password }),
    })
    notes.push(...(outcome.notes ?? []))
    inputPath = outputPath
  }
  return {
    format: outcome.format ?? steps.at(-1)?.to ?? task.expectedFormat,
    notes,
    saveTo: path => moveFile(inputPath, path),
    discard: () => rm(folder, { recursive: true, force: true }),
  }
}

async function packedFiles({ inputs }: Task): Promise<PackedFile[]> {
  return Promise.all(
    inputs.map(async ({ path, name, modifiedAt }) => ({ path: await realpath(path), name, modifiedAt })),
  )
}

/** Hard-links on the same file system and copies otherwise. */
async function moveFile(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to, constants.COPYFILE_FICLONE))
}
