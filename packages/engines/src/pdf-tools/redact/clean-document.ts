/** Removes what a document holds besides its pages: metadata, attachments, and texts with the words. */
import { deflateSync } from 'node:zlib'
import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib'
import { readOperations, writeName } from '../content-tokens.ts'
import { cleanContent } from './clean-content.ts'
import { stripMetadataSegments } from './jpeg-metadata.ts'
import {
  dictEntry,
  entryOf,
  isText,
  latin1Stream,
  listEntry,
  nameOf,
  type PdfText,
  ResourceEditor,
  streamText,
} from './pdf-objects.ts'
import { comparable, percentDecoded, type TextSearch } from './search-text.ts'

export interface CleanedDocument {
  readonly metadata: number
  readonly attachments: number
  /** Texts that held the words, by the key of their entry: Title, Contents, JS. */
  readonly texts: Readonly<Record<string, number>>
  /** In fill patterns and in glyphs; where they are seen is unknown, so that all of them are removed. */
  readonly patternTexts: number
}

/** In any object: copies of the content, or data of applications. */
const metadataKeys = ['Metadata', 'PieceInfo', 'Thumb', 'SpiderInfo', 'LastModified', 'Alternates']
/** Files in the file, also audio, videos and models. */
const embeddedKeys = ['EF', 'Sound', 'Movie', '3DD', 'RichMediaContent']
const embeddedListKeys = ['AF', 'EmbeddedFiles', 'Collection']
/** Trees of what no page shows. */
const unseenNames = ['Templates', 'Pages', 'AP', 'IDS', 'URLS', 'AlternatePresentations']
/** Other icons of buttons than the one of their appearance. */
const iconKeys = ['I', 'RI', 'IX']
const technicalKeys: ReadonlySet<string> = new Set([
  ...['Registry', 'Ordering', 'CharSet', 'Panose', 'DA', 'ID', 'ByteRange', 'CheckSum', 'Lookup'],
  ...['M', 'CreationDate', 'ModDate', 'BC', 'BG'],
])

/** Strings that are names, styles and binary data for readers. The ids of structure elements are texts. */
export function isTechnical(key: string, isInElement: boolean): boolean {
  return technicalKeys.has(key) && !(key === 'ID' && isInElement)
}

const textStreamKeys: ReadonlySet<string> = new Set(['JS', 'RC', 'RV', 'V', 'DV', 'DS'])
const replacement = '***'

export function cleanDocument(document: PDFDocument, search: TextSearch): CleanedDocument {
  const { context, catalog } = document
  const cleaner = new DocumentCleaner(search)
  const { Info: info } = context.trailerInfo
  if (info !== undefined) cleaner.metadata++
  if (info instanceof PDFRef) context.delete(info)
  delete context.trailerInfo.Info
  const form = dictEntry(catalog, 'AcroForm')
  // A second form with the same values, in XML.
  if (form?.delete(PDFName.of('XFA'))) cleaner.metadata++
  catalog.delete(PDFName.of('Legal'))
  const names = dictEntry(catalog, 'Names')
  for (const key of unseenNames) names?.delete(PDFName.of(key))
  let patternTexts = 0
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    const cleaned = cleaner.clean(object, 'text')
    if (cleaned !== undefined) context.assign(ref, cleaned)
    if (object instanceof PDFRawStream) stripJpegMetadata(object)
    patternTexts += stripPaintedText(object)
  }
  for (const { node } of document.getPages()) {
    const content = entryOf(node, 'Contents')
    if (content instanceof PDFRawStream) cleaner.cleanContent(content)
  }
  cleanNames(catalog, search, cleaner.texts)
  const { metadata, attachments, texts } = cleaner
  return { metadata, attachments, texts, patternTexts }
}

/** They are not valid for the result, and their certificates name people. */
export function dropSignatures({ context, catalog }: PDFDocument): number {
  let dropped = 0
  for (const [, object] of context.enumerateIndirectObjects())
    if (object instanceof PDFDict && dictEntry(object, 'V')?.has(PDFName.of('ByteRange')) === true) {
      object.delete(PDFName.of('V'))
      dropped++
    }
  for (const key of ['Perms', 'DSS']) catalog.delete(PDFName.of(key))
  dictEntry(catalog, 'AcroForm')?.delete(PDFName.of('SigFlags'))
  return dropped
}

export function matchesText(text: PdfText, search: TextSearch): boolean {
  const shown = comparable(decoded(text))
  return [shown, percentDecoded(shown), rawText(text)].some(content => search(content).length > 0)
}

function decoded(text: PdfText): string {
  try {
    return text.decodeText()
  } catch {
    return rawText(text)
  }
}

function rawText(text: PdfText): string {
  return Buffer.from(text.asBytes()).toString('latin1')
}

