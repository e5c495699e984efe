/** Decodes images, or one animated image, in the sandbox to raw frames of one size. */
import { basename, join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import { type FormatId, formats } from '@filesmith/contract/formats'
import { convertImage } from '@filesmith/contract/operations/convert-image'
import { z } from 'zod'
import { elementAt } from '../../element-at.ts'
import type { StepRun } from '../../engine.ts'
import { imagePackages } from '../../image-helpers.ts'
import { damagedImage } from '../../image-notes.ts'
import type { ImageInput } from '../../image-request.ts'
import { readReport } from '../../process/read-report.ts'
import { pathInside } from '../../process/sandbox.ts'
import { sniffFiles } from '../../process/sniff-files.ts'
import { heifWithoutEncoder } from '../../process/trimmed-libraries.ts'
import type { Clip, GifContext, GifFormat, GifOptions } from '../gif-context.ts'
import { runSandboxed } from '../run-sandboxed.ts'
import { imageDelaysMs, videoDelaysMs } from '../timing.ts'
import type { ImageJob } from './image-job.ts'

const framesName = 'images.rgba'
const resultFileName = 'images.json'

/** Validated, because the process that writes it parses untrusted files. */
const resultSchema = z.object({
  width: z.int().min(1),
  height: z.int().min(1),
  frames: z.int().min(1),
  hasAlpha: z.boolean(),
  playedSeconds: z.number().positive().nullable(),
  reducedAnimations: z.int().min(0),
  damagedFiles: z.array(z.int()),
})

interface InputImage {
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
  const images = await inputImages(context, run, workFolder)
  const { settings, sandbox } = context
  const mounts = images.map(({ path }, index) => ({ source: path, target: `/job/images/${index}` }))
  const heif = heifWithoutEncoder(sandbox)
  await runSandboxed(context, {
    program: 'images/program.ts',
    packages: imagePackages,
    input: run.inputPath,
    workFolder,
    mounts: [...mounts, ...heif.mounts],
    env: heif.env,
    job: ({ outFolder }): ImageJob => ({
      files: images.map(({ format }, index) => ({
        path: pathInside(sandbox, elementAt(mounts, index)),
        format,
      })),
      width: options.width,
      format: run.step.to as GifFormat,
      range: options,
      framesPath: join(outFolder, framesName),
      resultPath: join(outFolder, resultFileName),
      maxPixels: settings.maxPixels,
      maxAnimationPixels: settings.maxAnimationPixels,
    }),
    signal: run.signal,
    onShare: share => run.onProgress({ percent: Math.floor(share * 40), stage: 'decode' }),
    errorParams: index => ({ format: labelOf(images, index) }),
  })
  const result = resultSchema.parse(JSON.parse(await readReport(join(workFolder, resultFileName))))
  const { width, height, frames, hasAlpha, playedSeconds, reducedAnimations, damagedFiles } = result
  const { fps, delays } = options
  return {
    ...{ width, height, path: join(workFolder, framesName), hasAlpha },
    delaysMs:
      playedSeconds === null ? imageDelaysMs(frames, fps, delays) : videoDelaysMs(frames, fps, playedSeconds),
    isSlideshow: playedSeconds === null,
    notes:
      reducedAnimations === 0 ? [] : ['Animated images among several files show only their first frame.'],
    warnings: damagedFiles.map(index => damageWarning(images, index)),
  }
}

async function inputImages(
  context: GifContext,
  { files, inputPath, step, signal }: StepRun,
  workFolder: string,
): Promise<readonly InputImage[]> {
  const given = files ?? [{ path: inputPath, name: basename(inputPath) }]
  const paths = given.slice(1).map(({ path }) => path)
  const found = [step.from, ...(await sniffFiles(context, { paths, workFolder, signal }))]
  return given.map(({ path, name }, index) => {
    const format = found[index]
    if (!format) throw new AppError('unknown-type')
    const isImage = (convertImage.inputs as readonly FormatId[]).includes(format)
    if (!isImage) throw new AppError('unsupported-input', { format: formats[format].label })
    return { path, name, format: format as ImageInput }
  })
}

function damageWarning(images: readonly InputImage[], index: number): string {
  if (images.length === 1) return damagedImage
  return `The image "${images[index]?.name}" is damaged: parts of it could not be read.`
}

/** With several files, error messages include the file name. */
function labelOf(images: readonly InputImage[], index: number): string {
  const { format, name } = images[index] ?? { format: 'png', name: '' }
  const { label } = formats[format]
  return images.length === 1 ? label : `${label} (${name})`
}
