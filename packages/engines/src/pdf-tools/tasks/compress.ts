/** Makes a PDF smaller: images by the resolution at which they are shown, streams packed again, unused objects dropped. */
import { copyFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { compressPdf } from '@filesmith/contract/operations/pdf/compress-pdf'
import type { z } from 'zod'
import { assembleOne } from '../assemble/assemble.ts'
import { dropRedundant } from '../compress/drop-redundant.ts'
import { bilevelDpiFactor, type ImageEffort } from '../compress/encode-image.ts'
import { findImages, type ShownImage } from '../compress/find-images.ts'
import { shrinkFonts } from '../compress/fonts/shrink-fonts.ts'
import { isWorthwhile, type ShrunkImages, shrinkImages } from '../compress/shrink-images.ts'
import { type PdfReport, pdfResultName } from '../job.ts'
import { openPdfFile, PdfDocument } from '../qpdf/pdf-document.ts'
import type { TaskRun } from './task.ts'

type CompressOptions = z.output<typeof compressPdf.options>

const levels = {
  light: { dpi: 200, quality: 82 },
  balanced: { dpi: 150, quality: 72 },
  strong: { dpi: 96, quality: 55 },
} as const satisfies Record<string, ImageEffort>

/** From the best to the least that stays readable. */
const efforts: readonly ImageEffort[] = [
  { dpi: 300, quality: 90 },
  { dpi: 250, quality: 86 },
  { dpi: 200, quality: 82 },
  { dpi: 170, quality: 77 },
  { dpi: 150, quality: 72 },
  { dpi: 130, quality: 65 },
  { dpi: 110, quality: 58 },
  { dpi: 96, quality: 50 },
  { dpi: 84, quality: 40 },
  { dpi: 72, quality: 30, isLeast: true },
]

const bytesPerMegabyte = 1024 * 1024

interface Compressing extends TaskRun {
  readonly path: string
  /** Without what is stored in vain, and with smaller fonts. */
  readonly document: PdfDocument
  readonly images: readonly ShownImage[]
  readonly shrunkFonts: number
}

interface Written {
  readonly path: string
  readonly bytes: number
  readonly effort: ImageEffort | null
  readonly shrunk: ShrunkImages | null
}

export async function compress(task: TaskRun, options: CompressOptions): Promise<PdfReport> {
  const { job, report } = task
  const { path, warnings } = await assembleOne(job, options.pages)
  report(10, 'read')
  const file = await openPdfFile(path, join(job.outFolder, 'opened.pdf'))
  const document = new PdfDocument([file])
  await dropRedundant(file.path, document, join(job.outFolder, 'stream'))
  const images = await findImages(file.path, document, join(job.outFolder, 'content'))
  report(15, 'read')
  const shrunkFonts = await shrinkFonts({ path: file.path, document, prefix: join(job.outFolder, 'font') })
  report(20, 'images')
  const given = { ...task, path: file.path, document, images, shrunkFonts }
  const maxBytes = options.maxMegabytes === undefined ? undefined : options.maxMegabytes * bytesPerMegabyte
  const written =
    maxBytes === undefined
      ? await writeWith(given, levels[options.level ?? 'balanced'], 0)
      : await writeBelow(given, maxBytes)
  const { size: originalBytes } = await stat(path)
  const resultPath = join(job.outFolder, pdfResultName)
  const isSmaller = written.bytes < originalBytes
  if (isSmaller) await rename(written.path, resultPath)
  else await copyFile(path, resultPath)
  const bytes = Math.min(written.bytes, originalBytes)
  return {
    warnings: [...warnings],
    notes: [
      ...(isSmaller ? describe(written, shrunkFonts) : [alreadySmall]),
      ...missedNotes(bytes, maxBytes, written),
    ],
  }
}

const alreadySmall = 'The PDF cannot be made smaller this way, so it is unchanged.'

/** A search over the efforts: what the images save is known before the file is written. */
async function writeBelow(given: Compressing, maxBytes: number): Promise<Written> {
  const lossless = await write(given, null, null, 'lossless')
  if (lossless.bytes <= maxBytes) return lossless
  let [from, until] = [0, efforts.length - 1]
  let attempt = 0
  let best: Written | undefined
  while (from <= until) {
    const middle = Math.floor((from + until) / 2)
    const effort = efforts[middle]
    if (effort === undefined) break
    const written = await writeWith(given, effort, attempt++)
    if (written.bytes <= maxBytes) {
      best = written
      until = middle - 1
    } else {
      if (best === undefined || middle === efforts.length - 1) best = smallerOf(best, written, maxBytes)
      from = middle + 1
    }
  }
  return best ?? lossless
}

/** Of two results: one that fits, or else the smaller one. */
function smallerOf(one: Written | undefined, other: Written, maxBytes: number): Written {
  if (one === undefined || other.bytes <= maxBytes) return other
  return one.bytes <= other.bytes ? one : other
}

const maxAttempts = 5

async function writeWith(given: Compressing, effort: ImageEffort, attempt: number): Promise<Written> {
  const total = Math.max(1, given.images.filter(image => isWorthwhile(image, effort)).length)
  const start = 20 + (70 * attempt) / maxAttempts
  const shrunk = await shrinkImages(
    {
      ...given,
      prefix: join(given.job.outFolder, `image-${attempt}`),
      maxPixels: given.job.maxPixels,
      onImage: done => given.report(start + ((70 / maxAttempts) * done) / total, 'images'),
    },
    effort,
  )
  return write(given, effort, shrunk, String(attempt))
}

async function write(
  { document, job }: Compressing,
  effort: ImageEffort | null,
  shrunk: ShrunkImages | null,
  name: string,
): Promise<Written> {
  const path = join(job.outFolder, `compressed-${name}.pdf`)
  const changed = document.copy()
  for (const [number, stream] of shrunk?.changed ?? []) changed.setStream(stream, number)
  await changed.save(path, {
    trailer: changed.trailer(),
    workFolder: join(job.outFolder, `work-${name}`),
    args: [
      ...['--object-streams=generate', '--compress-streams=y', '--recompress-flate', '--compression-level=9'],
      '--remove-unreferenced-resources=yes',
    ],
  })
  return { path, bytes: (await stat(path)).size, effort, shrunk }
}

function describe({ effort, shrunk }: Written, shrunkFonts: number): string[] {
  const fonts =
    shrunkFonts === 0
      ? []
      : [
          shrunkFonts === 1
            ? '1 embedded font was reduced to the characters of the document.'
            : `${shrunkFonts} embedded fonts were reduced to the characters of the document.`,
        ]
  if (effort === null || shrunk === null || shrunk.changed.size === 0)
    return ['Nothing visible was given up: only the way it is stored changed.', ...fonts]
  const { size } = shrunk.changed
  const count = size === 1 ? '1 image was' : `${size} images were`
  const reduced =
    shrunk.reducedCount === 0
      ? ''
      : ` ${shrunk.reducedCount} of them had more than ${resolutionOf(effort, shrunk)} and were reduced to it.`
  const { recoloredCount } = shrunk
  const recolored =
    recoloredCount === 0 ? '' : ` ${recoloredCount} of them had inks of a printer and now have RGB.`
  return [
    `${count} compressed again with quality ${effort.quality}.${reduced}${recolored} Text and drawings are unchanged.`,
    ...fonts,
  ]
}

function resolutionOf({ dpi }: ImageEffort, { hasReducedBilevel }: ShrunkImages): string {
  return hasReducedBilevel ? `${dpi} dpi (${dpi * bilevelDpiFactor} dpi in black and white)` : `${dpi} dpi`
}

function missedNotes(bytes: number, maxBytes: number | undefined, { effort, shrunk }: Written): string[] {
  if (maxBytes === undefined || bytes <= maxBytes) return []
  const missed = `${megabytes(maxBytes)} MB cannot be reached`
  const smallest = `${megabytes(bytes)} MB is the smallest size`
  if (effort === null || shrunk === null || shrunk.changed.size === 0)
    return [`${missed}: ${smallest}, and no image can be made smaller. Removing pages helps.`]
  const { leftCount } = shrunk
  const left =
    leftCount === 0
      ? ''
      : ` ${leftCount === 1 ? '1 image is' : `${leftCount} images are`} of a kind that is left as it is.`
  return [
    `${missed}: ${smallest} with images at ${resolutionOf(effort, shrunk)} and quality ${effort.quality}.${left} Removing pages helps.`,
  ]
}

function megabytes(bytes: number): string {
  const value = bytes / bytesPerMegabyte
  return value < 10 ? String(Math.ceil(value * 100) / 100) : String(Math.ceil(value * 10) / 10)
}
