/** Finds the images of a document and the resolution at which they are shown, from the transformations of pages and what they draw. */
import { readFile, rm, stat } from 'node:fs/promises'
import { type ContentOperation, numbersOf, type Operand, readOperations } from '../content-tokens.ts'
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

/** Content of forms, patterns and glyphs that is held; images in more of it count as not shown. */
const maxFormCharacters = 256 * 1024 * 1024
/** Their content is written to files together. */
const pagesPerBatch = 1000

export async function findImages(path: string, document: PdfDocument, prefix: string): Promise<ShownImage[]> {
  const { pages, forms, images } = listObjects(document)
  const inches = new Map<number, number>()
  const budget = { forms: maxDrawnForms }
  const formContents = await readContents(path, [...forms], prefix)
  for (let start = 0; start < pages.length; start += pagesPerBatch) {
    const batch = pages.slice(start, start + pagesPerBatch)
    const numbers = new Set(batch.flatMap(page => contentNumbers(document, page)))
    const dumped = await dumpStreams(path, [...numbers], prefix)
    for (const page of batch) {
      const resources = inheritedDict(document, page, '/Resources')
      const content: string[] = []
      for (const number of contentNumbers(document, page)) {
        const stream = dumped.get(number)
        if (stream !== undefined) content.push(await readFile(stream.datafile, 'latin1'))
      }
      const drawn = new Set<string>()
      const given = {
        document,
        contents: formContents,
        inches,
        budget,
        drawn,
        resources,
        matrix: identity,
        depth: 0,
      }
      visit(given, content.join('\n'))
      for (const { number, matrix } of appearancesOf(document, page)) drawForm(given, matrix, number)
    }
    for (const { datafile } of dumped.values()) await rm(datafile)
  }
  return shownImages(document, images, inches)
}

const imagePattern = /"\/Subtype": ?"\/Image"/
const formPattern = /"\/Subtype": ?"\/Form"|"\/PatternType": ?1\b/
const glyphsPattern = /"\/CharProcs"/
const pagePattern = /"\/Type": ?"\/Page"/

interface ListedObjects {
  readonly pages: readonly PdfDict[]
  /** Tiling patterns and glyphs of Type 3 fonts, too. */
  readonly forms: ReadonlySet<number>
  readonly images: ReadonlyMap<number, PdfDict>
}

function listObjects(document: PdfDocument): ListedObjects {
  const pages: PdfDict[] = []
  const forms = new Set<number>()
  const images = new Map<number, PdfDict>()
  document.walk(document.trailer(), (number, body) => {
    if (imagePattern.test(body)) images.set(number, document.object(number)?.stream?.dict ?? {})
    else if (formPattern.test(body)) forms.add(number)
    else if (pagePattern.test(body)) pages.push(document.dictionary(`${number} 0 R`) ?? {})
    else if (glyphsPattern.test(body))
      for (const glyph of glyphsOf(document, document.dictionary(`${number} 0 R`))) forms.add(glyph)
  })
  return { pages, forms, images }
}

function glyphsOf(document: PdfDocument, font: PdfDict | undefined): number[] {
  const glyphs = Object.values(document.dictionary(font?.['/CharProcs']) ?? {})
  return glyphs.flatMap(glyph => referencedNumber(glyph) ?? [])
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
  numbers: readonly number[],
  prefix: string,
): Promise<ReadonlyMap<number, string>> {
  const contents = new Map<number, string>()
  let characters = 0
  for (const [number, { datafile }] of await dumpStreams(path, numbers, prefix)) {
    const { size } = await stat(datafile)
    characters += size
    if (characters <= maxFormCharacters) contents.set(number, await readFile(datafile, 'latin1'))
    await rm(datafile)
  }
  return contents
}