/** Bytes of a text as Latin-1, UTF-8 and UTF-16. */
function readingsOf(bytes: string): string[] {
  return [bytes, Buffer.from(bytes, 'latin1').toString('utf8'), utf16(bytes)].map(comparable)
}

/** Forms, patterns and groups of masks have a box. */
function isContent(dict: PDFDict): boolean {
  return dict.has(PDFName.of('BBox')) && !dict.has(PDFName.of('ShadingType'))
}

class DocumentCleaner {
  metadata = 0
  attachments = 0
  readonly texts: Record<string, number> = {}
  readonly #search: TextSearch

  constructor(search: TextSearch) {
    this.#search = search
  }

  /** What replaces the object; undefined if it stays, perhaps with other content. */
  clean(object: PDFObject, key: string): PDFObject | undefined {
    if (isText(object)) return this.#withoutWords(object, key)
    if (object instanceof PDFStream) {
      if (nameOf(entryOf(object.dict, 'Type')) === 'EmbeddedFile')
        return latin1Stream(object.dict.context, '')
      this.#cleanDict(object.dict)
      if (object instanceof PDFRawStream && isContent(object.dict)) this.cleanContent(object)
    } else if (object instanceof PDFDict) this.#cleanDict(object)
    else if (object instanceof PDFArray) this.#cleanArray(object, key)
    return undefined
  }

