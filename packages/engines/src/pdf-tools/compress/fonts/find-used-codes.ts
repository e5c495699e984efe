/** Finds the character codes that a document shows with each of its fonts, in all of its content streams. */
import { readFile, rm } from 'node:fs/promises'
import { type Operand, readOperations } from '../../content-tokens.ts'
import type { PdfDocument } from '../../qpdf/pdf-document.ts'
import {
  isDictionary,
  type PdfDict,
  type PdfValue,
  referencedNumber,
  writeValue,
} from '../../qpdf/pdf-value.ts'
import { contentNumbers, inheritedDict } from '../content-streams.ts'
import { dumpStreams } from '../dump-streams.ts'

export interface FontUse {
  readonly dict: PdfDict
  /** Bytes of the strings; two of them make a code of a composite font. */
  readonly strings: Set<string>
  /** Text that is not in the document yet may be written with it. */
  isEditable: boolean
}

interface Content {
  readonly streams: readonly number[]
  /** Undefined for a form that uses those of the page that draws it. */
  readonly resources: PdfDict | undefined
}

/** Written to files at the same time. */
const batchSize = 1000
const maxSaved = 1000

/** By the fonts as written in the resources; undefined if it is not certain that all of them were found. */
export async function findUsedCodes(
  path: string,
  document: PdfDocument,
  prefix: string,
): Promise<ReadonlyMap<string, FontUse> | undefined> {
  const listed = listContents(document)
  const fonts = new UsedFonts(document, listed.resources)
  for (const resources of listed.editable) fonts.keepEditable(resources)
  for (let start = 0; start < listed.contents.length; start += batchSize) {
    const batch = listed.contents.slice(start, start + batchSize)
    const dumped = await dumpStreams(path, [...new Set(batch.flatMap(({ streams }) => streams))], prefix)
    for (const { streams, resources } of batch) {
      const texts: string[] = []
      for (const number of streams) {
        const stream = dumped.get(number)
        // A filter that qpdf does not know.
        if (stream === undefined || stream.dict['/Filter'] !== undefined) return undefined
        texts.push(await readFile(stream.datafile, 'latin1'))
      }
      if (!fonts.read(texts.join('\n'), resources)) return undefined
    }
    for (const { datafile } of dumped.values()) await rm(datafile)
  }
  return fonts.used
}

/** Of a document whose streams are at hand. Text without a known font shows no glyphs. */
export function usedCodes(
  document: PdfDocument,
  textOf: (objectNumber: number) => string,
): ReadonlyMap<string, FontUse> {
  const listed = listContents(document)
  const fonts = new UsedFonts(document, listed.resources)
  for (const { streams, resources } of listed.contents)
    fonts.read(streams.map(textOf).join('\n'), resources, false)
  return fonts.used
}

interface ListedContents {
  readonly contents: readonly Content[]
  /** All of them. */
  readonly resources: readonly PdfDict[]
  /** Of form fields and text boxes. */
  readonly editable: readonly PdfDict[]
}

function listContents(document: PdfDocument): ListedContents {
  const contents: Content[] = []
  const editable: PdfDict[] = []
  document.walk(document.trailer(), number => {
    const { stream, value } = document.object(number) ?? {}
    const dict = stream?.dict ?? (isDictionary(value) ? value : undefined)
    if (dict === undefined) return
    contents.push(...contentsOf(document, number, dict))
    if (dict['/Subtype'] === '/Widget' || dict['/Subtype'] === '/FreeText')
      editable.push(...appearanceResources(document, dict['/AP']))
    const defaults = document.dictionary(dict['/DR'])
    if (defaults !== undefined) editable.push(defaults)
  })
  return { contents, resources: contents.map(content => content.resources).filter(isDictionary), editable }
}

