/** Writes the report of a comparison: a page with the summary, then the pages side by side with their differences marked. */
import { join } from 'node:path'
import type { ComparedArea, ComparedPage, PdfComparison } from '@filesmith/contract/pdf/comparison'
import { type ListedPage, writePageList } from '@filesmith/contract/pdf/page-list'
import { multiply } from '../../pdf/read/matrix.ts'
import { JobFailure } from '../../process/job-failure.ts'
import { assembleForEditing } from '../assemble/assemble.ts'
import { type Drawing, Drawings } from '../draw/drawings.ts'
import { inverse, seenMatrix, seenSize, writeMatrix } from '../draw/geometry.ts'
import { type Placement, putOnPages } from '../draw/put-on-pages.ts'
import type { PdfJob } from '../job.ts'
import { readCatalog } from '../qpdf/catalog.ts'
import { updateObjects } from '../qpdf/pdf-document.ts'
import { type IndirectObject, type PdfValue, textStream } from '../qpdf/pdf-value.ts'
import { type PdfPage, readPages } from '../qpdf/read-pages.ts'
import { runQpdf } from '../qpdf/run-qpdf.ts'
import { writeResult } from '../qpdf/write-result.ts'
import { pageForms } from '../sheets/page-forms.ts'
import { fitScale, type SheetCell } from '../sheets/sheet-plan.ts'
import type { ComparedPaths } from './compare-documents.ts'
import { describePage, summaryLines } from './describe-comparison.ts'

export interface ReportRequest {
  readonly paths: ComparedPaths
  readonly names: ComparedPaths
  readonly comparison: PdfComparison
  /** Also those without differences. */
  readonly hasAllPages: boolean
}

type Side = 'old' | 'new'

/** A4, landscape. */
const sheet = { width: 841.89, height: 595.28 }
const margin = 28
const headHeight = 34
const gap = 14
const cellSize = {
  width: (sheet.width - 2 * margin - gap) / 2,
  height: sheet.height - 2 * margin - headHeight,
}
const cells: Readonly<Record<Side, SheetCell>> = {
  old: { ...cellSize, left: margin, bottom: margin },
  new: { ...cellSize, left: margin + cellSize.width + gap, bottom: margin },
}
/** Multiplied with what is below, so that the words stay readable. */
const wordColors: Readonly<Record<Side, string>> = { old: '1 0.68 0.66', new: '0.66 0.93 0.68' }
const frameColor = '0.85 0.45 0.05'
const ink = '#1f1b16'
const mutedInk = '#6b6459'

/** The number of its pages. */
export async function writeComparisonReport(job: PdfJob, request: ReportRequest): Promise<number> {
  const { comparison, paths, hasAllPages } = request
  const shown = comparison.pages.filter(page => hasAllPages || page.state !== 'same' || page.isMoved)
  const listed = shown.flatMap(page => [
    ...(page.old === null ? [] : [listedPage(1, page.old.page)]),
    ...(page.new === null ? [] : [listedPage(2, page.new.page)]),
  ])
  const { files, ...rest } = job
  const bothFiles = [paths.before, paths.after].map((path, index) => ({
    path,
    name: files[index]?.name ?? '',
  }))
  // A report without pages has one that only gives the file its structure.
  const pageList = writePageList([listed.length === 0 ? [listedPage(2, 1)] : listed])
  const { path } = await assembleForEditing({ ...rest, files: bothFiles }, pageList)
  const flat = join(job.outFolder, 'flat.pdf')
  await runQpdf([path, '--generate-appearances', '--flatten-annotations=all', '--coalesce-contents', flat])
  const sheets = await writeSheets(job, flat, shown, comparison)
  await writeResult(job, await addTexts(job, sheets, shown, request))
  return shown.length + 1
}

function listedPage(file: number, page: number): ListedPage {
  return { file, page, rotation: 0 }
}

async function writeSheets(
  job: PdfJob,
  flat: string,
  shown: readonly ComparedPage[],
  { texts }: PdfComparison,
): Promise<string> {
  const document = await readPages(flat)
  const forms = await pageForms(flat, document)
  const { changes } = forms
  let lastId = forms.lastId
  const add = (object: IndirectObject) => {
    const reference = `${++lastId} 0 R`
    changes.set(reference, object)
    return reference
  }
  const spotsOf = (side: Side) =>
    Map.groupBy(
      texts.flatMap(text => text[side]?.spots ?? []),
      ({ page }) => page,
    )
  const spots = { old: spotsOf('old'), new: spotsOf('new') }
  const marker = add({ value: { '/Type': '/ExtGState', '/BM': '/Multiply' } })
  const root = `${++lastId} 0 R`
  const addSheet = (content: string, xObjects: Record<string, PdfValue>) =>
    add({
      value: {
        '/Type': '/Page',
        '/Parent': root,
        '/MediaBox': [0, 0, sheet.width, sheet.height],
        '/Resources': { '/XObject': xObjects, '/ExtGState': { '/Marker': marker } },
        '/Contents': add(textStream(content)),
      },
    })
  let index = 0
  const kids = [
    addSheet('', {}),
    ...shown.map(compared => {
      const xObjects: Record<string, PdfValue> = {}
      let content = ''
      for (const side of ['old', 'new'] as const) {
        const shownSide = compared[side]
        if (shownSide === null) {
          content += drawMissing(cells[side])
          continue
        }
        const page = document.pages[index]
        const form = forms.references[index]
        const name = `/Page${++index}`
        if (page === undefined) continue
        if (form !== undefined) xObjects[name] = form
        content += drawSide(page, cells[side], form === undefined ? undefined : name, {
          words: spots[side].get(shownSide.page) ?? [],
          wordColor: wordColors[side],
          areas: compared.areas,
        })
      }
      return addSheet(content, xObjects)
    }),
  ]
  changes.set(root, { value: { '/Type': '/Pages', '/Kids': kids, '/Count': kids.length } })
  const { reference } = await readCatalog(flat)
  changes.set(reference, { value: { '/Type': '/Catalog', '/Pages': root } })
  const resultPath = join(job.outFolder, 'sheets.pdf')
  await updateObjects({ path: flat, resultPath }, changes)
  return resultPath
}

