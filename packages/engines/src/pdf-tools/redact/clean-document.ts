/** Removes what a document holds besides its pages: metadata, attachments, and texts with the words. */
import {
  isDictionary,
  isName,
  isPdfString,
  type PdfDict,
  type PdfValue,
  pdfString,
  referencedNumber,
  textOf,
} from '../qpdf/pdf-value.ts'
import { cleanCharacterMap } from './clean-character-map.ts'
import { type ContentRules, cleanContent } from './clean-content.ts'
import type { EditedDocument, StreamObject } from './edited-document.ts'
import { stripMetadataBoxes, stripMetadataSegments } from './image-metadata.ts'
import { fontTextRegions, isColorProfile, maskWords, profileTextRegions } from './mask-binary-texts.ts'
import { drop, nameOf } from './pdf-objects.ts'
import { createRenaming, nameHoldsWord, type Renaming } from './rename-names.ts'
import { comparable, readings, type TextMatch, type TextSearch, textReadings } from './search-text.ts'
import { stripPaintedText } from './strip-painted-text.ts'

export interface CleanedDocument {
  readonly metadata: number
  readonly attachments: number
  /** Names of fonts, colors, resources and the like that held the words. */
  readonly names: number
  /** Texts that held the words, by the key of their entry: Title, Contents, JS. */
  readonly texts: Readonly<Record<string, number>>
  /** In fill patterns and in glyphs; where they are seen is unknown, so that all of them are removed. */
  readonly patternTexts: number
}

/** In any object: copies of the content, or data of applications. */
const metadataKeys = ['/Metadata', '/PieceInfo', '/Thumb', '/SpiderInfo', '/LastModified', '/Alternates']
/** Content for printers, and pages of other files in the place of a form. */
const unshownKeys = ['/OPI', '/PS', '/Ref', '/Subtype2']
/** Files in the file, also audio, videos and models. */
const embeddedKeys = ['/EF', '/Sound', '/Movie', '/3DD', '/RichMediaContent']
const embeddedListKeys = ['/AF', '/EmbeddedFiles', '/Collection']
/** Trees of what no page shows. */
const unseenNames = ['/Templates', '/Pages', '/AP', '/IDS', '/URLS', '/AlternatePresentations']
/** Other icons of buttons than the one of their appearance. */
const iconKeys = ['/I', '/RI', '/IX']
const technicalKeys: ReadonlySet<string> = new Set([
  ...['Registry', 'Ordering', 'CharSet', 'Panose', 'DA', 'ID', 'ByteRange', 'CheckSum', 'Lookup'],
  ...['M', 'CreationDate', 'ModDate', 'BC', 'BG'],
])

/** Strings that are names, styles and binary data for readers. The ids of structure elements are texts. */
export function isTechnical(key: string, isInElement: boolean): boolean {
  return technicalKeys.has(key) && !(key === 'ID' && isInElement)
}

const fontFileKeys: ReadonlySet<string> = new Set(['FontFile', 'FontFile2', 'FontFile3'])
const characterMapKeys: ReadonlySet<string> = new Set(['ToUnicode', 'Encoding', 'UseCMap'])
/** Of CID fonts, in all documents with such fonts. */
const characterCollections: ReadonlySet<string> = new Set(
  'Adobe Identity UCS Japan1 GB1 CNS1 Korea1 KR'.split(' '),
)
/** Short words occur by chance in binary data. */
const minTechnicalLength = 4

/** Words in a technical string, one character for each byte. */
export function technicalMatches(text: string, search: TextSearch): readonly TextMatch[] {
  if (characterCollections.has(text)) return []
  return search(text).filter(({ start, end }) => end - start >= minTechnicalLength)
}

const textStreamKeys: ReadonlySet<string> = new Set(['JS', 'RC', 'RV', 'V', 'DV', 'DS'])
const replacement = '***'

