/** SAS transport files (XPT), versions 5 and 8: records of 80 bytes, numbers in the format of IBM mainframes. */
import { damagedData } from '../values/data-failure.ts'
import { type DataValue, numberText } from '../values/data-value.ts'
import { columnNames, type DataTable, inBatches, maxColumns, type Row } from '../values/table.ts'
import { ByteReader, decodeLegacy } from './byte-reader.ts'
import { dayOf, epochs, momentOf } from './epoch-dates.ts'

interface SasVariable {
  readonly name: string
  readonly isNumber: boolean
  readonly length: number
  readonly offset: number
  readonly format: string
}

const recordBytes = 80
const headerMark = 'HEADER RECORD*******'

export function readSasTransport(input: Buffer): readonly DataTable[] {
  const tables: DataTable[] = []
  for (let at = findRecord(input, /^MEMB(?:ER|V8) /, 0); at >= 0; ) {
    const next = findRecord(input, /^MEMB(?:ER|V8) /, at + recordBytes)
    tables.push(readMember(input.subarray(at, next < 0 ? input.length : next), tables.length))
    at = next
  }
  return tables
}

/** The position of a header record whose kind matches, or -1. */
function findRecord(input: Buffer, kind: RegExp, from: number): number {
  for (let at = from; at + recordBytes <= input.length; at += recordBytes) {
    const record = input.toString('latin1', at, at + 48)
    if (record.startsWith(headerMark) && kind.test(record.slice(headerMark.length))) return at
  }
  return -1
}

function readMember(member: Buffer, index: number): DataTable {
  const variableBytes = Number(member.toString('latin1', 74, 78)) === 136 ? 136 : 140
  const name = decodeLegacy(member.subarray(2 * recordBytes + 8, 2 * recordBytes + 40)).split(/\s/)[0] ?? ''
  const namesAt = findRecord(member, /^NAM(?:ESTR|STV8) /, 0)
  const rowsAt = findRecord(member, /^OBS(?:V8)? /, 0)
  if (namesAt < 0 || rowsAt < 0) throw damagedData('a table without variables')
  const isNew = member.toString('latin1', namesAt + 20, namesAt + 27) === 'NAMSTV8'
  const count = Number(member.toString('latin1', namesAt + 48, namesAt + 58))
  if (!(count > 0 && count <= maxColumns)) throw damagedData('a wrong number of variables')
  const variables = Array.from({ length: count }, (_, position) =>
    readVariable(member.subarray(namesAt + recordBytes + position * variableBytes), isNew),
  )
  const columns = columnNames(variables.map(variable => variable.name))
  const data = member.subarray(rowsAt + recordBytes)
  return {
    name: name === '' ? `table${index + 1}` : name,
    columns,
    batches: () => inBatches(readRows(data, variables)),
  }
}

function readVariable(bytes: Buffer, isNew: boolean): SasVariable {
  const reader = new ByteReader(bytes, false)
  const isNumber = reader.int16() === 1
  reader.int16()
  const length = reader.int16()
  reader.int16()
  const shortName = decodeLegacy(reader.bytes(8)).trim()
  reader.bytes(40)
  const format = decodeLegacy(reader.bytes(8)).trim()
  reader.at = 84
  const offset = reader.int32()
  const longName = isNew ? decodeLegacy(reader.bytes(32)).replaceAll('\0', '').trim() : ''
  if (length <= 0 || offset < 0 || (isNumber && length > 8)) throw damagedData('a wrong length')
  return { name: longName === '' ? shortName : longName, isNumber, length, offset, format }
}

/** The last record is filled with spaces, which are not a row. */
function* readRows(data: Buffer, variables: readonly SasVariable[]): Generator<Row> {
  const rowBytes = Math.max(...variables.map(({ offset, length }) => offset + length))
  for (let at = 0; at + rowBytes <= data.length; at += rowBytes) {
    const row = data.subarray(at, at + rowBytes)
    const isFilling =
      data.length - at < rowBytes + recordBytes && data.subarray(at).every(byte => byte === 0x20)
    if (isFilling) return
    yield variables.map(variable =>
      readCell(row.subarray(variable.offset, variable.offset + variable.length), variable),
    )
  }
}

function readCell(bytes: Buffer, { isNumber, format }: SasVariable): DataValue {
  if (!isNumber) return decodeLegacy(bytes).replace(/(?<![ \0])[ \0]+$/, '')
  const value = readIbmNumber(bytes)
  if (value === undefined) return null
  if (/^(?:DATE|MMDDYY|DDMMYY|YYMMDD|E8601DA|WEEKDATE)(?!TIME)\d*$/i.test(format))
    return dayOf(value, epochs.sas) ?? numberText(value)
  if (/^(?:DATETIME|E8601DT)/i.test(format)) return momentOf(value * 1000, epochs.sas) ?? numberText(value)
  return numberText(value)
}

/** Undefined is missing: `.`, `_` or a letter, and zeros. */
function readIbmNumber(bytes: Buffer): number | undefined {
  const first = bytes[0] ?? 0
  const isZero = bytes.subarray(1).every(byte => byte === 0)
  if (isZero && first !== 0 && (first === 0x2e || first === 0x5f || (first >= 0x41 && first <= 0x5a)))
    return undefined
  let fraction = 0
  for (const byte of bytes.subarray(1).toReversed()) fraction = (fraction + byte) / 256
  const value = fraction * 16 ** ((first & 0x7f) - 64)
  // Writers cut off the last bits of the mantissa, so that 79.99 is a little less.
  const rounded = Number.isInteger(value) ? value : Number(value.toPrecision(15))
  return (first & 0x80) === 0 ? rounded : -rounded
}
