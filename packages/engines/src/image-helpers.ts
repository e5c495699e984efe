/** Runs an image engine as a pool of warm, sandboxed helper processes. */
import { AppError } from '@filesmith/contract/errors'
import { type FormatId, formats } from '@filesmith/contract/formats'
import { handle, runStepsWith } from './ability.ts'
import type {
  EngineSettings,
  Inspection,
  InspectionResult,
  LiveEngine,
  StepOutcome,
  StepRun,
} from './engine.ts'
import { readImageReport } from './image-notes.ts'
import type { ImageRequest } from './image-request.ts'
import { magickDecode, magickEncode } from './magick/abilities.ts'
import { startHelper } from './process/helper-process.ts'
import { idleNodeBytes, prepareNodeHelper } from './process/node-helper.ts'
import type { Sandbox } from './process/sandbox.ts'
import { heifWithoutEncoder } from './process/trimmed-libraries.ts'
import { createWarmPool } from './process/warm-pool.ts'
import { sharpConvert, sharpEdit, sharpFavicons, sharpResize } from './sharp/abilities.ts'
import { startTimedProgress } from './timed-progress.ts'

/** What reading an image of any format needs. */
export const imagePackages = [
  'sharp',
  'koffi',
  '@resvg/resvg-js',
  '@imagemagick/magick-wasm',
  'parse-exr',
  '@cantoo/fontkit',
] as const

/** Percentages that the helpers report; the libraries report nothing while they decode and encode. */
const convertReports = [10, 25, 40, 60, 80, 100]
const editReports = [15, 30, 40, 50, 60, 70, 90, 100]
const typicalEncodingMs = 6000

/** Operating systems disagree on 1000 or 1024 bytes per kilobyte; the smaller unit keeps the limit in both. */
const bytesPerKilobyte = 1000

export async function startSharp(settings: EngineSettings, sandbox: Sandbox): Promise<LiveEngine> {
  const { run, inspect, close } = await startHelpers(settings, sandbox, 'sharp/program.ts', imagePackages)
  return {
    runStep: runStepsWith(
      handle(sharpConvert, given => run(given, given.step.options)),
      handle(sharpEdit, given => {
        const { quality: percent, ...edit } = given.step.options
        return run(given, { edit: { ...edit, percent } })
      }),
      // Pixels as for a PNG; the archive is made of several.
      handle(sharpFavicons, given =>
        run(
          { ...given, step: { ...given.step, to: 'png' } },
          { quality: 'medium', favicons: given.step.options },
        ),
      ),
      handle(sharpResize, given => {
        const { quality, maxKilobytes, isIntermediate, page, ...resize } = given.step.options
        return run(given, { quality, maxKilobytes, isIntermediate, page, resize })
      }),
    ),
    inspect,
    close,
  }
}

/** WebAssembly; for formats that sharp cannot read or write. */
export async function startMagick(settings: EngineSettings, sandbox: Sandbox): Promise<LiveEngine> {
  const packages = ['@imagemagick/magick-wasm']
  const { run, inspect, close } = await startHelpers(settings, sandbox, 'magick/program.ts', packages)
  return {
    runStep: runStepsWith(
      handle(magickDecode, given => run(given, given.step.options)),
      handle(magickEncode, given => run(given, given.step.options)),
    ),
    inspect,
    close,
  }
}

interface ImageWork
  extends Partial<
    Pick<
      ImageRequest,
      | 'quality'
      | 'qualityPercent'
      | 'isLossless'
      | 'keepMetadata'
      | 'isIntermediate'
      | 'page'
      | 'edit'
      | 'resize'
      | 'favicons'
    >
  > {
  readonly maxKilobytes?: number
}

/** The user is waiting for this response. */
const inspectionTimeoutMs = 20_000