interface Visit {
  readonly document: PdfDocument
  /** Of forms, patterns and glyphs. */
  readonly contents: ReadonlyMap<number, string>
  /** Largest width on paper, by object number. */
  readonly inches: Map<number, number>
  readonly budget: { forms: number }
  /** Patterns and fonts of the page with the size at which they were visited: they are used many times. */
  readonly drawn: Set<string>
  readonly resources: PdfDict
  readonly matrix: Matrix
  readonly depth: number
}

const showOperators: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"'])

interface State {
  readonly matrix: Matrix
  readonly textMatrix: Matrix
  /** A Type 3 font, whose glyphs are content. */
  readonly font: PdfDict | undefined
  readonly fontSize: number
}

function visit(given: Visit, content: string): void {
  const initial: State = { matrix: given.matrix, textMatrix: identity, font: undefined, fontSize: 0 }
  const fonts = new Map<string, PdfDict | undefined>()
  const fontOf = (name: string) => {
    if (!fonts.has(name)) fonts.set(name, type3Font(given, name))
    return fonts.get(name)
  }
  const saved: State[] = []
  let state = initial
  for (const operation of readOperations(content)) {
    if (operation.operator === 'q') saved.push(state)
    else if (operation.operator === 'Q') state = saved.pop() ?? initial
    else state = stateAfter(operation, state, fontOf)
    drawWith(given, operation, state)
  }
}

function stateAfter(
  { operator, operands }: ContentOperation,
  state: State,
  fontOf: (name: string) => PdfDict | undefined,
): State {
  if (operator === 'cm') return { ...state, matrix: multiply(matrixOf(numbersOf(operands)), state.matrix) }
  if (operator === 'BT') return { ...state, textMatrix: identity }
  if (operator === 'Tm') return { ...state, textMatrix: matrixOf(numbersOf(operands)) }
  if (operator !== 'Tf') return state
  return { ...state, font: fontOf(nameOf(operands.at(-2))), fontSize: numbersOf(operands).at(-1) ?? 0 }
}

function drawWith(given: Visit, { operator, operands }: ContentOperation, state: State): void {
  const { matrix, textMatrix, font, fontSize } = state
  if (operator === 'Do') draw(given, matrix, nameOf(operands.at(-1)))
  else if (operator === 'scn' || operator === 'SCN') drawPattern(given, nameOf(operands.at(-1)))
  else if (operator === 'gs') drawSoftMask(given, matrix, nameOf(operands.at(-1)))
  else if (font !== undefined && showOperators.has(operator))
    drawGlyphs(given, multiply([fontSize, 0, 0, fontSize, 0, 0], multiply(textMatrix, matrix)), font)
}

function nameOf(operand: Operand | undefined): string {
  return operand?.kind === 'name' ? `/${operand.name}` : ''
}

function type3Font({ document, resources }: Visit, name: string): PdfDict | undefined {
  const font = document.dictionary(document.dictionary(resources['/Font'])?.[name])
  return font?.['/Subtype'] === '/Type3' ? font : undefined
}

function draw(given: Visit, matrix: Matrix, name: string): void {
  const { document, resources, inches } = given
  const number = referencedNumber(document.dictionary(resources['/XObject'])?.[name])
  if (number === undefined) return
  const dict = document.object(number)?.stream?.dict ?? {}
  if (dict['/Subtype'] === '/Form') drawForm(given, matrix, number)
  else if (dict['/Subtype'] === '/Image') {
    // An image fills the unit square.
    const shown = Math.hypot(matrix[0], matrix[1]) / pointsPerInch
    inches.set(number, Math.max(inches.get(number) ?? 0, shown))
  }
}

function drawForm(given: Visit, matrix: Matrix, number: number): void {
  const { document, depth } = given
  const dict = document.object(number)?.stream?.dict ?? {}
  if (depth >= maxFormDepth || given.budget.forms-- <= 0) return
  const formMatrix = multiply(matrixOf(document.array(dict['/Matrix'])), matrix)
  const resources = document.dictionary(dict['/Resources']) ?? given.resources
  visit({ ...given, depth: depth + 1, matrix: formMatrix, resources }, given.contents.get(number) ?? '')
}

