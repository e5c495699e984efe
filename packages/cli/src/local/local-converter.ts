/** Does the work on this machine: the same plans, engines and sandbox as a worker's, without a server. */
import { constants, copyFile, link, mkdir, realpath, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, toAppError } from '@filesmith/contract/errors'
import { type FormatId, formatExtension, formats } from '@filesmith/contract/formats'
import type { Operation } from '@filesmith/contract/operations/operation'
import { operations } from '@filesmith/contract/operations/registry'
import type { Plan } from '@filesmith/contract/schemas/plan'
import type { PackedFile, StepOutcome } from '@filesmith/engines/engine'
import { enginesNeeded, planConversion } from '@filesmith/engines/plan'
import { makeTemporaryFolder } from '../files/temporary-folder.ts'
import type { Converter, Made, Task, TaskRun } from '../work/converter.ts'
import { parseOptions } from '../work/make-task.ts'
import { createEngineCache, type EngineCache, missingEngine } from './engine-cache.ts'

interface LocalSettings {
  /** Files worked at once. */
  readonly jobs: number
  readonly warn: (message: string) => void
}

export async function createLocalConverter({ jobs, warn }: LocalSettings): Promise<Converter> {
  const shelf = createEngineCache(jobs, warn)
  const temporary = await makeTemporaryFolder()
  let count = 0
  return {
    async convert(run) {
      const folder = join(temporary.path, String(count++))
      try {
        await mkdir(folder)
        const plan = await planWithEngines(shelf, run.task)
        return await followPlan(shelf, plan, run, folder)
      } catch (error) {
        await rm(folder, { recursive: true, force: true })
        run.signal.throwIfAborted()
        throw missingEngine(shelf, toAppError(error))
      }
    },
    async close() {
      await shelf.close()
      await temporary.remove()
    },
  }
}

/** An engine that turns out to be missing may have another that does the same, only slower. */
async function planWithEngines(shelf: EngineCache, task: Task): Promise<Plan> {
  const { operation, inputs } = task
  const definition: Operation = operations[operation]
  const from: FormatId = inputs[0].format ?? 'other'
  const parsed = parseOptions(operation, task.options)
  refuseFiles(definition, task, parsed)
  const options = { ...parsed, outputFormat: task.expects }
  for (;;) {
    const plan = planConversion({ operation, from, options, isAvailable: shelf.isAvailable })
    const needed = enginesNeeded(plan)
    await Promise.all(needed.map(engine => shelf.start(engine)))
    if (needed.every(engine => shelf.isAvailable(engine))) return plan
  }
}

function refuseFiles(
  { inputs: accepted, refuseFormats }: Operation,
  { inputs, options: { password } }: Task,
  options: Readonly<Record<string, unknown>>,
): void {
  const given = inputs.map(({ format }) => format ?? 'other')
  const refusal = refuseFormats?.(given, { options, password })
  if (refusal) throw refusal
  const strange = accepted === 'any' ? undefined : given.find(format => !accepted.includes(format))
  if (strange) throw new AppError('unsupported-input', { format: formats[strange].label })
}

async function followPlan(
  shelf: EngineCache,
  { steps }: Plan,
  { task, signal, onProgress }: TaskRun,
  folder: string,
): Promise<Made> {
  const { takesMany }: Operation = operations[task.operation]
  const [first] = task.inputs
  const name = (first.name.split('/').at(-1) ?? first.name).replace(/\.[^.]+$/, '')
  // Under a name of ours: what a file is called must not become an argument of a program.
  let inputPath = join(folder, `0.${formatExtension(first.format ?? 'other')}`)
  await symlink(await realpath(first.path), inputPath)
  const notes: string[] = []
  let outcome: StepOutcome = {}
  for (const [index, step] of steps.entries()) {
    signal.throwIfAborted()
    const outputPath = join(folder, `${index + 1}.${formatExtension(step.to)}`)
    const isFirst = index === 0
    outcome = await shelf.runStep({
      step,
      inputPath,
      outputPath,
      name,
      signal,
      onProgress: ({ percent, stage }) => onProgress(((index + percent / 100) / steps.length) * 100, stage),
      ...(isFirst && takesMany && { files: await packedFiles(task) }),
      ...(isFirst && task.options.password !== undefined && { password: task.options.password }),
    })
    notes.push(...(outcome.notes ?? []))
    inputPath = outputPath
  }
  return {
    format: outcome.format ?? steps.at(-1)?.to ?? task.expects,
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

/** On the same disk nothing is copied. */
async function moveFile(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to, constants.COPYFILE_FICLONE))
}
