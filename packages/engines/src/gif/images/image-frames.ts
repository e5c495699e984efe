/** Has pictures, or one moving picture, read inside the jail: frames of one size, on disk. */
import { open, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import { type FormatId, formats } from '@filesmith/contract/formats'
import { convertImage } from '@filesmith/contract/operations/convert-image'
import { sniffFormat, sniffHeadBytes } from '@filesmith/contract/sniff-format'
import { z } from 'zod'
import type { StepRun } from '../../engine.ts'
import type { ImageInput } from '../../image-request.ts'
import type { Clip, GifContext, GifFormat, GifOptions } from '../gif-context.ts'
import { runSandboxed } from '../run-sandboxed.ts'
import { imageDelaysMs, videoDelaysMs } from '../timing.ts'
import type { ImageJob } from './image-job.ts'

const framesName = 'pictures.rgba'
const answerName = 'pictures.json'

/** It comes from where hostile files are read. */
const answerSchema = z.object({
  width: z.int().min(1),
  height: z.int().min(1),
  frames: z.int().min(1),
  hasAlpha: z.boolean(),
  playedSeconds: z.number().positive().nullable(),
  stilled: z.int().min(0),
})

interface GivenImage {
  readonly path: string
  readonly name: string
  readonly format: ImageInput
}

export async function imageFrames(
  context: GifContext,
  run: StepRun,
  options: GifOptions,
  workFolder: string,
): Promise<Clip> {
  const images = await givenImages(run)
  const { settings, sandbox } = context
  const seenAt = (index: number, path: string) => (sandbox.isIsolated ? `/job/pictures/${index}` : path)
  await runSandboxed(context, {
    program: 'pictures/program.ts',
    packages: ['sharp', '@imagemagick/magick-wasm'],
    input: run.inputPath,
    workFolder,
    mounts: images.map(({ path }, index) => ({ source: path, target: seenAt(index, path) })),
    job: ({ outFolder }): ImageJob => ({
      files: images.map(({ path, format }, index) => ({ path: seenAt(index, path), format })),
      width: options.width,
      format: run.step.to as GifFormat,
      piece: options,
      framesPath: join(outFolder, framesName),
      answerPath: join(outFolder, answerName),
      maxPixels: settings.maxPixels,
      maxAnimationPixels: settings.maxAnimationPixels,
    }),
    signal: run.signal,
    onShare: share => run.onProgress({ percent: Math.floor(share * 40), stage: 'decode' }),
    errorParams: index => ({ format: labelOf(images, index) }),
  })
  const answer = answerSchema.parse(JSON.parse(await readFile(join(workFolder, answerName), 'utf8')))
  const { width, height, frames, hasAlpha, playedSeconds, stilled } = answer
  const { fps, delays } = options
  return {
    ...{ width, height, path: join(workFolder, framesName), hasAlpha },
    delaysMs:
      playedSeconds === null ? imageDelaysMs(frames, fps, delays) : videoDelaysMs(frames, fps, playedSeconds),
    isSlideshow: playedSeconds === null,
    notes: stilled === 0 ? [] : ['Of moving pictures among several files only the first frame is shown.'],
  }
}

async function givenImages({ files, inputPath, step }: StepRun): Promise<readonly GivenImage[]> {
  const given = files ?? [{ path: inputPath, name: basename(inputPath) }]
  return Promise.all(
    given.map(async ({ path, name }, index) => {
      const format = index === 0 ? step.from : await formatOf(path)
      const isImage = (convertImage.inputs as readonly FormatId[]).includes(format)
      if (!isImage) throw new AppError('unsupported-input', { format: formats[format].label })
      return { path, name, format: format as ImageInput }
    }),
  )
}

async function formatOf(path: string): Promise<FormatId> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sniffHeadBytes), 0, sniffHeadBytes, 0)
    const format = sniffFormat(buffer.subarray(0, bytesRead))
    if (format === undefined) throw new AppError('unknown-type')
    return format
  } finally {
    await file.close()
  }
}

/** Among several files it has to be said which one is meant. */
function labelOf(images: readonly GivenImage[], index: number): string {
  const { format, name } = images[index] ?? { format: 'png', name: '' }
  const { label } = formats[format]
  return images.length === 1 ? label : `${label} (${name})`
}
