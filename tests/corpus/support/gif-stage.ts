/** The engine of moving pictures and a folder of clips for the tests of one file. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import type { FormatId } from '@filesmith/contract/formats'
import type { LiveEngine, Progress, StepOutcome } from '@filesmith/engines/engine'
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
  film(path: string, from: FormatId, job?: Job): Promise<GifResult>
  pictures(files: readonly GivenFile[], job?: Job): Promise<GifResult>
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

  const run = async (from: FormatId, paths: readonly string[], names: readonly string[], job: Job) => {
    const { to = 'gif', options = {} } = job
    results += 1
    const outputPath = join(folder, `result-${results}.${to}`)
    const files = paths.map((path, index) => ({ path, name: names[index] ?? '', modifiedAt: new Date(0) }))
    const engine = await engineWith(job.optimiser)
    const outcome: StepOutcome = await engine.runStep({
      step: { ability: 'gif-create', from, to, options },
      inputPath: paths[0] ?? '',
      files,
      outputPath,
      signal: job.signal ?? new AbortController().signal,
      onProgress: job.onProgress ?? (() => {}),
    })
    return { path: outputPath, notes: outcome.notes ?? [] }
  }

  return {
    async draw(name, ...args) {
      const path = join(folder, name)
      await ffmpeg('-y', ...args, path)
      return path
    },
    film: (path, from, job = {}) => run(from, [path], ['film'], job),
    async pictures(files, job = {}) {
      results += 1
      const paths = files.map((_, index) => join(folder, `given-${results}-${index}`))
      await Promise.all(files.map(({ bytes }, index) => writeFile(paths[index] ?? '', bytes)))
      return run(
        files[0]?.format ?? 'png',
        paths,
        files.map(({ name }) => name),
        job,
      )
    },
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
export async function lookAtMoving(path: string): Promise<Moving> {
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
