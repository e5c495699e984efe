/** Reads MOBI and AZW3 books: the newer half (KF8) if the file has one, otherwise the older text (KF7). */
import type { Book, BookMetadata } from '../../model/book.ts'
import { languageOf } from '../../model/book.ts'
import { completeToc, withHeadingIds } from '../../model/make-toc.ts'
import { collectImages } from '../book-images.ts'
import { decodeEntities } from '../xml-tree.ts'
import { readOldPages } from './kf7-pages.ts'
import { readNewPages } from './kf8-pages.ts'
import { contentsTree, readContents } from './mobi-contents.ts'
import { type MobiHeader, readMobiHeader, readMobiText } from './mobi-header.ts'
import { openPalmDatabase, type PalmDatabase } from './palm-database.ts'

interface ReadSettings {
  readonly name: string
  readonly maxPixels: number
  readonly maxUnpackedBytes: number
}

/** Records of EXTH. */
const exthTypes = {
  author: 100,
  publisher: 101,
  description: 103,
  date: 106,
  cover: 201,
  boundary: 121,
  title: 503,
  language: 524,
}

export async function readMobi(file: Buffer, settings: ReadSettings): Promise<Book> {
  const database = openPalmDatabase(file)
  const first = readMobiHeader(database, 0)
  const boundary = numberIn(first, exthTypes.boundary)
  const isCombined = boundary !== undefined && boundary !== 0xffffffff && boundary < database.count
  const header = isCombined ? readMobiHeader(database, boundary) : first
  const text = readMobiText(database, header, settings.maxUnpackedBytes)
  const images = collectImages(settings.maxPixels)
  const addImage = (index: number) => images.add(`record ${index}`, () => imageRecord(database, first, index))
  const contents = readContents(database, header)
  const pages =
    header.version >= 8
      ? readNewPages(database, header, text, addImage, contents)
      : readOldPages(header, text, addImage, contents)
  const coverIndex = numberIn(header, exthTypes.cover) ?? numberIn(first, exthTypes.cover)
  const hasCover = coverIndex !== undefined && coverIndex !== 0xffffffff
  if (hasCover) addImage(coverIndex)
  const finished = await images.finish(
    pages.sections.map(withHeadingIds),
    hasCover ? `record ${coverIndex}` : undefined,
  )
  const toc = contentsTree(contents, pages.linkTo)
  return {
    ...finished,
    metadata: readMetadata(header, first, settings.name),
    toc: completeToc(toc, finished.sections),
  }
}

function imageRecord(database: PalmDatabase, { firstImage }: MobiHeader, index: number): Buffer | undefined {
  const record = database.record(firstImage + index)
  return record.length === 0 ? undefined : record
}

function numberIn({ exth }: MobiHeader, type: number): number | undefined {
  const [value] = exth.get(type) ?? []
  return value !== undefined && value.length >= 4 ? value.readUInt32BE(0) : undefined
}

function readMetadata(header: MobiHeader, first: MobiHeader, name: string): BookMetadata {
  const decoder = new TextDecoder(header.encoding)
  const textsOf = (type: number) =>
    (header.exth.get(type) ?? first.exth.get(type) ?? [])
      .map(bytes => decodeEntities(decoder.decode(bytes)).trim())
      .filter(text => text !== '')
  return {
    title: textsOf(exthTypes.title)[0] ?? (header.title.trim() || name),
    // Several authors are several records, or one with separators.
    authors: textsOf(exthTypes.author)
      .flatMap(text => text.split(/[;&]/).map(author => author.trim()))
      .filter(text => text !== ''),
    language: languageOf(textsOf(exthTypes.language)[0] ?? localeLanguage(header)),
    publisher: textsOf(exthTypes.publisher)[0],
    date: textsOf(exthTypes.date)[0],
    description: textsOf(exthTypes.description)[0]
      ?.replace(/<[^<>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  }
}

/** Primary language identifiers of Windows. */
export const localeLanguages: Readonly<Record<number, string>> = {
  1: 'ar',
  4: 'zh',
  5: 'cs',
  6: 'da',
  7: 'de',
  8: 'el',
  9: 'en',
  10: 'es',
  11: 'fi',
  12: 'fr',
  13: 'he',
  14: 'hu',
  16: 'it',
  17: 'ja',
  18: 'ko',
  19: 'nl',
  20: 'no',
  21: 'pl',
  22: 'pt',
  25: 'ru',
  29: 'sv',
  31: 'tr',
  34: 'uk',
}

function localeLanguage({ header, version }: MobiHeader): string | undefined {
  return version > 1 && header.length >= 96 ? localeLanguages[header.readUInt32BE(92) & 0x3ff] : undefined
}
