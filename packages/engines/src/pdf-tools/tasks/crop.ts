/** Shows less of pages, by their CropBox; what is cut off can be removed as a redaction does it. */
import { join } from 'node:path'
import type { cropPdf } from '@filesmith/contract/operations/pdf/crop-pdf'
import type { z } from 'zod'
import { transformPoint } from '../../pdf/read/matrix.ts'
import { JobFailure } from '../../process/job-failure.ts'
import { assembleForEditing } from '../assemble/assemble.ts'
import { drawnPages } from '../draw/drawn-pages.ts'
import { seenMatrix, seenSize } from '../draw/geometry.ts'
import type { PdfReport } from '../job.ts'
import { updateObjects } from '../qpdf/pdf-document.ts'
import type { IndirectObject } from '../qpdf/pdf-value.ts'
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
  const changes = new Map<string, IndirectObject>()
  for (const [index, page] of pages.entries()) {
    if (!chosen.has(index)) continue
    const box = boxOf(page, options)
    if (box === undefined)
      throw new JobFailure('invalid-request', { reason: `Nothing would be left of page ${index + 1}.` })
    // The other boxes must lie inside the CropBox to have a meaning.
    const { '/TrimBox': _trim, '/ArtBox': _art, '/BleedBox': _bleed, ...dict } = page.dict
    const media = options.remove ? { '/MediaBox': [...box] } : {}
    changes.set(page.reference, { value: { ...dict, ...media, '/CropBox': [...box] } })
  }
  const cropped = join(job.outFolder, 'cropped.pdf')
  await updateObjects({ path, resultPath: cropped }, changes)
  if (options.remove) {
    const { path: cleaned, notes } = await removeOutside({ job, report }, cropped, chosen)
    await writeResult(job, cleaned)
    return { notes: [...notes], warnings: [...warnings] }
  }
  report(80, 'pages')
  await writeResult(job, cropped)
  return {
    notes: ['What was cut off is no longer shown, but stays in the file and can be restored.'],
    warnings: [...warnings],
  }
}

/** In percent of a page; farther than any content can be. */
const far = 1_000_000

/** Redacts everything around the pages, which are cropped already. */
async function removeOutside({ job, report }: TaskRun, path: string, pages: ReadonlySet<number>) {
  const { redactDocument } = await import('../redact/redact-document.ts')
  const high = { y: -far, height: 100 + 2 * far }
  const around = [
    { x: -far, width: far, ...high },
    { x: 100, width: far, ...high },
    { x: 0, width: 100, y: -far, height: far },
    { x: 0, width: 100, y: 100, height: far },
  ]
  const { path: cleaned, notes } = await redactDocument({
    job,
    path,
    options: {
      pages: '',
      separate: false,
      areas: [...pages].flatMap(index =>
        around.map(area => ({ ...area, page: index + 1, unit: 'percent' as const })),
      ),
      words: [],
      patterns: [],
      matchCase: false,
      wholeWords: false,
      removeHiddenLayers: false,
      removeComments: false,
      removeFieldValues: false,
      color: '#ffffff',
      label: '',
    },
    // What is cut off is not secret.
    findsCopies: false,
    progress: percent => report(40 + percent * 0.5, 'redacting'),
  })
  const [, ...others] = notes
  return {
    path: cleaned,
    notes: [
      'What was cut off was removed from the file, with letters that the edge goes through; no text is left there.',
      ...others,
    ],
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
