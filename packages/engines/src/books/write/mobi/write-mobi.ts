/** Writes a book as MOBI 6 (KF7), which all Kindle readers show: a Palm database of text, contents and images. */
import { createHash } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { JobFailure } from '../../../process/job-failure.ts'
import type { Book } from '../../model/book.ts'
import type { ImageContent } from '../../model/book-image.ts'
import { localeLanguages } from '../../read/mobi/read-mobi.ts'
import { aligned, contentsRecords } from './contents-index.ts'
import { type MobiText, writeMobiText } from './mobi-text.ts'
import { packPalmDoc } from './pack-palm-doc.ts'

const textRecordBytes = 4096
/** The header, without the EXTH records behind it. */
const headerBytes = 248
const maxRecords = 0xffff
const none = 0xffffffff
const thumbnail = { width: 180, height: 240 }
const endRecord = Buffer.from([0xe9, 0x8e, 0x0d, 0x0a])

export async function writeMobi(book: Book): Promise<Buffer> {
  const text = writeMobiText(book)
  const textRecords = [...packTextRecords(text.bytes)]
  const contents = contentsRecords(text.contents, text.bytes.length)
  const images = await imageRecords(book, text)
  const firstOther = 1 + textRecords.length
  const firstImage = firstOther + contents.length
  const flis = firstImage + images.records.length
  if (flis + 3 > maxRecords) throw new JobFailure('result-too-large')
  const header = headerRecord(book, text, {
    textRecords: textRecords.length,
    firstOther,
    contents: contents.length === 0 ? none : firstOther,
    firstImage: images.records.length === 0 ? none : firstImage,
    flis,
    hasCover: images.hasCover,
    thumbnail: images.thumbnail,
  })
  return palmDatabase(book.metadata.title, [
    header,
    ...textRecords,
    ...contents,
    ...images.records,
    flisRecord(),
    fcisRecord(text.bytes.length),
    endRecord,
  ])
}

/** A character that continues in the next record is completed behind the text, with the number of its bytes there. */
function* packTextRecords(text: Buffer): Generator<Buffer> {
  for (let start = 0; start < text.length; start += textRecordBytes) {
    const end = Math.min(text.length, start + textRecordBytes)
    let after = end
    while (after < text.length && ((text[after] as number) & 0xc0) === 0x80) after += 1
    const rest = text.subarray(end, after)
    yield Buffer.concat([packPalmDoc(text.subarray(start, end)), rest, Buffer.from([rest.length])])
  }
}

/** The cover is the first image, and the thumbnail the last one. */
async function imageRecords({ images, cover }: Book, text: MobiText) {
  const records: Buffer[] = []
  for (const name of text.images) {
    const image = images.get(name)
    records.push(image === undefined ? Buffer.alloc(0) : await imageBytes(image))
  }
  const image = cover === undefined ? undefined : images.get(cover)
  const small = image && (await thumbnailBytes(image))
  if (small === undefined) return { records, hasCover: image !== undefined, thumbnail: undefined }
  return { records: [...records, small], hasCover: true, thumbnail: records.length }
}

/** Older readers show only JPEG and GIF. */
async function imageBytes({ mime, bytes }: ImageContent): Promise<Buffer> {
  if (mime === 'image/jpeg' || mime === 'image/gif') return bytes
  return (
    (await drawn(bytes, image => image.jpeg({ quality: 90, chromaSubsampling: '4:4:4' }))) ??
    // What cannot be decoded stays as it was in the book.
    bytes
  )
}

function thumbnailBytes({ bytes }: ImageContent): Promise<Buffer | undefined> {
  return drawn(bytes, image =>
    image.resize({ ...thumbnail, fit: 'inside', withoutEnlargement: true }).jpeg({ quality: 80 }),
  )
}

async function drawn(bytes: Buffer, change: (image: Sharp) => Sharp): Promise<Buffer | undefined> {
  try {
    // The size of images is limited when a book is read.
    const image = sharp(bytes, { limitInputPixels: false, failOn: 'none' }).flatten({ background: '#fff' })
    return await change(image).toBuffer()
  } catch {
    return undefined
  }
}

interface RecordPlan {
  readonly textRecords: number
  readonly firstOther: number
  readonly contents: number
  readonly firstImage: number
  readonly flis: number
  readonly hasCover: boolean
  /** Number of the image, from 0. */
  readonly thumbnail: number | undefined
}