export function cleanDocument(document: EditedDocument, search: TextSearch): CleanedDocument {
  const { catalog } = document
  const cleaner = new DocumentCleaner(document, search)
  // Nothing but the catalog of the trailer is written.
  const { '/Info': info } = document.trailer()
  if (info !== undefined) cleaner.metadata++
  const infoNumber = referencedNumber(info)
  if (infoNumber !== undefined) document.set(infoNumber, null)
  // A second form with the same values, in XML.
  if (drop(document.dictionary(catalog['/AcroForm']), '/XFA')) cleaner.metadata++
  delete catalog['/Legal']
  const names = document.dictionary(catalog['/Names'])
  for (const key of unseenNames) drop(names, key)
  cleanNames(document, search, cleaner.texts)
  let patternTexts = 0
  for (const { number, value, isStream } of document.objects()) {
    const stream = isStream && isDictionary(value) ? { number, dict: value } : undefined
    if (stream !== undefined) cleaner.cleanStream(stream)
    else {
      const cleaned = cleaner.clean(value, '')
      if (cleaned !== value) document.set(number, cleaned)
    }
    if (stream !== undefined) stripImageMetadata(document, stream)
    patternTexts += stripPaintedText(document, value, stream)
  }
  for (const page of document.pages) {
    const content = document.stream(page['/Contents'])
    if (content !== undefined) cleaner.cleanContent(content)
  }
  const { metadata, attachments, texts, names: renamed } = cleaner
  return { metadata, attachments, names: renamed, texts, patternTexts }
}

/** They are not valid for the result, and their certificates name people. */
export function dropSignatures(document: EditedDocument): number {
  const { catalog } = document
  let dropped = 0
  for (const { value } of document.objects())
    if (isDictionary(value) && document.dictionary(value['/V'])?.['/ByteRange'] !== undefined) {
      delete value['/V']
      dropped++
    }
  for (const key of ['/Perms', '/DSS']) delete catalog[key]
  drop(document.dictionary(catalog['/AcroForm']), '/SigFlags')
  return dropped
}

/** A string as qpdf writes it. */
export function matchesText(text: string, search: TextSearch): boolean {
  const shown = textOf(text)
  // Text that qpdf did not recognize is bytes.
  const isBytes = !/[^\0-\xff]/.test(shown)
  return [...textReadings(shown), ...(isBytes ? readings(shown) : [])].some(
    content => search(content).length > 0,
  )
}

/** Forms, patterns and groups of masks have a box. */
function isContent(dict: PdfDict): boolean {
  return dict['/BBox'] !== undefined && dict['/ShadingType'] === undefined
}

class DocumentCleaner {
  metadata = 0
  attachments = 0
  readonly texts: Record<string, number> = {}
  readonly #document: EditedDocument
  readonly #search: TextSearch
  readonly #renaming: Renaming
  readonly #cleaned = new Set<number>()

  constructor(document: EditedDocument, search: TextSearch) {
    this.#document = document
    this.#search = search
    this.#renaming = createRenaming(search)
  }

  get names(): number {
    return this.#renaming.count
  }

  cleanStream(stream: StreamObject): void {
    const { dict } = stream
    if (dict['/Type'] === '/EmbeddedFile') this.#document.setText(stream, '')
    this.#cleanDict(dict)
    // Only pixels are in images, whatever entries they have.
    if (dict['/Subtype'] === '/Image') return
    if (isContent(dict)) this.cleanContent(stream)
    if (dict['/Type'] === '/CMap') this.#cleanCharacterMap(stream)
    if (dict['/FunctionType'] === 4) this.#cleanCalculator(stream)
    if (dict['/N'] !== undefined && dict['/Type'] !== '/ObjStm') this.#cleanProfile(stream)
  }

  /** What replaces the value; the same if it stays, perhaps with other content. */
  clean(value: PdfValue, key: string): PdfValue {
    if (isPdfString(value)) return this.#withoutWords(value, key)
    if (Array.isArray(value)) this.#cleanArray(value, key)
    else if (isName(value)) return `/${this.#renaming.rename(value.slice(1))}`
    else if (isDictionary(value)) this.#cleanDict(value)
    return value
  }