/** Of a page, a form, a pattern, or a font whose glyphs are content. */
function contentsOf(document: PdfDocument, number: number, dict: PdfDict): Content[] {
  const isStream = (each: number) => document.object(each)?.stream !== undefined
  const resources = document.dictionary(dict['/Resources'])
  if (dict['/Subtype'] === '/Form' || dict['/PatternType'] === 1)
    return isStream(number) ? [{ streams: [number], resources }] : []
  if (dict['/Type'] === '/Page') {
    const inherited = inheritedDict(document, dict, '/Resources')
    return [{ streams: contentNumbers(document, dict).filter(isStream), resources: inherited }]
  }
  return Object.values(document.dictionary(dict['/CharProcs']) ?? {})
    .flatMap(glyph => referencedNumber(glyph) ?? [])
    .filter(isStream)
    .map(glyph => ({ streams: [glyph], resources }))
}

/** Of appearances for each state, some of them with names. */
function appearanceResources(document: PdfDocument, appearances: PdfValue | undefined): PdfDict[] {
  return Object.values(document.dictionary(appearances) ?? {}).flatMap(appearance => {
    const dict = document.dictionary(appearance) ?? {}
    const forms = '/BBox' in dict ? [dict] : Object.values(dict).map(state => document.dictionary(state))
    return forms.map(form => document.dictionary(form?.['/Resources'])).filter(isDictionary)
  })
}

class UsedFonts {
  readonly used = new Map<string, FontUse>()
  readonly #document: PdfDocument
  readonly #allResources: readonly PdfDict[]

  constructor(document: PdfDocument, allResources: readonly PdfDict[]) {
    this.#document = document
    this.#allResources = allResources
  }

  keepEditable(resources: PdfDict): void {
    for (const font of Object.values(this.#document.dictionary(resources['/Font']) ?? {})) {
      const used = this.#use(font)
      if (used !== undefined) used.isEditable = true
    }
  }

  /** False if text is shown with a font that is not known; what follows is read only if that is no reason to stop. */
  read(content: string, resources: PdfDict | undefined, isStrict = true): boolean {
    let current: readonly FontUse[] = []
    const saved: (readonly FontUse[])[] = []
    for (const { operator, operands } of readOperations(content)) {
      if (operator === 'q' && saved.length < maxSaved) saved.push(current)
      else if (operator === 'Q') current = saved.pop() ?? current
      else if (operator === 'Tf') current = this.#named(resources, operands.at(-2))
      else if (operator === 'gs') current = this.#ofGraphicsState(resources, operands.at(-1)) ?? current
      else if (showOperators.has(operator) && !addStrings(current, stringsIn(operands)) && isStrict)
        return false
    }
    return true
  }

  #named(resources: PdfDict | undefined, name: Operand | undefined): FontUse[] {
    return this.#values(resources, '/Font', name).flatMap(font => this.#use(font) ?? [])
  }

  #ofGraphicsState(resources: PdfDict | undefined, name: Operand | undefined): FontUse[] | undefined {
    const fonts = this.#values(resources, '/ExtGState', name).flatMap(state => {
      const [font] = this.#document.array(this.#document.dictionary(state)?.['/Font'])
      return font ?? []
    })
    return fonts.length === 0 ? undefined : fonts.flatMap(font => this.#use(font) ?? [])
  }

  #values(resources: PdfDict | undefined, kind: string, name: Operand | undefined): PdfValue[] {
    if (name?.kind !== 'name') return []
    const lists = resources === undefined ? this.#allResources : [resources]
    return lists.flatMap(list => this.#document.dictionary(list[kind])?.[`/${name.name}`] ?? [])
  }

  #use(font: PdfValue): FontUse | undefined {
    const key = writeValue(font)
    const known = this.used.get(key)
    const dict = this.#document.dictionary(font)
    if (known !== undefined || dict === undefined) return known
    const used: FontUse = { dict, strings: new Set(), isEditable: false }
    this.used.set(key, used)
    return used
  }
}

const showOperators: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"'])

/** False without a font. */
function addStrings(fonts: readonly FontUse[], strings: readonly string[]): boolean {
  for (const font of fonts) for (const text of strings) font.strings.add(text)
  return strings.length === 0 || fonts.length > 0
}

function stringsIn(operands: readonly Operand[]): string[] {
  return operands.flatMap(operand => {
    if (operand.kind === 'string') return operand.bytes
    return operand.kind === 'array' ? stringsIn(operand.items) : []
  })
}
