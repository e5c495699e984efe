/** Writes a small binary workbook ([MS-XLS]) of one sheet whose formulas have saved results. */
import { writeCompoundFile } from './protect-docx.ts'

export interface XlsFormula {
  /** Tokens of the formula ([MS-XLS] 2.5.198). */
  readonly tokens: Buffer
  readonly saved: number | string | boolean
  /** Record between the cell and its text: an array or shared formula. */
  readonly shared?: Buffer
}

export interface XlsWorkbook {
  /** One per row, in column A. */
  readonly formulas: readonly XlsFormula[]
  /** Tokens by name. */
  readonly names?: Readonly<Record<string, Buffer>>
}

const [workbookPart, sheetPart] = [5, 0x10]

export const record = (type: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([words(type, body.length), body])
}

export function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(value, 2 * index)
  return bytes
}

/** A text in tokens, and a call of a function with a variable or a fixed number of arguments. */
export const textToken = (text: string) =>
  Buffer.concat([Buffer.from([0x17, text.length, 0]), Buffer.from(text)])
export const callToken = (number: number, argumentCount: number) =>
  Buffer.concat([Buffer.from([0x42, argumentCount]), words(number)])
export const fixedCallToken = (number: number) => Buffer.concat([Buffer.from([0x41]), words(number)])
export const nameToken = (index: number) => Buffer.concat([Buffer.from([0x43]), words(index, 0)])
/** The formula that the cell in column A of a row shares. */
export const sharedToken = (row: number) => Buffer.concat([Buffer.from([0x01]), words(row, 0)])

export function writeXls({ formulas, names = {} }: XlsWorkbook): Buffer {
  const begin = (kind: number) => record(0x809, words(0x600, kind, 0x0dbb, 0x07cc), Buffer.alloc(8))
  const end = record(0x0a)
  const nameRecords = Object.entries(names).map(([name, tokens]) =>
    record(
      0x18,
      words(0),
      Buffer.from([0, name.length]),
      words(tokens.length, 0, 0),
      Buffer.alloc(4),
      Buffer.from([0]),
      Buffer.from(name),
      tokens,
    ),
  )
  const sheetName = Buffer.from([1, 0, 0x53])
  const sheetHeadBytes = 4 + 6 + sheetName.length
  const before = begin(workbookPart)
  const after = Buffer.concat([...nameRecords, end])
  const sheetAt = before.length + sheetHeadBytes + after.length
  const place = Buffer.alloc(6)
  place.writeUInt32LE(sheetAt)
  const sheet = [begin(sheetPart), ...formulas.map(writeFormula), end]
  const book = Buffer.concat([before, record(0x85, place, sheetName), after, ...sheet])
  return writeCompoundFile({ Workbook: Buffer.concat([book, Buffer.alloc(Math.max(0, 5000 - book.length))]) })
}

function writeFormula({ tokens, saved, shared = Buffer.alloc(0) }: XlsFormula, row: number): Buffer {
  const result = Buffer.alloc(8)
  if (typeof saved === 'number') result.writeDoubleLE(saved)
  else {
    result.writeUInt16LE(0xffff, 6)
    if (typeof saved === 'boolean') Buffer.from([1, 0, saved ? 1 : 0]).copy(result)
  }
  const cell = record(0x06, words(row, 0, 0), result, words(0, 0, 0, tokens.length), tokens)
  const text =
    typeof saved === 'string'
      ? record(0x207, words(saved.length), Buffer.from([0]), Buffer.from(saved))
      : Buffer.alloc(0)
  return Buffer.concat([cell, shared, text])
}
