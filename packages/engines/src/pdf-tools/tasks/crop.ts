/** Shows less of pages, by their CropBox. */
import { join } from 'node:path'
import type { cropPdf } from '@filesmith/contract/operations/pdf/crop-pdf'
import type { z } from 'zod'
import { transformPoint } from '../../pdf/read/matrix.ts'
import { JobFailure } from '../../process/job-failure.ts'
import { assembleForEditing } from '../assemble/assemble.ts'
import { drawnPages } from '../draw/drawn-pages.ts'
import { seenMatrix, seenSize } from '../draw/geometry.ts'
import type { PdfReport } from '../job.ts'
import { type QpdfObject, updateObjects } from '../qpdf/objects.ts'
import { type PageBox, type PdfPage, readPages } from '../qpdf/read-pages.ts'
import { writeResult } from '../qpdf/write-result.ts'
import type { TaskRun } from './task.ts'

type CropOptions = z.output<typeof cropPdf.options>

const pointsPerMillimeter = 72 / 25.4
/** Readers refuse smaller pages (ISO 32000-1, annex C). */
const minSide = 3

export async function crop({ job, report }: TaskRun, options: CropOptions): Promise<PdfReport> {
  const { path, warnings } = await assembleForEditing(job, options.pages)
  const { pages } = await readPages(path)
  const chosen = drawnPages(options.onPages, pages.length)
  report(40, 'pages')
  const changes = new Map<string, QpdfObject>()
  for (const [index, page] of pages.entries()) {
    if (!chosen.has(index)) continue
    const box = boxOf(page, options)
    if (box === undefined)
      throw new JobFailure('invalid-request', { reason: `Nothing would be left of page ${index + 1}.` })
    // The other boxes must lie inside the CropBox to have a meaning.
    const { '/TrimBox': _trim, '/ArtBox': _art, '/BleedBox': _bleed, ...dict } = page.dict
    changes.set(page.reference, { value: { ...dict, '/CropBox': [...box] } })
  }
  const cropped = join(job.outFolder, 'cropped.pdf')
  await updateObjects({ path, resultPath: cropped }, changes)
  report(80, 'pages')
  await writeResult(job, cropped)
  return {
    notes: ['What was cut off is no longer shown, but stays in the file and can be restored.'],
    warnings: [...warnings],
  }
}

function boxOf(page: PdfPage, { top, right, bottom, left, width, height }: CropOptions): PageBox | undefined {
  const seen = seenSize(page)
  const points = (millimeters: number) => millimeters * pointsPerMillimeter
  const from = { x: points(left), y: seen.height - points(top) }
  const to = {
    x: width === undefined ? seen.width - points(right) : Math.min(seen.width, from.x + points(width)),
    y: height === undefined ? points(bottom) : Math.max(0, from.y - points(height)),
  }
  if (to.x - from.x < minSide || from.y - to.y < minSide) return undefined
  const matrix = seenMatrix(page)
  const [firstX, firstY] = transformPoint(matrix, from.x, from.y)
  const [secondX, secondY] = transformPoint(matrix, to.x, to.y)
  return [
    Math.min(firstX, secondX),
    Math.min(firstY, secondY),
    Math.max(firstX, secondX),
    Math.max(firstY, secondY),
  ]
}
