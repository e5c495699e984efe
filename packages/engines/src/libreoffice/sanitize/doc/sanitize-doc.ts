/**
 * Removes references to files from a binary Word document ([MS-DOC]): types of fields that read files, names of linked
 * images, embedded objects. Bytes are changed in place, so that all offsets in the file stay valid. Prevents server-side
 * request forgery and reading of local files by LibreOffice.
 */
import { isAllowedField } from '../field-instructions.ts'
import { openCompoundFile, type Stream } from './compound-streams.ts'
import { hideStorage } from './hide-storages.ts'

/** Field types ([MS-DOC] 2.9.90) computed from the document; EMBED and SHAPE show an embedded image. */
const allowedTypes: ReadonlySet<number> = new Set([
  3, 4, 5, 8, 9, 10, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 31, 32, 33, 34, 35,
  37, 49, 52, 53, 54, 57, 58, 65, 66, 70, 71, 72, 73, 83, 84, 85, 88, 90, 92, 95,
])
/** SHAPE: shows its saved result. */
const shownType = 95
const hyperlinkType = 88
const [fieldBegin, fieldSeparator, fieldEnd] = [0x13, 0x14, 0x15]

/** Word 97 and later. */
const wordIdent = 0xa5ec
const firstVersion = 0xc1
/** Offsets in the header of the field tables: text, headers, footnotes, comments, endnotes, text boxes of text and headers. */
const fieldTables = [0x11a, 0x122, 0x12a, 0x132, 0x21a, 0x262, 0x272]
/** Offsets of the lengths of these parts of the text, in document order. */
const textLengths = [0x4c, 0x50, 0x54, 0x58, 0x5c, 0x60, 0x64, 0x68]
/** Index of the text part that each field table refers to. */
const tableParts = [0, 2, 1, 4, 5, 6, 7]
const clxOffset = 0x1a2
const drawings = 0x22a

export function sanitizeDoc(input: Buffer): Buffer {
  const file = Buffer.from(input)
  const { streams, storages } = openCompoundFile(file)
  const main = streams.get('WordDocument')
  for (const name of ['ObjectPool', 'Macros']) hideStorage(storages.get(name))
  if (main === undefined) return file
  const text = main.read()
  // Older and encrypted documents: links are removed only from the loaded document.
  if (text.length < 0x300 || text.readUInt16LE(0) !== wordIdent || text.readUInt16LE(2) < firstVersion)
    return file
  const flags = text.readUInt16LE(0x0a)
  if ((flags & 0x0100) !== 0) return file
  const tables = streams.get((flags & 0x0200) === 0 ? '0Table' : '1Table')
  if (tables === undefined) return file
  const data = streams.get('Data')
  try {
    if (data) data.write(unlinkImages(data.read()))
    sanitizeStreams(text, main, tables)
  } catch (error) {
    // Offsets outside of a stream: LibreOffice does its own bounds checks, and the loaded document is checked.
    if (!(error instanceof RangeError)) throw error
  }
  return file
}

function sanitizeStreams(text: Buffer, main: Stream, tables: Stream): void {
  const table = tables.read()
  const slice = (place: number) => {
    const start = text.readUInt32LE(place)
    return table.subarray(start, start + text.readUInt32LE(place + 4))
  }
  const segments = readSegments(slice(clxOffset))
  const starts = partStarts(text)
  for (const [index, place] of fieldTables.entries())
    silenceFields(slice(place), starts[tableParts[index] ?? 0] ?? 0, segments, text)
  unlinkShapes(slice(drawings))
  tables.write(table)
  main.write(text)
}

function partStarts(text: Buffer): number[] {
  const starts: number[] = []
  let at = 0
  for (const place of textLengths) {
    starts.push(at)
    at += text.readUInt32LE(place)
  }
  return starts
}

interface TextSegment {
  readonly from: number
  readonly to: number
  readonly offset: number
  readonly width: number
}

/** Position in the file of each segment of the text (PlcPcd), and whether a character takes one byte or two. */
function readSegments(clx: Buffer): TextSegment[] {
  let at = 0
  while (clx[at] === 1) at += 3 + clx.readUInt16LE(at + 1)
  if (clx[at] !== 2) return []
  const plc = clx.subarray(at + 5, at + 5 + clx.readUInt32LE(at + 1))
  const count = Math.floor((plc.length - 4) / 12)
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const place = plc.readUInt32LE(4 * (count + 1) + 8 * index + 2)
    const isNarrow = (place & 0x40000000) !== 0
    const offset = place & 0x3fffffff
    return {
      from: plc.readUInt32LE(4 * index),
      to: plc.readUInt32LE(4 * index + 4),
      offset: isNarrow ? offset >>> 1 : offset,
      width: isNarrow ? 1 : 2,
    }
  })
}

interface Field {
  readonly at: number
  /** Offset of its type in the table. */
  readonly place: number
  isKept: boolean
}

