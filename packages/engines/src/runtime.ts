/** Starts the engines of one worker and runs the steps of execution plans on them. */
import { rm, statfs } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import type {
  EngineId,
  EngineRuntime,
  EngineSettings,
  EngineStatus,
  HelperEnd,
  LiveEngine,
  StepOutcome,
  StepRun,
} from './engine.ts'
import { inspectingEngine } from './operation-availability.ts'
import { createSandbox } from './process/sandbox.ts'
import { abilities, builtInAbilities, engineIds, engines } from './registry.ts'
import { bundledModelsDir } from './translation/bundled-models.ts'

export const defaultEngineSettings: EngineSettings = {
  sandbox: 'required',
  helpersPerEngine: availableParallelism(),
  spareHelpers: 0,
  recycleAfterJobs: 200,
  stepTimeoutMs: 300_000,
  maxMemoryBytes: 4 * 1024 ** 3,
  maxOutputBytes: 4 * 1024 ** 3,
  maxPixels: 100_000_000,
  maxAnimationPixels: 200_000_000,
  media: {
    maxDurationSeconds: 6 * 60 * 60,
    maxFramePixels: 36_000_000,
    timeoutMs: 2 * 60 * 60 * 1000,
    cpuSeconds: 4 * 60 * 60,
  },
  pdf: { maxPages: 1000, timeoutMs: 15 * 60 * 1000, pageTimeoutMs: 60_000 },
  archive: {
    timeoutMs: 2 * 60 * 60 * 1000,
    cpuSeconds: 4 * 60 * 60,
    maxOutputBytes: 64 * 1024 ** 3,
    unpacking: {
      maxBytes: 4 * 1024 ** 3,
      maxEntries: 50_000,
      maxRatio: 250,
      ratioFromBytes: 100 * 1024 ** 2,
    },
  },
  ocr: { maxPages: 500, pageTimeoutMs: 120_000 },
  speech: {
    englishModel: 'base',
    otherModel: 'small',
    modelsDir: null,
    processes: 1,
    maxMemoryBytes: 6 * 1024 ** 3,
    server: null,
    timeoutMs: 6 * 60 * 60 * 1000,
  },
  translation: {
    modelsDir: bundledModelsDir,
    downloadsDir: null,
    bergamotUrl: null,
    libreTranslate: null,
    deepl: null,
    maxMemoryBytes: 2 * 1024 ** 3,
    timeoutMs: 15 * 60 * 1000,
  },
  startsWarm: false,
  helperIdleMs: null,
  disabledEngines: [],
  warn: message => console.warn(message),
  onHelperEnd: () => undefined,
}

/** Begins the reason of every engine where no sandbox can be created. */
export const sandboxMissing = 'The sandbox is unavailable.'

/** A missing library or program makes one engine unavailable, with the reason in its status; the others run. */
export async function createEngineRuntime(
  changes: Partial<EngineSettings> = {},
  countHelperEnd: (engine: EngineId, end: HelperEnd) => void = () => undefined,
): Promise<EngineRuntime> {
  const settings = { ...defaultEngineSettings, ...changes }
  const sandbox = await createSandbox(settings.sandbox, settings.warn)
  const live = new Map<EngineId, LiveEngine>()

  const statuses = await Promise.all(
    engineIds.map(async (engine): Promise<EngineStatus> => {
      if (settings.disabledEngines.includes(engine))
        return unavailable(engine, 'Switched off by the settings.')
      if (sandbox.refusal !== null)
        return unavailable(engine, `${sandboxMissing} ${sandbox.refusal.problem} ${sandbox.refusal.remedy}`)
      try {
        const engineSettings = { ...settings, onHelperEnd: (end: HelperEnd) => countHelperEnd(engine, end) }
        live.set(engine, await engines[engine].start(engineSettings, sandbox))
        return {
          engine,
          isAvailable: true,
          reason: null,
          sandbox: sandbox.kind,
          ...(!sandbox.isIsolated && { isUnsandboxed: true }),
        }
      } catch (error) {
        return unavailable(engine, error instanceof Error ? error.message : String(error))
      }
    }),
  )

  const engineOf = (abilityId: string) => {
    const ability = abilities.find(({ id }) => id === abilityId)
    return ability?.engine ? live.get(ability.engine) : undefined
  }

  return {
    statuses,
    async runStep(run) {
      const builtIn = builtInAbilities.find(({ ability }) => ability.id === run.step.ability)
      const runStep = builtIn?.run ?? engineOf(run.step.ability)?.runStep
      if (runStep === undefined) throw new AppError('engine-missing', { tool: 'This conversion' })
      const outcome = await whileSpaceIsLeft(dirname(run.outputPath), () => runStep(run))
      return refuseOrNoteWarnings(run, outcome)
    },
    async inspect(inspection) {
      const engine = inspectingEngine(inspection.format)
      return whileSpaceIsLeft(
        dirname(inspection.previewPath),
        async () => engine && live.get(engine)?.inspect?.(inspection),
      )
    },
    async measureSize(measurement) {
      const engine = engineOf(measurement.step.ability)
      return whileSpaceIsLeft(
        dirname(measurement.outputPath),
        async () => (await engine?.measureSize?.(measurement)) ?? null,
      )
    },
    translator: live.get('translation')?.translator,
    async close() {
      await Promise.all([...live.values()].map(engine => engine.close()))
    },
  }
}

/** The only place that decides between a note and a refusal, for all engines. */
async function refuseOrNoteWarnings(run: StepRun, outcome: StepOutcome): Promise<StepOutcome> {
  const { warnings = [], notes = [], ...others } = outcome
  const [warning] = warnings
  if (warning === undefined) return outcome
  if (!run.isStrict) return { ...others, notes: [...warnings, ...notes] }
  const written = [run.outputPath, ...(outcome.parts ?? []).map(({ path }) => path)]
  await Promise.all(written.map(path => rm(path, { force: true })))
  throw new AppError('file-incomplete', { warning })
}

function unavailable(engine: EngineId, reason: string): EngineStatus {
  return { engine, isAvailable: false, reason }
}

const leastFreeBytes = 64 * 1024
/** If the disk was full for a shorter time, a write failed and the program reported it. */
const checkIntervalMs = 200

async function isOutOfSpace(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize < leastFreeBytes
  } catch {
    return false
  }
}

/** Fails with `storage-full` if the folder's disk was full at any time during the work, whatever the outcome. */
export async function whileSpaceIsLeft<Result>(
  folder: string,
  work: () => Promise<Result>,
  isFull = isOutOfSpace,
): Promise<Result> {
  let wasFull = await isFull(folder)
  const timer = setInterval(async () => {
    if (await isFull(folder)) wasFull = true
  }, checkIntervalMs)
  const [outcome] = await Promise.allSettled([work()])
  clearInterval(timer)
  wasFull ||= await isFull(folder)
  const cause = outcome.status === 'rejected' ? outcome.reason : undefined
  const isCanceled = cause instanceof AppError && cause.code === 'cancelled'
  if (wasFull && !isCanceled) throw new AppError('storage-full', {}, { cause })
  if (outcome.status === 'rejected') throw cause
  return outcome.value
}
