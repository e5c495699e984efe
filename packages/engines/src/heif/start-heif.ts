/** HEIF engine: `heif-enc` encodes PNG files as HEIC, in a separate sandboxed process, since its encoder is under the GPL. */
import { constants, createReadStream, createWriteStream } from 'node:fs'
import { access, type FileHandle, open, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppError } from '@filesmith/contract/errors'
import { formats } from '@filesmith/contract/formats'
import type { z } from 'zod'
import { handle, runStepsWith } from '../ability.ts'
import type { EngineSettings, LiveEngine, StepOutcome, StepRun } from '../engine.ts'
import type { ImageQuality, imageStepOptions } from '../image-request.ts'
import { type JobFolder, withJobFolder } from '../process/job-folder.ts'
import { runProcess } from '../process/run-process.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { startTimedProgress } from '../timed-progress.ts'
import { heifEncode } from './abilities.ts'

/** Splits PNG files that follow each other into one file for each, without reading the pixels into memory. */
const signatureBytes = 8
/** Length and type before, and checksum after the data. */
const chunkFrameBytes = 12
const headerBytes = 8
/** Of width and height in the first chunk. */
const sidesAt = 16
const sidesBytes = 8

interface PngPage {
  readonly name: string
  readonly longerSide: number
}

/** In the order of the pages. */
async function splitPngPages(path: string, folder: string): Promise<readonly PngPage[]> {
  const spans = await findPages(path)
  return Promise.all(
    spans.map(async ({ start, end, longerSide }, index) => {
      const name = `page-${index + 1}.png`
      await pipeline(createReadStream(path, { start, end: end - 1 }), createWriteStream(join(folder, name)))
      return { name, longerSide }
    }),
  )
}

interface Span extends Omit<PngPage, 'name'> {
  readonly start: number
  readonly end: number
}

async function findPages(path: string): Promise<readonly Span[]> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const pages: Span[] = []
    const sides = Buffer.alloc(sidesBytes)
    let start = 0
    while (start < size) {
      const end = await endOfPng(file, start, size)
      await file.read(sides, 0, sidesBytes, start + sidesAt)
      pages.push({ start, end, longerSide: Math.max(sides.readUInt32BE(0), sides.readUInt32BE(4)) })
      start = end
    }
    return pages
  } finally {
    await file.close()
  }
}

/** The whole rest, if the file ends early. */
async function endOfPng(file: FileHandle, start: number, size: number): Promise<number> {
  const header = Buffer.alloc(headerBytes)
  let at = start + signatureBytes
  while (at + chunkFrameBytes <= size) {
    await file.read(header, 0, headerBytes, at)
    at += header.readUInt32BE() + chunkFrameBytes
    if (header.toString('latin1', 4) === 'IEND') return Math.min(at, size)
  }
  return size
}

const program = '/usr/bin/heif-enc'
const tool = 'Writing HEIC'
/** Where the encoder is a plugin of libheif that is not installed. */
const withoutEncoder = /no \w+ encoder available/i

/** From 0 to 100, each looks about as good as the AVIF of the same name. */
const percentOf: Readonly<Record<ImageQuality, number>> = { high: 80, medium: 55, low: 35 }
const lowestPercent = 10
/** A third of the time of the next one, for files that are about a sixth larger. */
const preset = 'ultrafast'
/** Operating systems disagree on 1000 or 1024 bytes per kilobyte; the smaller unit keeps the limit in both. */
const bytesPerKilobyte = 1000
const typicalEncodingMs = 6000

export async function startHeif(settings: EngineSettings, sandbox: Sandbox): Promise<LiveEngine> {
  await access(program, constants.X_OK).catch(() => {
    throw new Error(`The program ${program} is missing; install the package "libheif-examples".`)
  })
  const encode = (run: StepRun<HeifOptions>) =>
    withJobFolder(run.outputPath, folder => encodeHeic({ settings, sandbox, run, folder }))
  return { runStep: runStepsWith(handle(heifEncode, encode)), close: async () => {} }
}

type HeifOptions = z.infer<typeof imageStepOptions>

interface HeifContext {
  readonly settings: EngineSettings
  readonly sandbox: Sandbox
  readonly run: StepRun<HeifOptions>
  readonly folder: JobFolder
}

async function encodeHeic(context: HeifContext): Promise<StepOutcome> {
  const { run, folder } = context
  const { quality, qualityPercent, maxKilobytes } = run.step.options
  const progress = startTimedProgress(run.onProgress, typicalEncodingMs)
  try {
    progress.report({ percent: 10, stage: 'encode' }, 95)
    const pages = await splitPngPages(run.inputPath, folder.input)
    checkFits(pages)
    const names = pages.map(({ name }) => name)
    const write = (percent: number) => runEncoder(context, names, percent)
    const wanted = qualityPercent ?? percentOf[quality]
    const path =
      maxKilobytes > 0
        ? await writeWithin(maxKilobytes * bytesPerKilobyte, wanted, write)
        : await write(wanted)
    await rename(path, run.outputPath)
    run.onProgress({ percent: 100, stage: 'done' })
    return pages.length > 1 ? { pages: pages.length } : {}
  } finally {
    progress.stop()
  }
}

/** The steps before do not know the limit of this format. */
function checkFits(pages: readonly PngPage[]): void {
  const { label: format, maxSide: pixels } = formats.heic
  if (pages.some(({ longerSide }) => longerSide > pixels))
    throw new AppError('image-does-not-fit', { format, pixels })
}

/** The highest quality within the size, by binary search. */
async function writeWithin(
  maxBytes: number,
  wanted: number,
  write: (percent: number) => Promise<string>,
): Promise<string> {
  const fitsAt = async (percent: number) => (await stat(await write(percent))).size <= maxBytes
  if (await fitsAt(wanted)) return write(wanted)
  if (!(await fitsAt(lowestPercent)))
    throw new AppError('file-size-unreachable', {
      kilobytes: Math.floor(maxBytes / bytesPerKilobyte),
      format: formats.heic.label,
    })
  let [fits, tooLarge] = [lowestPercent, wanted]
  while (tooLarge - fits > 1) {
    const middle = Math.floor((fits + tooLarge) / 2)
    if (await fitsAt(middle)) fits = middle
    else tooLarge = middle
  }
  return write(fits)
}

/** All pages in one file, the first as its main image. */
async function runEncoder(
  { settings, sandbox, run, folder }: HeifContext,
  pages: readonly string[],
  percent: number,
): Promise<string> {
  const name = 'result.heic'
  await runProcess(sandbox, {
    program,
    tool,
    input: folder.input,
    outFolder: folder.output,
    args: paths => [
      // Cameras and phones show no other chroma subsampling than 4:2:0, which is the default.
      ...['-q', `${percent}`, '-p', `preset=${preset}`, '-o', join(paths.outFolder, name)],
      ...pages.map(page => join(paths.input, page)),
    ],
    timeoutMs: settings.stepTimeoutMs,
    limits: { memoryBytes: 2 * settings.maxMemoryBytes, fileBytes: settings.maxOutputBytes },
    signal: run.signal,
    failure: exit => {
      const cause = new Error(`heif-enc ended (code ${exit.code}, signal ${exit.signal})`, {
        cause: exit.stderr,
      })
      if (withoutEncoder.test(exit.stderr)) return new AppError('engine-missing', { tool }, { cause })
      return new AppError('file-damaged', { format: formats[run.step.from].label }, { cause })
    },
  })
  return join(folder.output, name)
}
