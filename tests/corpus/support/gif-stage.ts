/** The engine of moving pictures and a folder of clips for the tests of one file. */
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
import { gifsiclePath, startGif } from '@filesmith/engines/gif/start-gif'
import { createSandbox, type Sandbox } from '@filesmith/engines/process/sandbox'
import { defaultEngineSettings } from '@filesmith/engines/runtime'
import sharp from 'sharp'
import { afterAll, beforeAll, expect } from 'vitest'
import { ffmpeg } from '../../support/run-program.ts'

export interface GivenFile {
  readonly name: string
  readonly format: FormatId
  readonly bytes: Buffer
}

interface Job {
  readonly to?: FormatId
  readonly options?: Readonly<Record<string, string | number | boolean>>
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
  readonly optimiser?: string
}

export interface GifResult {
  readonly path: string
  readonly notes: readonly string[]
}

export interface GifStage {
  /** A film drawn by ffmpeg, by its name in the folder. */
  draw(name: string, ...args: readonly string[]): Promise<string>
  video(path: string, from: FormatId, job?: Job): Promise<GifResult>
  images(files: readonly GivenFile[], job?: Job): Promise<GifResult>
  /** How large it becomes, without making it. */
  measureVideo(path: string, from: FormatId, job?: Job): Promise<MeasuredSize | null>
  measureImages(files: readonly GivenFile[], job?: Job): Promise<MeasuredSize | null>
  /** The error it was refused with; fails when it was not, or when anything is left behind. */
  refusal(work: Promise<unknown>): Promise<AppError>
}

export function openGifStage(): GifStage {
  let folder = ''
  let sandbox: Sandbox
  const engines = new Map<string, LiveEngine>()
  let results = 0

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gif-stage-'))
    sandbox = await createSandbox('required', () => {})
  })
  afterAll(async () => {
    for (const engine of engines.values()) await engine.close()
    await rm(folder, { recursive: true })
  })

  const engineWith = async (optimiser = gifsiclePath) => {
    const settings = { ...defaultEngineSettings, warn: () => {} }
    const engine = engines.get(optimiser) ?? (await startGif(settings, sandbox, optimiser))
    engines.set(optimiser, engine)
    return engine
  }

  const given = (
    from: FormatId,
    paths: readonly string[],
    names: readonly string[],
    { to = 'gif', options = {}, signal = new AbortController().signal }: Job,
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

  const run = async (step: SizeMeasurement, { optimiser, onProgress = () => {} }: Job) => {
    const engine = await engineWith(optimiser)
    const outcome: StepOutcome = await engine.runStep({ ...step, onProgress })
    return { path: step.outputPath, notes: outcome.notes ?? [] }
  }

  const measure = async (step: SizeMeasurement, { optimiser }: Job) =>
    (await (await engineWith(optimiser)).measureSize?.(step)) ?? null

  const lay = async (files: readonly GivenFile[], job: Job) => {
    results += 1
    const paths = files.map((_, index) => join(folder, `given-${results}-${index}`))
    await Promise.all(files.map(({ bytes }, index) => writeFile(paths[index] ?? '', bytes)))
    const names = files.map(({ name }) => name)
    return given(files[0]?.format ?? 'png', paths, names, job)
  }

  return {
    async draw(name, ...args) {
      const path = join(folder, name)
      await ffmpeg('-y', ...args, path)
      return path
    },
    video: (path, from, job = {}) => run(given(from, [path], ['film'], job), job),
    images: async (files, job = {}) => run(await lay(files, job), job),
    measureVideo: (path, from, job = {}) => measure(given(from, [path], ['film'], job), job),
    measureImages: async (files, job = {}) => measure(await lay(files, job), job),
    async refusal(work) {
      const before = await readdir(folder)
      const outcome = await work.catch((error: unknown) => error)
      expect(outcome).toBeInstanceOf(AppError)
      const made = (await readdir(folder)).filter(name => !before.includes(name))
      expect(made.filter(name => !name.startsWith('given-'))).toEqual([])
      return outcome as AppError
    },
  }
}

export interface Moving {
  readonly width: number
  readonly height: number
  readonly frames: number
  /** 0 is for ever. */
  readonly plays: number
  readonly delaysMs: readonly number[]
}

/** What another reader than ours says about a GIF or WEBP. */
export async function inspectAnimation(path: string): Promise<Moving> {
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

/** Of an animated PNG, from its own chunks. */
export async function lookAtApng(path: string): Promise<Moving> {
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

/** One frame as it is shown, as red, green, blue and opacity of every pixel. */
export function frameOf(path: string, page: number): Promise<Buffer> {
  return sharp(path, { page }).ensureAlpha().raw().toBuffer()
}

/** The mean difference of two frames, 0 to 255, in a range of rows. */
export function difference(one: Buffer, other: Buffer, from = 0, until = one.length): number {
  let sum = 0
  for (let at = from; at < until; at += 1) sum += Math.abs((one[at] ?? 0) - (other[at] ?? 0))
  return sum / (until - from)
}
