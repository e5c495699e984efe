/** Runs complete conversions on a real, sandboxed runtime in a temporary folder. */
import { link, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FormatId } from '@filesmith/contract/formats'
import { parseStoredOptions } from '@filesmith/contract/operations/parse-options'
import type { OperationId } from '@filesmith/contract/operations/registry'
import type { MediaChange } from '@filesmith/contract/schemas/media'
import { buildExecutionPlan } from '@filesmith/engines/build-execution-plan'
import type { EngineRuntime, EngineSettings, Progress, StepOutcome } from '@filesmith/engines/engine'
import { engineIds } from '@filesmith/engines/registry'
import { createEngineRuntime } from '@filesmith/engines/runtime'
import { sandboxUnderTest } from '../../support/sandbox-under-test.ts'

interface Request {
  readonly from: FormatId
  readonly to: FormatId
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
}

export interface Conversion extends Request {
  readonly input: Uint8Array | string
  readonly quality?: 'high' | 'medium' | 'low'
}

export interface MediaConversion extends Request {
  readonly operation: 'convert-video' | 'convert-audio'
  readonly inputPath: string
  /** Default: that of the operation. */
  readonly quality?: string
  readonly isExtraction?: boolean
}

/** An image to convert, edit or resize, with the options of the API call. */
export interface ImageOperation extends Request {
  readonly operation: 'convert-image' | 'edit-image' | 'resize-image' | 'convert-drawing' | 'create-favicons'
  readonly input: Uint8Array | string
  readonly options?: Readonly<Record<string, unknown>>
}

export interface ImageResult extends Pick<StepOutcome, 'format' | 'pages'> {
  readonly path: string
  readonly notes: readonly string[]
}

export interface AudioEdit extends Request {
  readonly inputPath: string
  /** Options of the API call. */
  readonly settings: Readonly<Record<string, unknown>>
}

export interface MediaResult {
  readonly path: string
  readonly media: MediaChange
}

export interface Converter {
  readonly runtime: EngineRuntime
  /** Path of the result. */
  convert(conversion: Conversion): Promise<string>
  convertMedia(conversion: MediaConversion): Promise<MediaResult>
  processImage(work: ImageOperation): Promise<ImageResult>
  editAudio(edit: AudioEdit): Promise<MediaResult & { readonly notes: readonly string[] }>
  /** Names of all files that conversions left besides inputs and results. */
  leftovers(): Promise<string[]>
  close(): Promise<void>
}

/** Only the engine that video and audio need, for a faster start. */
export const mediaOnly: Partial<EngineSettings> = {
  disabledEngines: engineIds.filter(engine => engine !== 'ffmpeg'),
}

/** Only the engines that images need. */
export const imagesOnly: Partial<EngineSettings> = {
  disabledEngines: engineIds.filter(engine => !['sharp', 'magick', 'heif'].includes(engine)),
}

export async function startConverter(settings: Partial<EngineSettings> = {}): Promise<Converter> {
  const folder = await mkdtemp(join(tmpdir(), 'filesmith-corpus-'))
  const runtime = await createEngineRuntime({ sandbox: sandboxUnderTest, stepTimeoutMs: 45_000, ...settings })
  let count = 0

  async function convert({ input, quality = 'medium', ...request }: Conversion): Promise<string> {
    const inputPath = nextInputPath()
    await writeFile(inputPath, input)
    return (await runExecutionPlan('convert-image', { quality }, inputPath, request)).path
  }

  async function convertMedia(conversion: MediaConversion): Promise<MediaResult> {
    const { operation, inputPath: original, quality, isExtraction, ...request } = conversion
    const inputPath = nextInputPath()
    // Like a worker: the job sees the stored file under another name.
    await link(original, inputPath)
    const { path, outcome } = await runExecutionPlan(operation, { quality, isExtraction }, inputPath, request)
    if (outcome.media === undefined) throw new Error('the engine returned no media details')
    return { path, media: outcome.media }
  }

  async function processImage({
    operation,
    input,
    options = {},
    ...request
  }: ImageOperation): Promise<ImageResult> {
    const inputPath = nextInputPath()
    await writeFile(inputPath, input)
    const { path, outcome } = await runExecutionPlan(operation, options, inputPath, request)
    return { ...outcome, path, notes: outcome.notes ?? [] }
  }

  async function editAudio({ inputPath: original, settings, ...request }: AudioEdit) {
    const inputPath = nextInputPath()
    await link(original, inputPath)
    const { path, outcome } = await runExecutionPlan('edit-audio', settings, inputPath, request)
    if (outcome.media === undefined) throw new Error('the engine returned no media details')
    return { path, media: outcome.media, notes: outcome.notes ?? [] }
  }

  function nextInputPath(): string {
    count += 1
    return join(folder, `${count}-input`)
  }

  /** Builds the execution plan and runs every step, like the server and a worker do. */
  async function runExecutionPlan(
    operation: OperationId,
    options: Readonly<Record<string, unknown>>,
    inputPath: string,
    { from, to, signal = new AbortController().signal, onProgress = () => {} }: Request,
  ): Promise<{ path: string; outcome: StepOutcome }> {
    const executionPlan = buildExecutionPlan({
      operation,
      from,
      requested: parseStoredOptions(operation, { outputFormat: to, ...options }),
      isAvailable: engine => runtime.statuses.some(status => status.engine === engine && status.isAvailable),
    })
    let path = inputPath
    let outcome: StepOutcome = {}
    const notes: string[] = []
    for (const [index, step] of executionPlan.steps.entries()) {
      const outputPath = `${inputPath.replace(/input$/, `${index}-output`)}.${step.to}`
      outcome = await runtime.runStep({ step, inputPath: path, outputPath, signal, onProgress })
      path = outputPath
      notes.push(...(outcome.notes ?? []))
    }
    return { path, outcome: { ...outcome, notes } }
  }

  return {
    runtime,
    convert,
    convertMedia,
    processImage,
    editAudio,
    leftovers: async () =>
      (await readdir(folder)).filter(name => !/^\d+-(input|\d+-output\.\w+)$/.test(name)),
    async close() {
      await runtime.close()
      await rm(folder, { recursive: true })
    },
  }
}