  #cleanDict(dict: PdfDict): void {
    for (const key of metadataKeys) if (drop(dict, key)) this.metadata++
    for (const key of embeddedKeys) if (drop(dict, key)) this.attachments++
    for (const key of embeddedListKeys) drop(dict, key)
    if (dict['/Subtype'] === '/Form') for (const key of unshownKeys) drop(dict, key)
    for (const key of iconKeys) drop(this.#document.dictionary(dict['/MK']), key)
    for (const glyph of Object.values(this.#document.dictionary(dict['/CharProcs']) ?? {})) {
      const drawing = this.#document.stream(glyph)
      if (drawing !== undefined) this.cleanContent(drawing)
    }
    const isElement = dict['/S'] !== undefined
    for (const [name, value] of Object.entries(dict)) {
      const key = name.slice(1)
      const renamed = `/${this.#renaming.rename(key)}`
      if (renamed !== name) delete dict[name]
      dict[renamed] = isTechnical(key, isElement) ? this.#cleanTechnical(value, key) : this.clean(value, key)
      this.#cleanStreamOf(value, key)
    }
  }

  /** Keeps its length. Fields name their font in a string. */
  #cleanTechnical(value: PdfValue, key: string): PdfValue {
    if (Array.isArray(value)) return value.map(item => this.#cleanTechnical(item, key))
    if (!isPdfString(value) || characterCollections.has(textOf(value))) return value
    const text = textOf(value)
    const named = key === 'DA' ? (cleanContent(text, this.#contentRules()) ?? text) : text
    const masked = technicalMatches(named, this.#search).reduce(
      (rest, { start, end }) => `${rest.slice(0, start)}${'-'.repeat(end - start)}${rest.slice(end)}`,
      named,
    )
    return masked === text ? value : `b:${Buffer.from(masked, 'latin1').toString('hex')}`
  }

  /** What a stream is, is known by the key of the entry that leads to it. */
  #cleanStreamOf(value: PdfValue, key: string): void {
    const isKnown = fontFileKeys.has(key) || characterMapKeys.has(key) || textStreamKeys.has(key)
    const stream = isKnown ? this.#document.stream(value) : undefined
    if (stream === undefined || stream.dict['/Subtype'] === '/Image') return
    if (fontFileKeys.has(key)) this.#mask(stream, fontTextRegions(this.#document.bytes(stream)))
    else if (characterMapKeys.has(key)) this.#cleanCharacterMap(stream)
    else this.#cleanTextStream(stream, key)
  }

  #cleanArray(array: PdfValue[], key: string): void {
    if (key === 'Names') this.#removePairs(array, key)
    // A palette is binary data.
    const isPalette = array[0] === '/Indexed'
    for (const [index, value] of array.entries())
      array[index] =
        isPalette && isPdfString(value) ? this.#cleanTechnical(value, key) : this.clean(value, key)
  }

  /** Leaves of a name tree: a key, then its value. */
  #removePairs(array: PdfValue[], key: string): void {
    for (let index = array.length - 2; index >= 0; index -= 2) {
      const name = this.#document.resolve(array[index])
      if (!isPdfString(name) || !matchesText(name, this.#search)) continue
      this.#count(key)
      array.splice(index, 2)
    }
  }

  #withoutWords(text: string, key: string): string {
    if (!matchesText(text, this.#search)) return text
    this.#count(key)
    const content = comparable(textOf(text))
    const kept = this.#search(content)
      .sort((one, other) => other.start - one.start)
      .reduce((rest, { start, end }) => `${rest.slice(0, start)}${replacement}${rest.slice(end)}`, content)
    const isClean = this.#search(kept).length === 0 && kept !== content
    return pdfString(isClean ? kept : '')
  }

  cleanContent(stream: StreamObject): void {
    if (this.#cleaned.has(stream.number)) return
    this.#cleaned.add(stream.number)
    const cleaned = cleanContent(this.#document.text(stream), this.#contentRules())
    if (cleaned !== undefined) this.#document.setText(stream, cleaned)
  }

  #contentRules(): ContentRules {
    return {
      rename: this.#renaming.rename,
      holdsWord: text => nameHoldsWord(text, this.#search),
      isRemoved: text => {
        const isFound = readings(text).some(reading => this.#search(reading).length > 0)
        if (isFound) this.#count('ActualText')
        return isFound
      },
    }
  }

  #cleanTextStream(stream: StreamObject, key: string): void {
    const isFound = readings(this.#document.text(stream)).some(text => this.#search(text).length > 0)
    if (!isFound) return
    this.#count(key)
    this.#document.setText(stream, '')
  }

  #cleanCharacterMap(stream: StreamObject): void {
    const cleaned = cleanCharacterMap(this.#document.text(stream), this.#search, this.#renaming)
    if (cleaned !== undefined) this.#document.setText(stream, cleaned)
  }

  #cleanCalculator(stream: StreamObject): void {
    const text = this.#document.text(stream)
    if (text.includes('%')) this.#document.setText(stream, text.replaceAll(/%[^\r\n]*/g, ''))
  }

  #cleanProfile(stream: StreamObject): void {
    const bytes = this.#document.bytes(stream)
    if (isColorProfile(bytes)) this.#mask(stream, profileTextRegions(bytes))
  }

  #mask(stream: StreamObject, regions: ReturnType<typeof fontTextRegions>): void {
    const masked = maskWords(this.#document.bytes(stream), regions, this.#search)
    if (masked !== undefined) this.#document.setText(stream, masked.toString('latin1'))
  }

  #count(key: string): void {
    this.texts[key] = (this.texts[key] ?? 0) + 1
  }
}

/** Destinations of PDF 1.1 are entries of a dictionary, with the name as the key; actions refer to them by name. */
function cleanNames(document: EditedDocument, search: TextSearch, found: Record<string, number>): void {
  const isNamed = (name: string) => search(comparable(name)).length > 0
  const destinations = document.dictionary(document.catalog['/Dests']) ?? {}
  const removed = Object.keys(destinations).filter(key => isNamed(key.slice(1)))
  for (const key of removed) delete destinations[key]
  if (removed.length > 0) found.Dests = removed.length
  for (const { value } of document.objects())
    if (isDictionary(value))
      for (const dict of [value, document.dictionary(value['/A']) ?? {}])
        dropEntries(dict, ['/D', '/Dest'], entry => isNamed(nameOf(document.resolve(entry))))
  for (const tree of Object.values(document.dictionary(document.catalog['/Names']) ?? {}))
    fixLimits(document, tree, 0)
}

function dropEntries(dict: PdfDict, keys: readonly string[], isDropped: (value: PdfValue) => boolean): void {
  for (const key of keys) if (isDropped(dict[key] ?? null)) delete dict[key]
}

/** Writes the first and the last name of each node again, after names were removed. */
function fixLimits(
  document: EditedDocument,
  tree: PdfValue,
  depth: number,
): readonly [PdfValue, PdfValue] | undefined {
  const node = document.dictionary(tree)
  if (node === undefined || depth > 50) return undefined
  const entries = document.array(node['/Names'])
  const kids = document
    .array(node['/Kids'])
    .map(kid => fixLimits(document, kid, depth + 1))
    .filter(limits => limits !== undefined)
  const [low, high] = [kids[0]?.[0] ?? entries[0], kids.at(-1)?.[1] ?? entries.at(-2)]
  if (low === undefined || high === undefined) return undefined
  if (node['/Limits'] !== undefined) node['/Limits'] = [low, high]
  return [low, high]
}

function stripImageMetadata(document: EditedDocument, stream: StreamObject): void {
  const filter = document.resolve(stream.dict['/Filter'])
  if (filter !== '/DCTDecode' && filter !== '/JPXDecode') return
  const bytes = document.bytes(stream)
  const stripped = filter === '/DCTDecode' ? stripMetadataSegments(bytes) : stripMetadataBoxes(bytes)
  if (stripped !== undefined) document.setBytes(stream, stripped)
}