function headerRecord(book: Book, text: MobiText, records: RecordPlan): Buffer {
  const { title, language } = book.metadata
  const hash = createHash('sha256').update(title).update(text.bytes).digest()
  const exth = exthBlock(book, text, records, hash.toString('hex'))
  const name = Buffer.from(title)
  const header = Buffer.alloc(headerBytes)
  const set = (offset: number, ...values: number[]) => {
    for (const [index, value] of values.entries()) header.writeUInt32BE(value, offset + 4 * index)
  }
  // PalmDOC: compressed, not encrypted.
  header.writeUInt16BE(2, 0)
  set(4, text.bytes.length)
  header.writeUInt16BE(records.textRecords, 8)
  header.writeUInt16BE(textRecordBytes, 10)
  header.write('MOBI', 16, 'latin1')
  // A book in UTF-8, of version 6.
  set(20, headerBytes - 16, 2, 65_001, hash.readUInt32BE(0), 6)
  // No indexes of a dictionary.
  header.fill(0xff, 40, 80)
  set(80, records.firstOther, headerBytes + exth.length, name.length, localeOf(language))
  set(104, 6, records.firstImage)
  // EXTH records follow.
  set(128, 0x50)
  // No copy protection.
  set(164, none, none)
  header.writeUInt16BE(1, 192)
  header.writeUInt16BE(records.flis - 1, 194)
  set(196, 1, records.flis + 1, 1, records.flis, 1)
  set(224, none, 0, none, none)
  // Text records end with the rest of a character.
  set(240, 1, records.contents)
  // Some readers expect zeros behind the name.
  return aligned(Buffer.concat([header, exth, name, Buffer.alloc(2)]))
}

/** Metadata: records of a type and a value. */
function exthBlock({ metadata }: Book, text: MobiText, records: RecordPlan, hash: string): Buffer {
  const { title, authors, publisher, description, identifier, date, language } = metadata
  const isbn = /^(?:urn:)?isbn:\s*([\d-]{9,17}[\dXx])$/i.exec(identifier ?? '')?.[1]
  const values: (readonly [number, string | number | undefined])[] = [
    ...authors.map(author => [100, author] as const),
    [101, publisher],
    [103, description],
    [104, isbn],
    [106, date],
    // An id and the type of a book, without which the device keeps no cover.
    [
      113,
      `${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`,
    ],
    [501, 'EBOK'],
    [116, text.start],
    [201, records.hasCover ? 0 : undefined],
    [202, records.thumbnail],
    [203, records.hasCover ? 0 : undefined],
    [503, title],
    [524, language === 'und' ? undefined : language],
  ]
  const parts = values.flatMap(([type, value]) =>
    value === undefined || value === '' ? [] : [exthRecord(type, value)],
  )
  const head = Buffer.alloc(12)
  head.write('EXTH', 'latin1')
  head.writeUInt32BE(
    parts.reduce((sum, part) => sum + part.length, head.length),
    4,
  )
  head.writeUInt32BE(parts.length, 8)
  return aligned(Buffer.concat([head, ...parts]))
}

function exthRecord(type: number, value: string | number): Buffer {
  const content = typeof value === 'string' ? Buffer.from(value) : numbers(value)
  return Buffer.concat([numbers(type, 8 + content.length), content])
}

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index)
  return bytes
}

function localeOf(language: string): number {
  const [primary = ''] = language.toLowerCase().split('-')
  return Number(Object.entries(localeLanguages).find(([, code]) => code === primary)?.[0] ?? 0)
}

/** Constant records that readers expect. */
function flisRecord(): Buffer {
  return Buffer.concat([Buffer.from('FLIS', 'latin1'), numbers(8, 0x41_0000, 0, none, 0x1_0003, 3, 1, none)])
}

function fcisRecord(textBytes: number): Buffer {
  return Buffer.concat([
    Buffer.from('FCIS', 'latin1'),
    numbers(20, 16, 1, 0, textBytes, 0, 32, 8, 0x1_0001, 0),
  ])
}

function palmDatabase(title: string, records: readonly Buffer[]): Buffer {
  const time = Math.floor(Date.now() / 1000)
  const head = Buffer.alloc(78)
  head.write(databaseName(title), 'latin1')
  head.writeUInt32BE(time, 36)
  head.writeUInt32BE(time, 40)
  head.write('BOOKMOBI', 60, 'latin1')
  head.writeUInt32BE(2 * records.length - 1, 68)
  head.writeUInt16BE(records.length, 76)
  let at = head.length + 8 * records.length + 2
  const list = records.map((record, index) => {
    const entry = numbers(at, 2 * index)
    at += record.length
    return entry
  })
  return Buffer.concat([head, ...list, Buffer.alloc(2), ...records])
}

/** Up to 31 bytes of ASCII. */
function databaseName(title: string): string {
  const name = title
    .normalize('NFKD')
    .replace(/[^\w -]/g, '')
    .trim()
    .replace(/\s+/g, '_')
    .slice(0, 31)
  return name === '' ? 'Book' : name
}
