/**
 * Removes references to other files from a binary workbook ([MS-XLS]): paths of linked workbooks and DDE sources, names
 * of functions that fetch URLs, formulas that show the machine, macros. Bytes are changed in place, so that all offsets in the file stay valid.
 */
import { openCompoundFile, type Stream } from './compound-streams.ts'
import { freezeDisclosingFormulas } from './freeze-formulas.ts'
import { hideActiveStorages } from './hide-storages.ts'

const [filePass, name, externName, supBook, dConRef] = [0x2f, 0x18, 0x23, 0x1ae, 0x51]
/** The workbook itself, and functions of add-ins, instead of a path. */
const internalPaths: ReadonlySet<number> = new Set([0x0401, 0x3a01])
const fetching = ['WEBSERVICE', 'SQL.REQUEST']
const letterX = 0x78

export function sanitizeXls(input: Buffer): Buffer {
  const file = Buffer.from(input)
  const { streams, storages } = openCompoundFile(file)
  hideActiveStorages(storages)
  for (const book of ['Workbook', 'Book']) sanitizeBook(streams.get(book))
  return file
}

function sanitizeBook(stream: Stream | undefined): void {
  if (stream === undefined) return
  const book = Buffer.from(stream.read())
  const records: { type: number; at: number; body: Buffer }[] = []
  for (let at = 0; at + 4 <= book.length; ) {
    const [type, bytes] = [book.readUInt16LE(at), book.readUInt16LE(at + 2)]
    const body = book.subarray(at + 4, at + 4 + bytes)
    // Everything behind it is encrypted: links are removed only from the loaded workbook.
    if (type === filePass) break
    records.push({ type, at, body })
    if (type === supBook) blankPath(body)
    if (type === dConRef) blankText(body, 6)
    if (type === name || type === externName) blankFunctions(body)
    at += 4 + bytes
  }
  freezeDisclosingFormulas(book, records)
  stream.write(book)
}

/** SupBook (2.4.271): the number of sheets, then the path as a string with its length. */
function blankPath(body: Buffer): void {
  if (body.length < 4 || internalPaths.has(body.readUInt16LE(2))) return
  blankText(body, 2)
}

/** XLUnicodeString (2.5.294): length, flags, characters of one or two bytes. */
function blankText(body: Buffer, at: number): void {
  if (at + 3 > body.length) return
  const width = ((body[at + 2] ?? 0) & 1) === 1 ? 2 : 1
  const end = Math.min(body.length, at + 3 + width * body.readUInt16LE(at))
  for (let place = at + 3; place < end; place += width) {
    body[place] = letterX
    if (width === 2 && place + 1 < end) body[place + 1] = 0
  }
}

/** Newer functions are stored by name, as if they were macros. */
function blankFunctions(body: Buffer): void {
  for (const word of fetching)
    for (const encoding of ['latin1', 'utf16le'] as const) {
      const text = body.toString('latin1').toUpperCase()
      const at = text.indexOf(Buffer.from(word, encoding).toString('latin1'))
      if (at >= 0) body[at] = letterX
    }
}
