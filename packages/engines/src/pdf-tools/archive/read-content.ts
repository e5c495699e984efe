/** What the content of all pages uses: fonts with their character codes, device colors, operators. */
import { readFile } from 'node:fs/promises'
import { readPageTree } from '../assemble/page-tree.ts'
import { dumpStreams } from '../compress/dump-streams.ts'
import { type ContentOperation, type Operand, readOperations } from '../content-tokens.ts'
import type { PdfDocument } from '../qpdf/pdf-document.ts'
import { isName, type PdfDict, type PdfValue, referencedNumber } from '../qpdf/pdf-value.ts'

export interface UsedFont {
  /** Number of its object; a font inside another object has none. */
  readonly objectNumber: number | undefined
  readonly dict: PdfDict
  /** The strings that are shown, one character for each byte. */
  readonly strings: Set<string>
}

export type DeviceSpace = '/DeviceGray' | '/DeviceRGB' | '/DeviceCMYK'

export interface ContentFacts {
  readonly fonts: ReadonlyMap<string, UsedFont>
  /** That no default color space replaces. */
  readonly deviceSpaces: ReadonlySet<DeviceSpace>
  /** Streams that draw with the operators k and K, or select DeviceCMYK by name. */
  readonly hasCmykOperators: boolean
  readonly unknownOperators: ReadonlySet<string>
  readonly deepestNesting: number
  readonly longestString: number
  readonly renderingIntents: ReadonlySet<string>
  readonly inlineImages: readonly string[]
  /** Content that uses resources of the page tree or of another stream. */
  readonly hasInheritedResources: boolean
}

const operators = new Set(
  `b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J K k l m M MP n q Q re RG rg ri s S SC sc
   SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y ' "`
    .trim()
    .split(/\s+/),
)
const maxDepth = 20

interface Context {
  readonly resources: PdfDict
  readonly depth: number
  font: UsedFont | undefined
}

/** `path` is the file that the document was read from. */
export async function readContent(
  document: PdfDocument,
  path: string,
  prefix: string,
): Promise<ContentFacts> {
  const reader = new ContentReader(document, await contentFiles(document, path, prefix))
  const catalog = document.dictionary(document.trailer()['/Root'])
  for (const { number, inherited } of readPageTree(document, catalog?.['/Pages']).pages) {
    const page = document.dictionary(`${number} 0 R`) ?? {}
    await reader.readPage(page, inherited)
  }
  return reader.facts()
}

/** Streams of pages, forms, patterns and glyphs, written to files. */
async function contentFiles(document: PdfDocument, path: string, prefix: string) {
  const numbers = new Set<number>()
  const addAll = (value: PdfValue | undefined) => {
    for (const item of [value, ...document.array(value)]) {
      const number = referencedNumber(item)
      if (number !== undefined && document.object(number)?.stream !== undefined) numbers.add(number)
    }
  }
  document.walk(document.trailer(), (number, body) => {
    if (body.startsWith('"stream"') && /"\/Subtype": ?"\/Form"|"\/PatternType": ?1\b/.test(body))
      numbers.add(number)
    if (body.includes('"/Contents"')) addAll(document.dictionary(`${number} 0 R`)?.['/Contents'])
    if (body.includes('"/CharProcs"'))
      for (const glyph of Object.values(
        document.dictionary(document.dictionary(`${number} 0 R`)?.['/CharProcs']) ?? {},
      ))
        addAll(glyph)
  })
  return dumpStreams(path, [...numbers], prefix)
}

class ContentReader {
  readonly #document: PdfDocument
  readonly #files: ReadonlyMap<number, { readonly datafile: string }>
  readonly #seen = new Set<string>()
  readonly #dictionaries = new Map<string, PdfDict>()
  readonly #fonts = new Map<string, UsedFont>()
  readonly #deviceSpaces = new Set<DeviceSpace>()
  readonly #unknownOperators = new Set<string>()
  readonly #renderingIntents = new Set<string>()
  readonly #inlineImages: string[] = []
  #hasCmykOperators = false
  #deepestNesting = 0
  #longestString = 0
  #hasInheritedResources = false

  constructor(document: PdfDocument, files: ReadonlyMap<number, { readonly datafile: string }>) {
    this.#document = document
    this.#files = files
  }

