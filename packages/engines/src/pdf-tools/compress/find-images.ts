/** Finds the images of a document and the resolution at which they are shown, from the transformations of the pages. */
import { readFile } from 'node:fs/promises'
import { contentOperators } from '../content-tokens.ts'
import {
  dictOf,
  dumpStreams,
  isReference,
  numbersOf,
  type PdfDict,
  type PdfObjects,
  type PdfValue,
  resolve,
} from '../qpdf/objects.ts'

export interface ShownImage {
  readonly reference: string
  readonly dict: PdfDict
  /** Pixels per inch where it is largest; null if no page shows it, as far as we can see. */
  readonly dpi: number | null
  /** Of another image. */
  readonly isMask: boolean
}

const pointsPerInch = 72
const maxFormDepth = 12
/** Forms inside forms multiply; what is not visited is left as it is. */
const maxDrawnForms = 20_000

type Matrix = readonly [number, number, number, number, number, number]
const identity: Matrix = [1, 0, 0, 1, 0, 0]

export async function findImages(path: string, document: PdfObjects, prefix: string): Promise<ShownImage[]> {
  const contents = await readContents(path, document, prefix)
  const inches = new Map<string, number>()
  const budget = { forms: maxDrawnForms }
  for (const page of pagesOf(document)) {
    const resources = inherited(document, page, '/Resources')
    const content = referencesIn(page['/Contents'], document).map(reference => contents.get(reference) ?? '')
    visit({ document, contents, inches, budget, resources, matrix: identity, depth: 0 }, content.join('\n'))
  }
  return imagesOf(document, inches)
}

function imagesOf(document: PdfObjects, inches: ReadonlyMap<string, number>): ShownImage[] {
  const masks = new Map<string, string>()
  const images: ShownImage[] = []
  for (const [reference, { stream }] of document.objects) {
    if (stream?.dict['/Subtype'] !== '/Image') continue
    for (const key of ['/SMask', '/Mask']) {
      const mask = stream.dict[key]
      if (isReference(mask)) masks.set(mask, reference)
    }
  }
  for (const [reference, { stream }] of document.objects) {
    if (stream?.dict['/Subtype'] !== '/Image') continue
    const owner = masks.get(reference)
    const width = Number(stream.dict['/Width'])
    const shownInches = inches.get(owner ?? reference)
    images.push({
      reference,
      dict: stream.dict,
      dpi: shownInches === undefined || shownInches === 0 ? null : width / shownInches,
      isMask: owner !== undefined,
    })
  }
  return images
}

async function readContents(
  path: string,
  document: PdfObjects,
  prefix: string,
): Promise<ReadonlyMap<string, string>> {
  const references = new Set<string>()
  for (const page of pagesOf(document))
    for (const reference of referencesIn(page['/Contents'], document)) references.add(reference)
  for (const [reference, { stream }] of document.objects)
    if (stream?.dict['/Subtype'] === '/Form') references.add(reference)
  if (references.size === 0) return new Map()
  const dumped = await dumpStreams(path, [...references], prefix)
  const contents = new Map<string, string>()
  for (const [reference, { stream }] of dumped.objects)
    if (stream?.datafile !== undefined) contents.set(reference, await readFile(stream.datafile, 'latin1'))
  return contents
}

function pagesOf({ objects }: PdfObjects): PdfDict[] {
  return [...objects.values()].map(({ value }) => dictOf(value)).filter(dict => dict['/Type'] === '/Page')
}

function referencesIn(value: PdfValue | undefined, document: PdfObjects): string[] {
  if (Array.isArray(value)) return value.filter(isReference)
  if (!isReference(value)) return []
  const inner = document.objects.get(value)?.value
  return Array.isArray(inner) ? inner.filter(isReference) : [value]
}

function inherited(document: PdfObjects, page: PdfDict, key: string): PdfDict {
  let node = page
  for (let depth = 0; depth < 50; depth++) {
    if (node[key] !== undefined) return dictOf(resolve(document, node[key]))
    if (node['/Parent'] === undefined) break
    node = dictOf(resolve(document, node['/Parent']))
  }
  return {}
}

interface Visit {
  readonly document: PdfObjects
  readonly contents: ReadonlyMap<string, string>
  /** Largest width on paper, by reference. */
  readonly inches: Map<string, number>
  readonly budget: { forms: number }
  readonly resources: PdfDict
  readonly matrix: Matrix
  readonly depth: number
}

function visit(given: Visit, content: string): void {
  let matrix = given.matrix
  const saved: Matrix[] = []
  for (const { name, operands } of contentOperators(content)) {
    if (name === 'q') saved.push(matrix)
    else if (name === 'Q') matrix = saved.pop() ?? given.matrix
    else if (name === 'cm') matrix = multiply(matrixOf(operands), matrix)
    else if (name === 'Do') draw(given, matrix, String(operands.at(-1) ?? ''))
  }
}

function draw(given: Visit, matrix: Matrix, name: string): void {
  const { document, resources, inches, depth } = given
  const reference = dictOf(resolve(document, resources['/XObject']))[name]
  if (!isReference(reference)) return
  const dict = document.objects.get(reference)?.stream?.dict ?? {}
  if (dict['/Subtype'] === '/Image') {
    // An image fills the unit square.
    const shown = Math.hypot(matrix[0], matrix[1]) / pointsPerInch
    inches.set(reference, Math.max(inches.get(reference) ?? 0, shown))
  } else if (dict['/Subtype'] === '/Form' && depth < maxFormDepth && given.budget.forms-- > 0) {
    const own = dictOf(resolve(document, dict['/Resources']))
    visit(
      {
        ...given,
        depth: depth + 1,
        matrix: multiply(matrixOf(numbersOf(resolve(document, dict['/Matrix']))), matrix),
        resources: Object.keys(own).length > 0 ? own : resources,
      },
      given.contents.get(reference) ?? '',
    )
  }
}

function matrixOf(operands: readonly (number | string)[]): Matrix {
  const numbers = operands.slice(-6).map(Number)
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbers
  return numbers.length < 6 || numbers.some(Number.isNaN) ? identity : [a, b, c, d, e, f]
}

function multiply([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l]
}