/** The matrix of a pattern leads to the start of the content that uses it. */
function drawPattern(given: Visit, name: string): void {
  const pattern = given.document.dictionary(given.resources['/Pattern'])?.[name]
  const number = referencedNumber(pattern)
  if (number === undefined || !isFirst(given, number, given.matrix)) return
  if (given.document.dictionary(pattern)?.['/PatternType'] === 1) drawForm(given, given.matrix, number)
}

function drawSoftMask(given: Visit, matrix: Matrix, name: string): void {
  const { document, resources } = given
  const state = document.dictionary(document.dictionary(resources['/ExtGState'])?.[name])
  const number = referencedNumber(document.dictionary(state?.['/SMask'])?.['/G'])
  if (number !== undefined) drawForm(given, matrix, number)
}

/** All of them, as if each were in the text: images of the others keep more pixels than they need. */
function drawGlyphs(given: Visit, textMatrix: Matrix, font: PdfDict): void {
  const { document } = given
  const matrix = multiply(matrixOf(document.array(font['/FontMatrix'])), textMatrix)
  const resources = document.dictionary(font['/Resources']) ?? given.resources
  const glyphs = glyphsOf(document, font)
  if (!isFirst(given, glyphs[0] ?? 0, matrix) || given.depth >= maxFormDepth) return
  for (const glyph of glyphs)
    if (given.budget.forms-- > 0)
      visit({ ...given, depth: given.depth + 1, matrix, resources }, given.contents.get(glyph) ?? '')
}

/** Where something is on the page does not matter. */
function isFirst({ drawn }: Visit, number: number, [a, b, c, d]: Matrix): boolean {
  const key = `${number} ${[a, b, c, d].map(value => value.toPrecision(4)).join(' ')}`
  const isNew = !drawn.has(key)
  drawn.add(key)
  return isNew
}

/** Forms of the annotations of a page, with the matrix that brings their box into the rectangle. */
function appearancesOf(document: PdfDocument, page: PdfDict): { number: number; matrix: Matrix }[] {
  return document.array(page['/Annots']).flatMap(annotation => {
    const dict = document.dictionary(annotation)
    const rect = document.array(dict?.['/Rect']).map(Number)
    const states = Object.values(document.dictionary(dict?.['/AP']) ?? {})
    return states
      .flatMap(state => formsOf(document, state))
      .map(number => {
        const form = document.object(number)?.stream?.dict ?? {}
        const matrix = matrixOf(document.array(form['/Matrix']))
        const box = document.array(form['/BBox']).map(Number)
        return { number, matrix: fitting(seenSize(box, matrix), sizeOf(rect)) }
      })
  })
}

/** One, or one for each state. */
function formsOf(document: PdfDocument, appearance: PdfValue): number[] {
  const number = referencedNumber(appearance)
  if (number !== undefined && document.object(number)?.stream !== undefined) return [number]
  return Object.values(document.dictionary(appearance) ?? {}).flatMap(state => referencedNumber(state) ?? [])
}

type Size = readonly [width: number, height: number]

function sizeOf([left = 0, bottom = 0, right = 0, top = 0]: readonly number[]): Size {
  return [Math.abs(right - left), Math.abs(top - bottom)]
}

function seenSize(box: readonly number[], [a, b, c, d]: Matrix): Size {
  const [width, height] = sizeOf(box)
  return [Math.abs(a * width) + Math.abs(c * height), Math.abs(b * width) + Math.abs(d * height)]
}

function fitting([width, height]: Size, [toWidth, toHeight]: Size): Matrix {
  return [width > 0 ? toWidth / width : 1, 0, 0, height > 0 ? toHeight / height : 1, 0, 0]
}

function matrixOf(operands: readonly PdfValue[]): Matrix {
  const numbers = operands.slice(-6).map(Number)
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbers
  return numbers.length < 6 || numbers.some(Number.isNaN) ? identity : [a, b, c, d, e, f]
}

function multiply([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l]
}
