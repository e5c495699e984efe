/** Runs conversions on this machine with the execution plans, engines and sandbox of a server worker. */
import { constants, copyFile, link, mkdir, realpath, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, toAppError } from '@filesmith/contract/errors'
import { type FormatId, formatExtension } from '@filesmith/contract/formats'
import { commandLineMessages } from '@filesmith/contract/messages/command-line'
import { joinPasswords, passwordOfFile } from '@filesmith/contract/operations/file-passwords'
import type { Operation } from '@filesmith/contract/operations/operation'
import { operations } from '@filesmith/contract/operations/registry'
import { refuseFormat } from '@filesmith/contract/refuse-format'
import type { ExecutionPlan } from '@filesmith/contract/schemas/execution-plan'
import { buildExecutionPlan, enginesNeeded } from '@filesmith/engines/build-execution-plan'
import type { EngineId, EngineRuntime, PackedFile, StepOutcome, StepRun } from '@filesmith/engines/engine'
import { sandboxModes } from '@filesmith/engines/process/sandbox'
import { abilities, engineIds } from '@filesmith/engines/registry'
import { createEngineRuntime } from '@filesmith/engines/runtime'
import { makeTemporaryFolder } from '../files/temporary-folder.ts'
import type { ConversionResult, Converter, Task, TaskRun } from '../tasks/converter.ts'

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
  for (const { name, format = 'other' } of inputs) {
    const formatRefusal = refuseFormat({ fileName: name, format }, accepted)
    if (formatRefusal) throw formatRefusal
  }
}

async function runExecutionPlan(
  engineCache: EngineCache,
  { steps, isStrict }: ExecutionPlan,
  { task, signal, onProgress }: TaskRun,
  folder: string,
): Promise<ConversionResult> {
  const { takes } = operations[task.operation]
  const password =
    takes === 'several-files' ? joinPasswords(task.requested) : passwordOfFile(task.requested, 0)
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
      ...(isStrict && { isStrict }),
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

interface EngineCache {
  /** False after an attempt to start it failed. */
  isAvailable(engine: EngineId): boolean
  /** Why engines failed to start. */
  reasons(): readonly string[]
  start(engine: EngineId): Promise<void>
  runStep(run: StepRun): Promise<StepOutcome>
  close(): Promise<void>
}

/** Starts each engine on first use. */
function createEngineCache(helpersPerEngine: number, warn: (message: string) => void): EngineCache {
  const started = new Map<EngineId, Promise<EngineRuntime>>()
  const reasons = new Map<EngineId, string>()

  async function runtimeOf(engine: EngineId): Promise<EngineRuntime> {
    const known = started.get(engine)
    if (known) return known
    const disabledEngines = engineIds.filter(id => id !== engine)
    const sandbox = sandboxModes.find(mode => mode === process.env.SANDBOX) ?? 'required'
    const starting = createEngineRuntime({
      sandbox,
      helpersPerEngine,
      disabledEngines,
      warn: warnOnce(warn),
    })
    started.set(engine, starting)
    return starting
  }

  return {
    isAvailable: engine => !reasons.has(engine),
    reasons: () => [...reasons].map(([engine, reason]) => commandLineMessages.engineReason(engine, reason)),
    async start(engine) {
      const { statuses } = await runtimeOf(engine)
      const status = statuses.find(each => each.engine === engine)
      if (status?.isAvailable === false) reasons.set(engine, status.reason ?? 'unknown')
    },
    async runStep(run) {
      const engine = abilities.find(({ id }) => id === run.step.ability)?.engine
      // Steps without an engine run in any runtime: use the one that starts fastest.
      const runtime = await runtimeOf(engine ?? 'sharp')
      return runtime.runStep(run)
    },
    async close() {
      const runtimes = await Promise.allSettled(started.values())
      await Promise.all(runtimes.map(each => (each.status === 'fulfilled' ? each.value.close() : undefined)))
    },
  }
}

const warned = new Set<string>()

/** Every runtime checks the sandbox and would repeat the same warning. */
function warnOnce(warn: (message: string) => void): (message: string) => void {
  return message => {
    if (warned.has(message)) return
    warned.add(message)
    warn(message)
  }
}

function explainMissingEngine(engineCache: EngineCache, error: AppError): AppError {
  const reasons = engineCache.reasons()
  if (error.code !== 'engine-missing' || reasons.length === 0) return error
  const reason = `${error.message} ${reasons.join(' ')}`
  return new AppError('invalid-request', { reason }, { cause: error })
}
