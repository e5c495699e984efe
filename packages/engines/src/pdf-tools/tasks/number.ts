/** Writes page numbers, headers and footers. */
import { parse } from 'node:path'
import { type NumberPlace, type numberPdf, numberPlaces } from '@filesmith/contract/operations/pdf/number-pdf'
import type { z } from 'zod'
import type { Matrix } from '../../pdf/read/matrix.ts'
import { assembleForEditing } from '../assemble/assemble.ts'
import { type Drawing, Drawings } from '../draw/drawings.ts'
import { drawnPages } from '../draw/drawn-pages.ts'
import { type DrawnSize, seenSize } from '../draw/geometry.ts'
import { putOnPages } from '../draw/put-on-pages.ts'
import type { PdfReport } from '../job.ts'
import { type PdfDict, textOf } from '../qpdf/pdf-value.ts'
import { readPages } from '../qpdf/read-pages.ts'
import { writeResult } from '../qpdf/write-result.ts'
import type { TaskRun } from './task.ts'

/** Label of a page as readers show it: "iv", "A-3" (ISO 32000-1, 12.4.2). */
const romanDigits: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]
/** Longer numbers would be lines of letters. */
const maxRepeats = 100

const styles: Readonly<Record<string, (number: number) => string>> = {
  '/D': String,
  '/r': roman,
  '/R': number => roman(number).toUpperCase(),
  '/a': letters,
  '/A': number => letters(number).toUpperCase(),
}

/** The number of the page where the document has no labels. */
export function pageLabel(label: PdfDict | null, pageNumber: number): string {
  if (label === null) return String(pageNumber)
  const { '/S': style, '/St': start, '/P': prefix } = label
  const write = typeof style === 'string' ? styles[style] : undefined
  const number = typeof start === 'number' && start >= 1 ? start : 1
  return `${textOf(prefix)}${write?.(number) ?? ''}`
}

function roman(number: number): string {
  let rest = Math.min(number, 1000 * maxRepeats)
  let text = ''
  for (const [value, digits] of romanDigits)
    while (rest >= value) {
      text += digits
      rest -= value
    }
  return text
}

/** a to z, then aa to zz, as PDF defines it. */
function letters(number: number): string {
  const letter = String.fromCharCode(97 + ((number - 1) % 26))
  return letter.repeat(Math.min(maxRepeats, Math.ceil(number / 26)))
}

type NumberOptions = z.output<typeof numberPdf.options>

const pointsPerMillimeter = 72 / 25.4

export async function numberPages({ job, report }: TaskRun, options: NumberOptions): Promise<PdfReport> {
  const { path, sources, pages: listed, warnings } = await assembleForEditing(job, options.pages)
  const document = await readPages(path)
  const chosen = drawnPages(options.onPages, document.pages.length)
  report(30, 'pages')
  const drawings = await Drawings.create()
  const drawn = new Map<string, Drawing>()
  const places = numberPlaces.filter(place => options[place].trim() !== '')
  const date = new Date().toISOString().slice(0, 10)
  const { firstNumber } = options
  const onPage: { place: NumberPlace; drawing: Drawing }[][] = []
  for (const [index, { label }] of document.pages.entries()) {
    const isDrawn = chosen.has(index) && !(options.skipFirst && index === 0)
    const values: Readonly<Record<string, string>> = {
      page: String(firstNumber + index),
      pages: String(firstNumber + document.pages.length - 1),
      date,
      file: parse(sources[(listed[index]?.file ?? 1) - 1]?.name ?? '').name,
      label: pageLabel(label, firstNumber + index),
    }
    const texts: { place: NumberPlace; drawing: Drawing }[] = []
    for (const place of isDrawn ? places : []) {
      const text = options[place].replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
      if (text.trim() === '') continue
      const drawing =
        drawn.get(text) ??
        (await drawings.addText(text, { fontSize: options.fontSize, color: options.color, opacity: 1 }))
      drawn.set(text, drawing)
      texts.push({ place, drawing })
    }
    onPage.push(texts)
  }
  const margin = options.margin * pointsPerMillimeter
  const result = await putOnPages(job, {
    path,
    document,
    drawings,
    placementsOf: (page, index) =>
      (onPage[index] ?? []).map(({ place, drawing }) => ({
        drawing,
        matrix: placeAt(place, seenSize(page), drawing, margin),
      })),
    isBelow: false,
  })
  report(80, 'pages')
  await writeResult(job, result)
  return { warnings: [...warnings] }
}

/** Made smaller where it is wider than the page. */
function placeAt(place: NumberPlace, page: DrawnSize, { width, height }: DrawnSize, margin: number): Matrix {
  const free = Math.max(page.width - 2 * margin, page.width / 2)
  const scale = Math.min(1, free / width, page.height / 2 / height)
  const [wide, high] = [width * scale, height * scale]
  const inset = Math.min(margin, (page.width - wide) / 2)
  const edge = Math.min(margin, (page.height - high) / 2)
  const x = place.endsWith('Left')
    ? inset
    : place.endsWith('Right')
      ? page.width - inset - wide
      : (page.width - wide) / 2
  return [scale, 0, 0, scale, x, place.startsWith('top') ? page.height - edge - high : edge]
}
