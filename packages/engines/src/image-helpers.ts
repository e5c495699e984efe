/** Runs an image engine as a pool of warm, sandboxed helper processes. */
import { AppError } from '@filesmith/contract/errors'
import { formats } from '@filesmith/contract/formats'
import type { ImageEdit } from '@filesmith/contract/image-edit/settings'
import type { ResizeSettings } from '@filesmith/contract/image-resize/resized-size'
import type { EngineSettings, LiveEngine, StepOutcome, StepRun } from './engine.ts'
import { readImageNotes } from './image-notes.ts'
import type { EditWork, ImageRequest } from './image-request.ts'
import { startHelper } from './process/helper-process.ts'
import { prepareNodeHelper } from './process/node-helper.ts'
import type { Sandbox } from './process/sandbox.ts'
import { createWarmPool } from './process/warm-pool.ts'

/** Memory reserved by a helper before its first job, most of which is never touched. */
const loadedBytes = 512 * 1024 * 1024

export async function startImageHelpers(
  helper: { readonly program: string; readonly packages: readonly string[] },
  settings: EngineSettings,
  sandbox: Sandbox,
): Promise<LiveEngine> {
  const memoryBytes = 2 * settings.maxMemoryBytes + loadedBytes
  const program = prepareNodeHelper(sandbox, { ...helper, memoryBytes })
  const pool = createWarmPool({
    size: settings.helpersPerEngine,
    recycleAfterJobs: settings.recycleAfterJobs,
    onEnd: settings.onHelperEnd,
    start: () => startHelper(program),
  })
  try {
    await pool.warmUp()
  } catch (error) {
    await pool.close()
    throw error
  }
  return {
    runStep: run => runInPool(run),
    close: () => pool.close(),
  }

  async function runInPool(run: StepRun): Promise<StepOutcome> {
    const errorParams = { format: formats[run.step.from].label }
    const metadata = await pool.run({
      request: imageRequest(run, settings),
      inputPath: run.inputPath,
      outputPath: run.outputPath,
      signal: run.signal,
      onProgress: run.onProgress,
      timeoutMs: settings.stepTimeoutMs,
      maxOutputBytes: settings.maxOutputBytes,
      maxMemoryBytes: settings.maxMemoryBytes,
      errorParams,
      crashError: cause => new AppError('file-damaged', errorParams, { cause }),
    })
    run.onProgress({ percent: 100, stage: 'done' })
    const notes = readImageNotes(metadata)
    return notes.length === 0 ? {} : { notes }
  }
}

/** Operating systems disagree on 1000 or 1024 bytes per kilobyte; the smaller unit keeps the limit in both. */
const bytesPerKilobyte = 1000

function imageRequest({ step }: StepRun, settings: EngineSettings): ImageRequest {
  const { options } = step
  return {
    from: step.from as ImageRequest['from'],
    to: step.to as ImageRequest['to'],
    quality: (typeof options.quality === 'string' ? options.quality : 'medium') as ImageRequest['quality'],
    isIntermediate: options.isIntermediate === true,
    maxPixels: settings.maxPixels,
    maxAnimationPixels: settings.maxAnimationPixels,
    // Intermediate results are not limited; the step that writes the final result is.
    maxBytes: options.isIntermediate === true ? 0 : Number(options.maxKilobytes ?? 0) * bytesPerKilobyte,
    ...(step.ability === 'sharp-edit' ? { edit: editWork(options) } : {}),
    ...(step.ability === 'sharp-resize' ? { resize: options as unknown as ResizeSettings } : {}),
  }
}

function editWork({ quality, ...edit }: StepRun['step']['options']): EditWork {
  return { ...(edit as unknown as ImageEdit), percent: Number(quality) }
}
