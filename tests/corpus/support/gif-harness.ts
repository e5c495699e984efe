/** Test harness for the GIF engine, with a folder of clips per test file. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import type { FormatId } from '@filesmith/contract/formats'
import type {
  LiveEngine,
  MeasuredSize,
  Progress,
  SizeMeasurement,
  StepOutcome,
} from '@filesmith/engines/engine'
import { startGif } from '@filesmith/engines/gif/start-gif'
import { createSandbox, type Sandbox } from '@filesmith/engines/process/sandbox'
import { defaultEngineSettings } from '@filesmith/engines/runtime'
import sharp from 'sharp'
import { afterAll, beforeAll, expect } from 'vitest'
import { ffmpeg } from '../../support/run-program.ts'

export interface InputFile {
  readonly name: string
  readonly format: FormatId
  readonly bytes: Buffer
}

interface GifRunOptions {
  readonly to?: FormatId
  readonly options?: Readonly<Record<string, string | number | boolean>>
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
  /** Clips with more pixels are measured by sample frames. */
  readonly maxWholePixels?: number
}

export interface GifResult {
  readonly path: string
  readonly notes: readonly string[]
  readonly warnings: readonly string[]
}

export interface GifHarness {
  /** Generates a video with ffmpeg under this name; returns its path. */
  draw(name: string, ...args: readonly string[]): Promise<string>
  video(path: string, from: FormatId, options?: GifRunOptions): Promise<GifResult>
  images(files: readonly InputFile[], options?: GifRunOptions): Promise<GifResult>
  /** Estimates the size without creating the result. */
  measureVideo(path: string, from: FormatId, options?: GifRunOptions): Promise<MeasuredSize | null>
  measureImages(files: readonly InputFile[], options?: GifRunOptions): Promise<MeasuredSize | null>
  /** The error of a rejected run; fails when it succeeds or leaves files behind. */
  rejection(work: Promise<unknown>): Promise<AppError>
}

export function openGifHarness(): GifHarness {
  let folder = ''
  let sandbox: Sandbox
  const engines = new Map<number | undefined, LiveEngine>()
  let results = 0

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gif-harness-'))
    sandbox = await createSandbox('required', () => {})
  })
  afterAll(async () => {
    for (const engine of engines.values()) await engine.close()
    await rm(folder, { recursive: true })
  })

  const engineWith = async (maxWholePixels?: number) => {
    const settings = { ...defaultEngineSettings, warn: () => {} }
    const engine = engines.get(maxWholePixels) ?? (await startGif(settings, sandbox, maxWholePixels))
    engines.set(maxWholePixels, engine)
    return engine
  }

  const buildStep = (
    from: FormatId,
    paths: readonly string[],
    names: readonly string[],
    { to = 'gif', options = {}, signal = new AbortController().signal }: GifRunOptions,
  ): SizeMeasurement => {
    results += 1
    return {
      step: { ability: 'gif-create', from, to, options },
      inputPath: paths[0] ?? '',
      files: paths.map((path, index) => ({ path, name: names[index] ?? '', modifiedAt: new Date(0) })),
      outputPath: join(folder, `result-${results}.${to}`),
      signal,
    }
  }

  const run = async (step: SizeMeasurement, { maxWholePixels, onProgress = () => {} }: GifRunOptions) => {
    const engine = await engineWith(maxWholePixels)
    const outcome: StepOutcome = await engine.runStep({ ...step, onProgress })
    return { path: step.outputPath, notes: outcome.notes ?? [], warnings: outcome.warnings ?? [] }
  }

  const measure = async (step: SizeMeasurement, { maxWholePixels }: GifRunOptions) =>
    (await (await engineWith(maxWholePixels)).measureSize?.(step)) ?? null

  const writeInputs = async (files: readonly InputFile[], options: GifRunOptions) => {
    results += 1
    const paths = files.map((_, index) => join(folder, `given-${results}-${index}`))
    await Promise.all(files.map(({ bytes }, index) => writeFile(paths[index] ?? '', bytes)))
    const names = files.map(({ name }) => name)
    return buildStep(files[0]?.format ?? 'png', paths, names, options)
  }

  return {
    async draw(name, ...args) {
      const path = join(folder, name)
      await ffmpeg('-y', ...args, path)
      return path
    },
    video: (path, from, options = {}) => run(buildStep(from, [path], ['video'], options), options),
    images: async (files, options = {}) => run(await writeInputs(files, options), options),
    measureVideo: (path, from, options = {}) => measure(buildStep(from, [path], ['video'], options), options),
    measureImages: async (files, options = {}) => measure(await writeInputs(files, options), options),
    async rejection(work) {
      const before = await readdir(folder)
      const outcome = await work.catch((error: unknown) => error)
      expect(outcome).toBeInstanceOf(AppError)
      const created = (await readdir(folder)).filter(name => !before.includes(name))
      expect(created.filter(name => !name.startsWith('given-'))).toEqual([])
      return outcome as AppError
    },
  }
}

export interface AnimationInfo {
  readonly width: number
  readonly height: number
  readonly frames: number
  /** 0 plays forever. */
  readonly plays: number
  readonly delaysMs: readonly number[]
}

/** Metadata of a GIF or WebP as read by libvips, independent of the code under test. */
export async function inspectAnimation(path: string): Promise<AnimationInfo> {
  const {
    width,
    height,
    pageHeight,
    pages = 1,
    loop = -1,
    delay = [],
  } = await sharp(path, {
    animated: true,
  }).metadata()
  return { width, height: pageHeight ?? height, frames: pages, plays: loop, delaysMs: delay }
}

/** Metadata of an animated PNG, from its chunks. */
export async function inspectApng(path: string): Promise<AnimationInfo> {
  const png = await readFile(path)
  const delaysMs: number[] = []
  let [plays, frames] = [-1, 0]
  for (let at = 8; at + 12 <= png.length; at += 12 + png.readUInt32BE(at)) {
    const kind = png.toString('latin1', at + 4, at + 8)
    if (kind === 'acTL') [frames, plays] = [png.readUInt32BE(at + 8), png.readUInt32BE(at + 12)]
    if (kind === 'fcTL')
      delaysMs.push(Math.round((png.readUInt16BE(at + 28) * 1000) / png.readUInt16BE(at + 30)))
  }
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20), frames, plays, delaysMs }
}

/** One rendered frame as RGBA. */
export function frameOf(path: string, page: number): Promise<Buffer> {
  return sharp(path, { page }).ensureAlpha().raw().toBuffer()
}

/** Mean difference of two frames, 0 to 255, in a byte range. */
export function difference(one: Buffer, other: Buffer, from = 0, until = one.length): number {
  let sum = 0
  for (let at = from; at < until; at += 1) sum += Math.abs((one[at] ?? 0) - (other[at] ?? 0))
  return sum / (until - from)
}
