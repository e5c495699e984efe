/** Finds the images of a document and the resolution at which they are shown, from the transformations of the pages. */
import { readFile, rm } from 'node:fs/promises'
import { numbersOf, type Operand, readOperations } from '../content-tokens.ts'
import type { PdfDocument } from '../qpdf/pdf-document.ts'
import { type PdfDict, type PdfValue, referencedNumber } from '../qpdf/pdf-value.ts'
import { contentNumbers, inheritedDict } from './content-streams.ts'
import { dumpStreams } from './dump-streams.ts'

export interface ShownImage {
  readonly objectNumber: number
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

export async function findImages(path: string, document: PdfDocument, prefix: string): Promise<ShownImage[]> {
  const { pages, forms, images } = listObjects(document)
  const contents = await readContents(path, document, [...pages.values()], [...forms], prefix)
  const inches = new Map<number, number>()
  const budget = { forms: maxDrawnForms }
  for (const page of pages.values()) {
    const resources = inheritedDict(document, page, '/Resources')
    const content = contentNumbers(document, page).map(number => contents.get(number) ?? '')
    visit({ document, contents, inches, budget, resources, matrix: identity, depth: 0 }, content.join('\n'))
  }
  return shownImages(document, images, inches)
}

const subtypePattern = /"\/Subtype": ?"\/(Image|Form)"/
const pagePattern = /"\/Type": ?"\/Page"/

interface ListedObjects {
  readonly pages: ReadonlyMap<number, PdfDict>
  readonly forms: ReadonlySet<number>
  readonly images: ReadonlyMap<number, PdfDict>
}

function listObjects(document: PdfDocument): ListedObjects {
  const pages = new Map<number, PdfDict>()
  const forms = new Set<number>()
  const images = new Map<number, PdfDict>()
  document.walk(document.trailer(), (number, body) => {
    const subtype = subtypePattern.exec(body)?.[1]
    if (subtype === 'Image') images.set(number, document.object(number)?.stream?.dict ?? {})
    else if (subtype === 'Form') forms.add(number)
    else if (pagePattern.test(body)) pages.set(number, document.dictionary(`${number} 0 R`) ?? {})
  })
  return { pages, forms, images }
}

function shownImages(
  document: PdfDocument,
  images: ReadonlyMap<number, PdfDict>,
  inches: ReadonlyMap<number, number>,
): ShownImage[] {
  const owners = new Map<number, number>()
  for (const [number, dict] of images)
    for (const key of ['/SMask', '/Mask']) {
      const mask = referencedNumber(dict[key])
      if (mask !== undefined) owners.set(mask, number)
    }
  return [...images].map(([objectNumber, dict]) => {
    const owner = owners.get(objectNumber)
    const shown = inches.get(owner ?? objectNumber) ?? 0
    const width = Number(document.resolve(dict['/Width']))
    return { objectNumber, dict, dpi: shown === 0 ? null : width / shown, isMask: owner !== undefined }
  })
}

async function readContents(
  path: string,
  document: PdfDocument,
  pages: readonly PdfDict[],
  forms: readonly number[],
  prefix: string,
): Promise<ReadonlyMap<number, string>> {
  const numbers = new Set([...pages.flatMap(page => contentNumbers(document, page)), ...forms])
  const contents = new Map<number, string>()
  for (const [number, { datafile }] of await dumpStreams(path, [...numbers], prefix)) {
    contents.set(number, await readFile(datafile, 'latin1'))
    await rm(datafile)
  }
  return contents
}

interface Visit {
  readonly document: PdfDocument
  readonly contents: ReadonlyMap<number, string>
  /** Largest width on paper, by object number. */
  readonly inches: Map<number, number>
  readonly budget: { forms: number }
  readonly resources: PdfDict
  readonly matrix: Matrix
  readonly depth: number
}

function visit(given: Visit, content: string): void {
  let matrix = given.matrix
  const saved: Matrix[] = []
  for (const { operator, operands } of readOperations(content)) {
    if (operator === 'q') saved.push(matrix)
    else if (operator === 'Q') matrix = saved.pop() ?? given.matrix
    else if (operator === 'cm') matrix = multiply(matrixOf(numbersOf(operands)), matrix)
    else if (operator === 'Do') draw(given, matrix, nameOf(operands.at(-1)))
  }
}

function nameOf(operand: Operand | undefined): string {
  return operand?.kind === 'name' ? `/${operand.name}` : ''
}

function draw(given: Visit, matrix: Matrix, name: string): void {
  const { document, resources, inches, depth } = given
  const number = referencedNumber(document.dictionary(resources['/XObject'])?.[name])
  if (number === undefined) return
  const dict = document.object(number)?.stream?.dict ?? {}
  if (dict['/Subtype'] === '/Image') {
    // An image fills the unit square.
    const shown = Math.hypot(matrix[0], matrix[1]) / pointsPerInch
    inches.set(number, Math.max(inches.get(number) ?? 0, shown))
  } else if (dict['/Subtype'] === '/Form' && depth < maxFormDepth && given.budget.forms-- > 0)
    visit(
      {
        ...given,
        depth: depth + 1,
        matrix: multiply(matrixOf(document.array(dict['/Matrix'])), matrix),
        resources: document.dictionary(dict['/Resources']) ?? resources,
      },
      given.contents.get(number) ?? '',
    )
}

function matrixOf(operands: readonly PdfValue[]): Matrix {
  const numbers = operands.slice(-6).map(Number)
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbers
  return numbers.length < 6 || numbers.some(Number.isNaN) ? identity : [a, b, c, d, e, f]
}

function multiply([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l]
}