async function startHelpers(
  settings: EngineSettings,
  sandbox: Sandbox,
  programPath: string,
  packages: readonly string[],
) {
  const memoryBytes = 2 * settings.maxMemoryBytes + idleNodeBytes
  const program = prepareNodeHelper(sandbox, {
    program: programPath,
    packages,
    memoryBytes,
    ...heifWithoutEncoder(sandbox),
  })
  const pool = createWarmPool({
    size: settings.helpersPerEngine + settings.spareHelpers,
    keepsSpare: settings.startsWarm,
    recycleAfterJobs: settings.recycleAfterJobs,
    maxIdleMs: settings.helperIdleMs,
    onEnd: settings.onHelperEnd,
    start: () => startHelper(program),
  })
  if (settings.startsWarm)
    await pool.warmUp().catch(async error => {
      await pool.close()
      throw error
    })
  return { run, inspect, close: () => pool.close() }

  async function run({ step, onProgress, ...paths }: StepRun, work: ImageWork): Promise<StepOutcome> {
    const {
      maxKilobytes = 0,
      isIntermediate = false,
      page = 0,
      edit,
      resize,
      favicons,
      qualityPercent,
      keepMetadata,
    } = work
    const isLossless = work.isLossless === true
    // The highest quality keeps all bits of formats that are always lossless.
    const quality = isLossless ? 'high' : (work.quality ?? 'medium')
    const reports = edit || resize ? editReports : convertReports
    const progress = startTimedProgress(onProgress, typicalEncodingMs)
    const running = call(
      {
        from: step.from,
        to: step.to,
        quality,
        qualityPercent,
        isLossless,
        keepMetadata,
        isIntermediate,
        page,
        name: paths.name ?? 'image',
        // Intermediate results are not limited; the step that writes the final result is.
        maxBytes: isIntermediate ? 0 : maxKilobytes * bytesPerKilobyte,
        ...(edit && { edit }),
        ...(resize && { resize }),
        ...(favicons && { favicons }),
      },
      {
        ...paths,
        onProgress: reported =>
          progress.report(reported, reports.find(percent => percent > reported.percent) ?? 100),
        timeoutMs: settings.stepTimeoutMs,
      },
    )
    const report = await running.finally(progress.stop)
    onProgress({ percent: 100, stage: 'done' })
    return readImageReport(report)
  }

  async function inspect({ format, inputPath, previewPath, signal }: Inspection): Promise<InspectionResult> {
    const request = {
      to: 'jpg',
      quality: 'medium',
      isIntermediate: true,
      page: 0,
      name: '',
      maxBytes: 0,
    } as const
    const reported = await call(
      { ...request, from: format, isInspection: true },
      { inputPath, outputPath: previewPath, signal, timeoutMs: inspectionTimeoutMs },
    )
    return { media: null, hasPreview: true, pages: readImageReport(reported).pages ?? 1 }
  }

  function call(
    request: Omit<ImageRequest, 'from' | 'to' | 'maxPixels' | 'maxAnimationPixels'> & {
      readonly from: FormatId
      readonly to: FormatId
    },
    { onProgress = () => undefined, ...paths }: HelperCall,
  ): Promise<unknown> {
    const errorParams = { format: formats[request.from].label }
    return pool.run({
      request: {
        ...request,
        maxPixels: settings.maxPixels,
        maxAnimationPixels: settings.maxAnimationPixels,
      },
      inputPath: paths.inputPath,
      outputPath: paths.outputPath,
      signal: paths.signal,
      onProgress,
      timeoutMs: paths.timeoutMs,
      maxOutputBytes: settings.maxOutputBytes,
      maxMemoryBytes: settings.maxMemoryBytes,
      errorParams,
      crashError: cause => new AppError('file-damaged', errorParams, { cause }),
    })
  }
}

interface HelperCall extends Pick<StepRun, 'inputPath' | 'outputPath' | 'signal'> {
  readonly onProgress?: StepRun['onProgress']
  readonly timeoutMs: number
}