/** A disallowed field is changed to one that shows its saved result. */
function silenceFields(plc: Buffer, start: number, segments: readonly TextSegment[], text: Buffer): void {
  const count = Math.floor((plc.length - 4) / 6)
  const open: Field[] = []
  for (let index = 0; index < count; index++) {
    const position = start + plc.readUInt32LE(4 * index)
    const place = 4 * (count + 1) + 2 * index
    const mark = (plc[place] ?? 0) & 0x1f
    if (mark === fieldBegin) {
      const isKept = allowedTypes.has(plc[place + 1] ?? 0)
      open.push({ at: position, place: place + 1, isKept })
      continue
    }
    const field = open.at(-1)
    if (field && mark === fieldSeparator) {
      if (plc[field.place] === hyperlinkType)
        field.isKept &&= isAllowedField(readText(field.at + 1, position, segments, text))
      if (!field.isKept) blank(field.at + 1, position, segments, text)
    }
    if (field && !field.isKept) plc[field.place] = shownType
    if (mark === fieldEnd) open.pop()
  }
}

const maxInstruction = 10_000

function readText(from: number, to: number, segments: readonly TextSegment[], text: Buffer): string {
  let read = ''
  eachCharacter(from, Math.min(to, from + maxInstruction), segments, (at, width) => {
    read += String.fromCharCode(width === 1 ? text.readUInt8(at) : text.readUInt16LE(at))
  })
  return read
}

/** Overwrites letters with spaces; marks and anchors stay. */
function blank(from: number, to: number, segments: readonly TextSegment[], text: Buffer): void {
  eachCharacter(from, to, segments, (at, width) => {
    const code = width === 1 ? text.readUInt8(at) : text.readUInt16LE(at)
    if (code < 0x20) return
    if (width === 1) text.writeUInt8(0x20, at)
    else text.writeUInt16LE(0x20, at)
  })
}

function eachCharacter(
  from: number,
  to: number,
  segments: readonly TextSegment[],
  visit: (at: number, width: number) => void,
): void {
  for (const segment of segments) {
    const last = Math.min(to, segment.to)
    for (let position = Math.max(from, segment.from); position < last; position++)
      visit(segment.offset + (position - segment.from) * segment.width, segment.width)
  }
}

/** How an image is stored (PICF, [MS-DOC] 2.9.190): as a linked file, or as a shape with a file name. */
const linkedKinds: ReadonlySet<number> = new Set([94, 98, 99])
const namedShape = 102
const emptyShape = 100
const imageHeaderBytes = 68
const maxNameBytes = 255

/** Any offset of the stream may be referenced as an image, so everything that resembles an image header is treated as one. */
function unlinkImages(data: Buffer): Buffer {
  for (let at = data.indexOf(imageHeaderBytes); at >= 4; at = data.indexOf(imageHeaderBytes, at + 1)) {
    if (at + imageHeaderBytes > data.length || data[at + 1] !== 0) continue
    const kind = data.readUInt16LE(at + 2)
    const bytes = data.readUInt32LE(at - 4)
    const name = at - 4 + imageHeaderBytes
    const nameBytes = data[name] ?? 0
    if (linkedKinds.has(kind) && bytes <= imageHeaderBytes + 1 + maxNameBytes) {
      data.writeUInt16LE(emptyShape, at + 2)
      data.fill(0, name, at - 4 + bytes)
    } else if (kind === namedShape && bytes > imageHeaderBytes + nameBytes)
      data.fill(0x20, name + 1, name + 1 + nameBytes)
  }
  return data
}

/** Records of [MS-ODRAW]: property tables, and the properties that name a linked image or a hyperlink. */
const propertyTables: ReadonlySet<number> = new Set([0xf00b, 0xf121, 0xf122])
const linkProperties: ReadonlySet<number> = new Set([0x105, 0x106, 0x187, 0x188, 0x1c6, 0x1c7, 0x382])
const containerVersion = 0xf

/** Shared drawing data, then each drawing after a byte that assigns it to the text or the headers. */
function unlinkShapes(content: Buffer): void {
  for (let at = 0; at + 8 <= content.length; ) {
    const end = at + 8 + content.readUInt32LE(at + 4)
    unlinkRecords(content.subarray(at, end))
    at = end + 1
  }
}

/** Descends into containers and skips all other records. */
function unlinkRecords(records: Buffer): void {
  for (let at = 0; at + 8 <= records.length; ) {
    const head = records.readUInt16LE(at)
    const bytes = records.readUInt32LE(at + 4)
    if (propertyTables.has(records.readUInt16LE(at + 2)))
      unlinkProperties(records.subarray(at + 8, at + 8 + bytes), head >>> 4)
    at += 8 + ((head & 0xf) === containerVersion ? 0 : bytes)
  }
}

function unlinkProperties(table: Buffer, count: number): void {
  let data = 6 * count
  for (let index = 0; index < count && 6 * index + 6 <= table.length; index++) {
    const head = table.readUInt16LE(6 * index)
    const value = table.readUInt32LE(6 * index + 2)
    const isComplex = (head & 0x8000) !== 0
    if (linkProperties.has(head & 0x3fff)) {
      if (isComplex) table.fill(0, data, data + value)
      else table.writeUInt32LE(0, 6 * index + 2)
    }
    if (isComplex) data += value
  }
}