  #cleanDict(dict: PDFDict): void {
    for (const key of metadataKeys) if (dict.delete(PDFName.of(key))) this.metadata++
    for (const key of embeddedKeys) if (dict.delete(PDFName.of(key))) this.attachments++
    for (const key of embeddedListKeys) dict.delete(PDFName.of(key))
    for (const key of iconKeys) dictEntry(dict, 'MK')?.delete(PDFName.of(key))
    for (const [name, value] of dict.entries()) {
      const key = name.decodeText()
      if (isTechnical(key, dict.has(PDFName.of('S')))) continue
      const cleaned = this.clean(value, key)
      if (cleaned !== undefined) dict.set(name, cleaned)
      if (textStreamKeys.has(key)) this.#cleanTextStream(dict, name)
    }
  }

  #cleanArray(array: PDFArray, key: string): void {
    // A palette is binary data.
    if (array.size() > 0 && nameOf(array.get(0)) === 'Indexed') return
    if (key === 'Names') this.#removePairs(array, key)
    for (const [index, value] of array.asArray().entries()) {
      const cleaned = this.clean(value, key)
      if (cleaned !== undefined) array.set(index, cleaned)
    }
  }

  /** Leaves of a name tree: a key, then its value. */
  #removePairs(array: PDFArray, key: string): void {
    for (let index = array.size() - 2; index >= 0; index -= 2) {
      const name = array.lookup(index)
      if (!isText(name) || !matchesText(name, this.#search)) continue
      this.#count(key)
      array.remove(index + 1)
      array.remove(index)
    }
  }

  #withoutWords(text: PdfText, key: string): PDFHexString | undefined {
    if (!matchesText(text, this.#search)) return undefined
    this.#count(key)
    const content = comparable(decoded(text))
    const kept = this.#search(content)
      .sort((one, other) => other.start - one.start)
      .reduce((rest, { start, end }) => `${rest.slice(0, start)}${replacement}${rest.slice(end)}`, content)
    const isClean = this.#search(kept).length === 0 && kept !== content
    return PDFHexString.fromText(isClean ? kept : '')
  }

  cleanContent(stream: PDFRawStream): void {
    const cleaned = cleanContent(streamText(stream), text => {
      const holdsWord = readingsOf(text).some(reading => this.#search(reading).length > 0)
      if (holdsWord) this.#count('ActualText')
      return holdsWord
    })
    if (cleaned !== undefined) setContent(stream, cleaned)
  }

  #cleanTextStream(dict: PDFDict, name: PDFName): void {
    const [ref, stream] = [dict.get(name), dict.lookup(name)]
    if (!(stream instanceof PDFRawStream) || !(ref instanceof PDFRef)) return
    const content = streamText(stream)
    const isFound = readingsOf(content).some(text => this.#search(text).length > 0)
    if (!isFound) return
    this.#count(name.decodeText())
    dict.context.assign(ref, latin1Stream(dict.context, ''))
  }

  #count(key: string): void {
    this.texts[key] = (this.texts[key] ?? 0) + 1
  }
}

/** Big-endian, as in strings of PDFs. */
export function utf16(bytes: string): string {
  return Buffer.from(bytes.slice(0, bytes.length & ~1), 'latin1')
    .swap16()
    .toString('utf16le')
}

/** Destinations of PDF 1.1 are entries of a dictionary, with the name as the key; actions refer to them by name. */
function cleanNames(catalog: PDFDict, search: TextSearch, found: Record<string, number>): void {
  const isNamed = (name: string) => search(comparable(name)).length > 0
  const destinations = dictEntry(catalog, 'Dests')
  const removed = destinations?.keys().filter(key => isNamed(key.decodeText())) ?? []
  for (const key of removed) destinations?.delete(key)
  if (removed.length > 0) found.Dests = removed.length
  for (const [, object] of catalog.context.enumerateIndirectObjects())
    if (object instanceof PDFDict)
      for (const dict of [object, dictEntry(object, 'A')])
        for (const key of ['D', 'Dest'])
          if (dict !== undefined && isNamed(nameOf(entryOf(dict, key)))) dict.delete(PDFName.of(key))
  fixLimits(dictEntry(catalog, 'Names'))
}

/** The first and the last name of each node, after names were removed. */
function fixLimits(names: PDFDict | undefined): void {
  for (const [, tree] of names?.entries() ?? []) {
    const root = tree instanceof PDFRef ? names?.context.lookup(tree) : tree
    if (root instanceof PDFDict) limitsOf(root, 0)
  }
}

function limitsOf(node: PDFDict, depth: number): readonly [PDFObject, PDFObject] | undefined {
  if (depth > 50) return undefined
  const entries = listEntry(node, 'Names')
  const [first, last] = [entries[0], entries.at(-2)]
  const kids = listEntry(node, 'Kids').flatMap(kid => {
    const child = kid instanceof PDFRef ? node.context.lookup(kid) : kid
    const limits = child instanceof PDFDict ? limitsOf(child, depth + 1) : undefined
    return limits === undefined ? [] : [limits]
  })
  const [low, high] = [kids[0]?.[0] ?? first, kids.at(-1)?.[1] ?? last]
  if (low === undefined || high === undefined) return undefined
  if (node.has(PDFName.of('Limits'))) node.set(PDFName.of('Limits'), node.context.obj([low, high]))
  return [low, high]
}

/** EXIF, XMP, comments and thumbnails. */
function stripJpegMetadata(stream: PDFRawStream): void {
  if (nameOf(entryOf(stream.dict, 'Filter')) !== 'DCTDecode') return
  const stripped = stripMetadataSegments(stream.contents)
  if (stripped !== undefined) stream.updateContents(stripped)
}

const maxFormDepth = 30
const showing: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"'])

/** Text in patterns and in the drawings of glyphs. */
function stripPaintedText(object: PDFObject): number {
  if (object instanceof PDFRawStream)
    return entryOf(object.dict, 'PatternType') === undefined ? 0 : stripText(object, object.dict)
  const glyphs = object instanceof PDFDict ? dictEntry(object, 'CharProcs') : undefined
  let removed = 0
  for (const glyph of glyphs?.keys() ?? []) {
    const stream = glyphs?.lookup(glyph)
    if (stream instanceof PDFRawStream && object instanceof PDFDict) removed += stripText(stream, object)
  }
  return removed
}

/** Also of the forms that it draws. */
function stripText(stream: PDFRawStream, owner: PDFDict): number {
  const resources = new ResourceEditor(owner.context, dictEntry(owner, 'Resources'))
  const { content, removed } = withoutText(streamText(stream), resources, 0)
  if (removed === 0) return 0
  setContent(stream, content)
  owner.set(PDFName.of('Resources'), resources.dict)
  return removed
}

function setContent(stream: PDFRawStream, content: string): void {
  stream.updateContents(deflateSync(Buffer.from(content, 'latin1')))
  for (const key of ['DecodeParms', 'Length']) stream.dict.delete(PDFName.of(key))
  stream.dict.set(PDFName.of('Filter'), PDFName.of('FlateDecode'))
}

function withoutText(
  content: string,
  resources: ResourceEditor,
  depth: number,
): { readonly content: string; readonly removed: number } {
  let removed = 0
  const kept: string[] = []
  for (const { operator, operands, start, end } of readOperations(content)) {
    const form = operator === 'Do' ? resources.findStream('XObject', nameOf(operands[0])) : undefined
    if (showing.has(operator)) removed++
    else if (form !== undefined && nameOf(entryOf(form.dict, 'Subtype')) === 'Form' && depth < maxFormDepth) {
      const inner = resources.ofForm(form)
      const stripped = withoutText(streamText(form), inner, depth + 1)
      removed += stripped.removed
      kept.push(
        stripped.removed === 0
          ? content.slice(start, end)
          : `${writeName(resources.add('XObject', inner.writeForm(form, stripped.content)))} Do`,
      )
    } else kept.push(content.slice(start, end))
  }
  return { content: kept.join('\n'), removed }
}
