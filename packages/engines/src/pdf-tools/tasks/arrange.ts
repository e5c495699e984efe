/** Puts several pages on each sheet, or makes a booklet. */
import { join } from 'node:path'
import { type arrangePdf, paperSizes } from '@filesmith/contract/operations/pdf/arrange-pdf'
import type { z } from 'zod'
import { multiply } from '../../pdf/read/matrix.ts'
import { assembleForEditing } from '../assemble/assemble.ts'
import { type DrawnSize, inverse, seenMatrix, seenSize, writeMatrix } from '../draw/geometry.ts'
import type { PdfReport } from '../job.ts'
import { readCatalog } from '../qpdf/catalog.ts'
import { updateObjects } from '../qpdf/pdf-document.ts'
import { type IndirectObject, type PdfValue, textStream } from '../qpdf/pdf-value.ts'
import { type PdfPage, readPages } from '../qpdf/read-pages.ts'
import { runQpdf } from '../qpdf/run-qpdf.ts'
import { writeResult } from '../qpdf/write-result.ts'
import { pageForms } from '../sheets/page-forms.ts'
import { bookletSides, cellsOf, chooseShape, fitScale, type SheetCell } from '../sheets/sheet-plan.ts'
import type { TaskRun } from './task.ts'

type ArrangeOptions = z.output<typeof arrangePdf.options>

const pointsPerMillimeter = 72 / 25.4

/** What refers to pages, and has no meaning on sheets. */
const droppedKeys = [
  '/AcroForm',
  '/Dests',
  '/MarkInfo',
  '/Names',
  '/OpenAction',
  '/Outlines',
  '/PageLabels',
  '/PageMode',
  '/StructTreeRoot',
  '/Threads',
]

export async function arrange({ job, report }: TaskRun, options: ArrangeOptions): Promise<PdfReport> {
  const { path, warnings } = await assembleForEditing(job, options.pages)
  const flat = join(job.outFolder, 'flat.pdf')
  await runQpdf([path, '--generate-appearances', '--flatten-annotations=all', '--coalesce-contents', flat])
  const document = await readPages(flat)
  const { pages } = document
  report(40, 'pages')
  const forms = await pageForms(flat, document)
  const { changes } = forms
  let lastId = forms.lastId
  const add = (object: IndirectObject) => {
    const reference = `${++lastId} 0 R`
    changes.set(reference, object)
    return reference
  }

  const spacing = { gap: options.gap * pointsPerMillimeter, margin: options.margin * pointsPerMillimeter }
  const [first] = pages
  const seen = first === undefined ? { width: 1, height: 1 } : seenSize(first)
  const isBooklet = options.layout === 'booklet'
  const shapeFor = (page: DrawnSize) =>
    isBooklet ? bookletShape(paperSizes[options.paper]) : chooseShape(options, page, spacing)
  const sides = isBooklet ? bookletSides(pages.length) : sheetsOf(pages.length, options.perSheet)
  const root = `${++lastId} 0 R`
  const kids = sides.map(side => {
    // A page that is alone on its sheet decides how the paper is turned.
    const [alone, ...others] = side.map(index => (index === null ? undefined : pages[index]))
    const isAlone = options.perSheet === 1 && others.length === 0
    const shape = shapeFor(isAlone && alone ? seenSize(alone) : seen)
    const cells = cellsOf(shape, spacing, options.order)
    const drawn = side.flatMap((index, place) => {
      const [page, cell] = [index === null ? undefined : pages[index], cells[place]]
      return page === undefined || cell === undefined || index === null ? [] : [{ page, cell, index }]
    })
    const xObjects: Record<string, PdfValue> = {}
    for (const { index } of drawn) {
      const form = forms.references[index]
      if (form !== undefined) xObjects[`/Page${index + 1}`] = form
    }
    const content = drawn
      .map(({ page, cell, index }) =>
        drawPage(
          page,
          cell,
          `/Page${index + 1}` in xObjects ? `/Page${index + 1}` : undefined,
          options.borders,
        ),
      )
      .join('')
    return add({
      value: {
        '/Type': '/Page',
        '/Parent': root,
        '/MediaBox': [0, 0, shape.sheet.width, shape.sheet.height],
        '/Resources': { '/XObject': xObjects },
        '/Contents': add(textStream(content)),
      },
    })
  })
  changes.set(root, { value: { '/Type': '/Pages', '/Kids': kids, '/Count': kids.length } })
  await setPageTree(flat, root, changes)
  const arranged = join(job.outFolder, 'arranged.pdf')
  await updateObjects({ path: flat, resultPath: arranged }, changes)
  report(80, 'pages')
  await writeResult(job, arranged)
  const blanks = isBooklet ? sides.length * 2 - pages.length : 0
  return {
    notes: [
      'Links, bookmarks and tags of the pages are not on the sheets; form entries and comments are drawn as they look.',
      ...(isBooklet ? ['Print on both sides, flipped on the short edge, and fold in the middle.'] : []),
      ...(blanks > 0
        ? [
            `${blanks} empty ${blanks === 1 ? 'page was' : 'pages were'} added, because a folded sheet has four pages.`,
          ]
        : []),
    ],
    warnings: [...warnings],
  }
}

/** Two upright pages on turned paper. */
function bookletShape([short, long]: readonly [number, number]) {
  return { sheet: { width: long, height: short }, columns: 2, rows: 1 }
}

function sheetsOf(pageCount: number, perSheet: number): number[][] {
  return Array.from({ length: Math.ceil(pageCount / perSheet) }, (_, sheet) =>
    Array.from(
      { length: Math.min(perSheet, pageCount - sheet * perSheet) },
      (_, place) => sheet * perSheet + place,
    ),
  )
}

/** Scaled to fit, in the middle of its cell. */
function drawPage(page: PdfPage, cell: SheetCell, name: string | undefined, hasBorder: boolean): string {
  const size = seenSize(page)
  const scale = fitScale(size, cell)
  const [width, height] = [size.width * scale, size.height * scale]
  const left = cell.left + (cell.width - width) / 2
  const bottom = cell.bottom + (cell.height - height) / 2
  const matrix = multiply([scale, 0, 0, scale, left, bottom], inverse(seenMatrix(page)))
  const box = [left, bottom, width, height].map(number => number.toFixed(2)).join(' ')
  return `${name === undefined ? '' : `q ${writeMatrix(matrix)} cm ${name} Do Q\n`}${hasBorder ? `q 0.5 w 0 G ${box} re S Q\n` : ''}`
}

async function setPageTree(path: string, pages: string, changes: Map<string, IndirectObject>): Promise<void> {
  const { reference, dict } = await readCatalog(path)
  const kept = Object.entries(dict).filter(([key]) => !droppedKeys.includes(key))
  changes.set(reference, { value: { ...Object.fromEntries(kept), '/Pages': pages } })
}