interface Marks {
  readonly words: readonly ComparedArea[]
  readonly wordColor: string
  readonly areas: readonly ComparedArea[]
}

/** Scaled to fit, from the top of its cell, with the marks over it. */
function drawSide(page: PdfPage, cell: SheetCell, name: string | undefined, marks: Marks): string {
  const size = seenSize(page)
  const scale = fitScale(size, cell)
  const [width, height] = [size.width * scale, size.height * scale]
  const left = cell.left + (cell.width - width) / 2
  const bottom = cell.bottom + cell.height - height
  const matrix = multiply([scale, 0, 0, scale, left, bottom], inverse(seenMatrix(page)))
  const boxOf = ({ x, y, width: areaWidth, height: areaHeight }: ComparedArea, reach: number) =>
    writeNumbers([
      left + (x - reach) * scale,
      bottom + height - (y + areaHeight + reach) * scale,
      (areaWidth + 2 * reach) * scale,
      (areaHeight + 2 * reach) * scale,
    ])
  const words = marks.words.map(area => `${boxOf(area, 0.5)} re f\n`).join('')
  const areas = marks.areas.map(area => `${boxOf(area, 2)} re S\n`).join('')
  return [
    name === undefined ? '' : `q ${writeMatrix(matrix)} cm ${name} Do Q\n`,
    words === '' ? '' : `q /Marker gs ${marks.wordColor} rg\n${words}Q\n`,
    `q ${writeNumbers([left, bottom, width, height])} re W n 0.8 w ${frameColor} RG\n${areas}Q\n`,
    `q 0.4 w 0.7 G ${writeNumbers([left, bottom, width, height])} re S Q\n`,
  ].join('')
}

function drawMissing({ left, bottom, width, height }: SheetCell): string {
  return `q 0.96 g ${writeNumbers([left, bottom, width, height])} re f Q\n`
}

function writeNumbers(numbers: readonly number[]): string {
  return numbers.map(number => number.toFixed(2)).join(' ')
}

const lineFontSize = 11

async function addTexts(
  job: PdfJob,
  path: string,
  shown: readonly ComparedPage[],
  { comparison, names }: ReportRequest,
): Promise<string> {
  const document = await readPages(path)
  const drawings = await Drawings.create()
  const at = (drawing: Drawing, left: number, top: number): Placement => ({
    drawing,
    matrix: [1, 0, 0, 1, left, sheet.height - top - drawing.height],
  })
  const title = await drawText(drawings, 'Comparison', 22, ink)
  const summary = await drawText(drawings, summaryLines(comparison, names).join('\n'), lineFontSize, ink)
  const heads = new Map<string, Drawing>()
  const headOf = async (text: string, fontSize: number, color: string) => {
    const known = heads.get(text)
    if (known !== undefined) return known
    const drawing = await drawText(drawings, text, fontSize, color)
    heads.set(text, drawing)
    return drawing
  }
  const placements: Placement[][] = [[at(title, margin, margin), at(summary, margin, margin + 44)]]
  for (const page of shown) {
    const text = describePage(page)
    placements.push([
      at(await headOf(text.title, lineFontSize, ink), margin, margin - 10),
      at(await headOf(text.old, 8, mutedInk), cells.old.left, margin + 14),
      at(await headOf(text.new, 8, mutedInk), cells.new.left, margin + 14),
    ])
  }
  return putOnPages(job, {
    path,
    document,
    drawings,
    placementsOf: (_, index) => placements[index] ?? [],
    isBelow: false,
  })
}

/** A character of a file name that no font has must not prevent the report. */
async function drawText(drawings: Drawings, text: string, fontSize: number, color: string): Promise<Drawing> {
  const style = { fontSize, color, opacity: 1 }
  try {
    return await drawings.addText(text, style)
  } catch (error) {
    if (!(error instanceof JobFailure)) throw error
    return drawings.addText(text.replaceAll(/[^\x20-\x7e\n]/g, '?'), style)
  }
}
