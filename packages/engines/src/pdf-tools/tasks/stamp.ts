/** Puts stamps and signatures on pages. */
import type { PdfStamp, stampPdf } from '@filesmith/contract/operations/pdf/stamp-pdf'
import type { z } from 'zod'
import type { Matrix } from '../../pdf/read/matrix.ts'
import { JobFailure } from '../../process/job-failure.ts'
import { assembleForEditing } from '../assemble/assemble.ts'
import { type Drawing, Drawings } from '../draw/drawings.ts'
import { drawnPages } from '../draw/drawn-pages.ts'
import { centeredAt, type DrawnSize, seenSize } from '../draw/geometry.ts'
import { imageForPdf, splitPdfs } from '../draw/open-images.ts'
import { putOnPages } from '../draw/put-on-pages.ts'
import type { PdfJob, PdfReport } from '../job.ts'
import { readPages } from '../qpdf/read-pages.ts'
import { writeResult } from '../qpdf/write-result.ts'
import type { TaskRun } from './task.ts'

type StampOptions = z.output<typeof stampPdf.options>

export async function stamp({ job, report }: TaskRun, options: StampOptions): Promise<PdfReport> {
  const { pdfJob, others: images } = await splitPdfs(job)
  const { path, warnings } = await assembleForEditing(pdfJob, options.pages)
  const document = await readPages(path)
  report(30, 'pages')
  const drawings = await Drawings.create()
  const stamps: { stamp: PdfStamp; drawing: Drawing; chosen: ReadonlySet<number> }[] = []
  for (const given of options.stamps)
    stamps.push({
      stamp: given,
      drawing: await draw(drawings, given, images, job),
      chosen: drawnPages(given.onPages, document.pages.length),
    })
  const drawn = await putOnPages(job, {
    path,
    document,
    drawings,
    placementsOf: (page, index) =>
      stamps
        .filter(({ chosen }) => chosen.has(index))
        .map(({ stamp: given, drawing }) => ({ drawing, matrix: placeAt(given, seenSize(page), drawing) })),
    isBelow: false,
  })
  report(80, 'pages')
  await writeResult(job, drawn)
  return { warnings: [...warnings] }
}

async function draw(
  drawings: Drawings,
  { text, path, pathWidth = 1, pathHeight = 1, strokeWidth, image = 1, color, opacity }: PdfStamp,
  images: readonly PdfJob['files'][number][],
  { maxPixels }: PdfJob,
): Promise<Drawing> {
  const share = opacity / 100
  if (text !== undefined)
    return drawings.addText(text, { fontSize: 24, color, opacity: share, align: 'center' })
  if (path !== undefined)
    return drawings.addPath(
      path,
      { width: pathWidth, height: pathHeight },
      { color, strokeWidth, opacity: share },
    )
  const file = images[image - 1]
  if (file === undefined)
    throw new JobFailure('invalid-request', { reason: `There is no image ${image} among the files.` })
  return drawings.addImage(await imageForPdf(file.path, maxPixels), share)
}

/** Given from the upper left corner, while PDF counts from the lower left one. */
function placeAt({ x, y, width, unit, rotation }: PdfStamp, page: DrawnSize, drawing: DrawnSize): Matrix {
  const [unitX, unitY] = unit === 'percent' ? [page.width / 100, page.height / 100] : [1, 1]
  const scale = (width * unitX) / drawing.width
  const center = {
    x: x * unitX + (drawing.width * scale) / 2,
    y: page.height - y * unitY - (drawing.height * scale) / 2,
  }
  return centeredAt(drawing, center, { scale, degrees: rotation })
}
