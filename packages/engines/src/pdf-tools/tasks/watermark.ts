/** Draws a text or an image over or under pages. */
import type { WatermarkPosition, watermarkPdf } from '@filesmith/contract/operations/pdf/watermark-pdf'
import type { z } from 'zod'
import { JobFailure } from '../../process/job-failure.ts'
import { assembleForEditing } from '../assemble/assemble.ts'
import { type Drawing, Drawings } from '../draw/drawings.ts'
import { drawnPages } from '../draw/drawn-pages.ts'
import { boundsOf, centeredAt, type DrawnSize, type Point, seenSize } from '../draw/geometry.ts'
import { imageForPdf, splitPdfs } from '../draw/open-images.ts'
import { type Placement, putOnPages } from '../draw/put-on-pages.ts'
import type { PdfReport } from '../job.ts'
import { readPages } from '../qpdf/read-pages.ts'
import { writeResult } from '../qpdf/write-result.ts'
import type { TaskRun } from './task.ts'

type WatermarkOptions = z.output<typeof watermarkPdf.options>

/** Between the watermark and the edge, as a share of the shorter side. */
const marginShare = 0.03
/** Between tiles, as a share of their size. */
const gapShare = 0.5
const maxTilesPerSide = 40

export async function watermark({ job, report }: TaskRun, options: WatermarkOptions): Promise<PdfReport> {
  const { pdfJob, others: images } = await splitPdfs(job)
  const { path, warnings } = await assembleForEditing(pdfJob, options.pages)
  const document = await readPages(path)
  const chosen = drawnPages(options.onPages, document.pages.length)
  report(30, 'pages')
  const drawings = await Drawings.create()
  const opacity = options.opacity / 100
  const [image] = images
  if (image === undefined && options.text.trim() === '')
    throw new JobFailure('invalid-request', {
      reason: 'Please give either a text or an image for the watermark.',
    })
  const drawing =
    image === undefined
      ? await drawings.addText(options.text, { fontSize: 48, color: options.color, opacity, align: 'center' })
      : await drawings.addImage(await imageForPdf(image.path, job.maxPixels), opacity)
  const drawn = await putOnPages(job, {
    path,
    document,
    drawings,
    placementsOf: (page, index) => (chosen.has(index) ? placementsOn(seenSize(page), drawing, options) : []),
    isBelow: options.layer === 'below',
  })
  report(80, 'pages')
  await writeResult(job, drawn)
  return { warnings: [...warnings] }
}

type Layout = Pick<WatermarkOptions, 'position' | 'tiled' | 'rotation' | 'size'>

function placementsOn(
  page: DrawnSize,
  drawing: Drawing,
  { position, tiled, rotation, size }: Layout,
): Placement[] {
  const margin = Math.min(page.width, page.height) * marginShare
  const bounds = boundsOf(drawing, rotation)
  const scale = Math.min(
    (page.width * size) / 100 / drawing.width,
    (page.width - 2 * margin) / bounds.width,
    (page.height - 2 * margin) / bounds.height,
  )
  const box = { width: bounds.width * scale, height: bounds.height * scale }
  const centers = tiled ? tileCenters(page, box) : [centerOf(position, page, box, margin)]
  return centers.map(center => ({
    drawing,
    matrix: centeredAt(drawing, center, { scale, degrees: rotation }),
  }))
}

function centerOf(position: WatermarkPosition, page: DrawnSize, box: DrawnSize, margin: number): Point {
  const words = position.split('-')
  const along = (length: number, boxLength: number, isStart: boolean, isEnd: boolean) => {
    if (isStart) return margin + boxLength / 2
    return isEnd ? length - margin - boxLength / 2 : length / 2
  }
  return {
    x: along(page.width, box.width, words.includes('left'), words.includes('right')),
    y: along(page.height, box.height, words.includes('bottom'), words.includes('top')),
  }
}

/** A grid around the center of the page. */
function tileCenters(page: DrawnSize, box: DrawnSize): Point[] {
  const countOf = (length: number, step: number) => Math.min(maxTilesPerSide, Math.ceil(length / step))
  const [stepX, stepY] = [box.width * (1 + gapShare), box.height * (1 + gapShare)]
  const [columns, rows] = [countOf(page.width, stepX), countOf(page.height, stepY)]
  const at = (index: number, count: number, length: number, step: number) =>
    length / 2 + (index - (count - 1) / 2) * step
  return Array.from({ length: columns * rows }, (_, index) => ({
    x: at(index % columns, columns, page.width, stepX),
    y: at(Math.floor(index / columns), rows, page.height, stepY),
  }))
}