  /** The same few dictionaries are needed for thousands of operators. */
  #dictionary(value: PdfValue | undefined): PdfDict | undefined {
    if (typeof value !== 'string') return this.#document.dictionary(value)
    const known = this.#dictionaries.get(value)
    if (known !== undefined) return known
    const dict = this.#document.dictionary(value)
    if (dict !== undefined) this.#dictionaries.set(value, dict)
    return dict
  }

  facts(): ContentFacts {
    return {
      fonts: this.#fonts,
      deviceSpaces: this.#deviceSpaces,
      hasCmykOperators: this.#hasCmykOperators,
      unknownOperators: this.#unknownOperators,
      deepestNesting: this.#deepestNesting,
      longestString: this.#longestString,
      renderingIntents: this.#renderingIntents,
      inlineImages: this.#inlineImages,
      hasInheritedResources: this.#hasInheritedResources,
    }
  }

  async readPage(page: PdfDict, inherited: PdfDict): Promise<void> {
    const own = this.#dictionary(page['/Resources'])
    const resources = own ?? this.#dictionary(inherited['/Resources']) ?? {}
    if (own === undefined && Object.keys(resources).length > 0) this.#hasInheritedResources = true
    const contents = page['/Contents']
    const isOne = referencedNumber(contents) !== undefined && !Array.isArray(this.#document.resolve(contents))
    const streams = isOne ? [contents ?? null] : this.#document.array(contents)
    const texts = await Promise.all(streams.map(stream => this.#text(stream)))
    await this.#readText(texts.join('\n'), { resources, depth: 0, font: undefined })
    for (const annotation of this.#document.array(page['/Annots']))
      await this.#readAppearances(annotation, resources)
  }

  async #readAppearances(annotation: PdfValue, resources: PdfDict): Promise<void> {
    const normal = this.#dictionary(this.#dictionary(annotation)?.['/AP'])?.['/N'] ?? null
    const states = this.#isStream(normal) ? [normal] : Object.values(this.#dictionary(normal) ?? {})
    for (const state of states)
      if (this.#isStream(state)) await this.#readForm(state, { resources, depth: 0, font: undefined })
  }

  #isStream(value: PdfValue | undefined): boolean {
    const number = referencedNumber(value)
    return number !== undefined && this.#document.object(number)?.stream !== undefined
  }

  async #text(stream: PdfValue): Promise<string> {
    const file = this.#files.get(referencedNumber(stream) ?? -1)
    return file === undefined ? '' : (await readFile(file.datafile)).toString('latin1')
  }

  /** A form, a tiling pattern or the glyph of a Type 3 font, once for each set of resources it inherits. */
  async #readForm(stream: PdfValue, outer: Context): Promise<void> {
    const dict = this.#dictionary(stream) ?? {}
    const own = this.#dictionary(dict['/Resources'])
    const key = own === undefined ? `${String(stream)} ${JSON.stringify(outer.resources)}` : String(stream)
    if (this.#seen.has(key) || outer.depth > maxDepth) return
    this.#seen.add(key)
    this.#readGroup(dict, own ?? outer.resources)
    await this.#readText(
      await this.#text(stream),
      { resources: own ?? outer.resources, depth: outer.depth + 1, font: outer.font },
      own === undefined,
    )
  }

  async #readText(text: string, context: Context, isInherited = false): Promise<void> {
    // Black, unless the page chooses a color first.
    let hasColor = context.depth > 0
    const saved: (UsedFont | undefined)[] = []
    for (const operation of readOperations(text)) {
      if (!operators.has(operation.operator)) this.#unknownOperators.add(operation.operator)
      if (isInherited && usesResources.has(operation.operator)) this.#hasInheritedResources = true
      if (/^(?:[gGkK]|rg|RG|cs|CS)$/.test(operation.operator)) hasColor = true
      if (!hasColor && painting.test(operation.operator)) this.#addSpace('/DeviceGray', context.resources)
      if (operation.operator === 'q') saved.push(context.font)
      if (operation.operator === 'Q') context.font = saved.length > 0 ? saved.pop() : context.font
      this.#deepestNesting = Math.max(this.#deepestNesting, saved.length)
      if (operation.operator === 'BI')
        this.#readInlineImage(text.slice(operation.start, operation.end), context)
      this.#readColors(operation, context)
      await this.#readOperation(operation, context)
    }
  }

  async #readOperation({ operator, operands }: ContentOperation, context: Context): Promise<void> {
    const name = nameOperand(operands.at(operator === 'Tf' ? 0 : -1))
    if (operator === 'Tf') await this.#selectFont(this.#entry(context, '/Font', name), context)
    if (/^(?:Tj|TJ|'|")$/.test(operator)) this.#showText(operands, context)
    if (operator === 'ri') this.#renderingIntents.add(`/${name}`)
    if (operator === 'gs') {
      const font = this.#document.array(this.#dictionary(this.#entry(context, '/ExtGState', name))?.['/Font'])
      if (font[0] !== undefined) await this.#selectFont(font[0], context)
    }
    if (operator === 'Do') await this.#drawObject(this.#entry(context, '/XObject', name), context)
    if (operator === 'sh')
      this.#addSpace(
        this.#dictionary(this.#entry(context, '/Shading', name))?.['/ColorSpace'],
        context.resources,
      )
    if (operator === 'scn' || operator === 'SCN')
      await this.#usePattern(this.#entry(context, '/Pattern', name), context)
  }

  #entry({ resources }: Context, kind: string, name: string): PdfValue | undefined {
    return this.#dictionary(resources[kind])?.[`/${name}`]
  }

  async #drawObject(value: PdfValue | undefined, context: Context): Promise<void> {
    const dict = this.#dictionary(value)
    if (value === undefined || dict === undefined) return
    if (dict['/Subtype'] === '/Form') await this.#readForm(value, { ...context })
    if (dict['/Subtype'] !== '/Image') return
    if (dict['/ImageMask'] !== true) this.#addSpace(dict['/ColorSpace'], context.resources)
    const mask = this.#dictionary(dict['/SMask'])
    if (mask !== undefined) this.#addSpace(mask['/ColorSpace'], context.resources)
  }

  async #usePattern(value: PdfValue | undefined, context: Context): Promise<void> {
    const dict = this.#dictionary(value)
    if (value === undefined || dict === undefined) return
    if (dict['/PatternType'] === 1) await this.#readForm(value, { ...context })
    else this.#addSpace(this.#dictionary(dict['/Shading'])?.['/ColorSpace'], context.resources)
  }

  async #selectFont(value: PdfValue | undefined, context: Context): Promise<void> {
    const dict = this.#dictionary(value)
    if (value === undefined || dict === undefined) {
      context.font = undefined
      return
    }
    const objectNumber = referencedNumber(value)
    const key = objectNumber === undefined ? JSON.stringify(value) : String(value)
    const isNew = !this.#fonts.has(key)
    const font = this.#fonts.get(key) ?? { objectNumber, dict, strings: new Set<string>() }
    this.#fonts.set(key, font)
    context.font = font
    if (!isNew || dict['/Subtype'] !== '/Type3') return
    const resources = this.#dictionary(dict['/Resources']) ?? context.resources
    for (const glyph of Object.values(this.#dictionary(dict['/CharProcs']) ?? {}))
      await this.#readText(await this.#text(glyph), { resources, depth: context.depth + 1, font: undefined })
  }

  #showText(operands: readonly Operand[], { font }: Context): void {
    const items = operands.flatMap(operand => (operand.kind === 'array' ? operand.items : [operand]))
    for (const item of items) {
      if (item.kind !== 'string') continue
      this.#longestString = Math.max(this.#longestString, item.bytes.length)
      font?.strings.add(item.bytes)
    }
  }

  #readInlineImage(text: string, { resources }: Context): void {
    const dict = text.slice(0, text.search(/\sID\s/))
    this.#inlineImages.push(dict)
    const space = /\/(?:CS|ColorSpace)\s*\/(\w+)/.exec(dict)?.[1]
    const names: Readonly<Record<string, string>> = { G: 'DeviceGray', RGB: 'DeviceRGB', CMYK: 'DeviceCMYK' }
    if (space === undefined) return
    const named = this.#dictionary(resources['/ColorSpace'])?.[`/${space}`]
    this.#addSpace(named ?? `/${names[space] ?? space}`, resources)
  }

  #readColors({ operator, operands }: ContentOperation, { resources }: Context): void {
    const direct = directSpaces[operator]
    if (direct !== undefined) this.#addSpace(direct, resources)
    if (operator !== 'cs' && operator !== 'CS') {
      if (direct === '/DeviceCMYK') this.#hasCmykOperators = true
      return
    }
    const name = `/${nameOperand(operands.at(-1))}`
    if (name === '/DeviceCMYK') this.#hasCmykOperators = true
    this.#addSpace(this.#dictionary(resources['/ColorSpace'])?.[name] ?? name, resources)
  }

  #readGroup(dict: PdfDict, resources: PdfDict): void {
    const group = this.#dictionary(dict['/Group'])
    if (group?.['/CS'] !== undefined) this.#addSpace(group['/CS'], resources)
  }

  /** With the base of a palette, and the alternate of spot colors. */
  #addSpace(given: PdfValue | undefined, resources: PdfDict, depth = 0): void {
    const value = this.#document.resolve(given)
    if (depth > maxDepth) return
    if (isName(value)) {
      const device = /^\/Device(?:Gray|RGB|CMYK)$/.test(value) ? (value as DeviceSpace) : undefined
      const defaults = this.#dictionary(resources['/ColorSpace'])
      if (device !== undefined && defaults?.[`/Default${device.slice('/Device'.length)}`] === undefined)
        this.#deviceSpaces.add(device)
      return
    }
    if (!Array.isArray(value)) return
    const [kind, base, alternate] = value
    if (value.length === 1) this.#addSpace(kind, resources, depth + 1)
    if (kind === '/Indexed' || kind === '/Pattern') this.#addSpace(base, resources, depth + 1)
    if (kind === '/Separation' || kind === '/DeviceN') this.#addSpace(alternate, resources, depth + 1)
  }
}

const painting = /^(?:[fFsSbB]\*?|Tj|TJ|'|")$/

const usesResources = new Set(['Tf', 'Do', 'gs', 'sh', 'cs', 'CS', 'scn', 'SCN', 'BDC'])

const directSpaces: Readonly<Record<string, DeviceSpace>> = {
  g: '/DeviceGray',
  G: '/DeviceGray',
  rg: '/DeviceRGB',
  RG: '/DeviceRGB',
  k: '/DeviceCMYK',
  K: '/DeviceCMYK',
}

function nameOperand(operand: Operand | undefined): string {
  return operand?.kind === 'name' ? operand.name : ''
}
