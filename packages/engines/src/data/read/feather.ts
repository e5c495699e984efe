/** Feather files: Arrow files, and the first version, whose columns are described by a table at the end. */

import { zstdDecompressSync } from 'node:zlib'
import { CompressionType, setCompressionCodec, tableFromIPC } from '@uwdata/flechette'
import { damagedData, unsupportedData } from '../values/data-failure.ts'
import { type DataMap, type DataValue, DateText, numberText } from '../values/data-value.ts'
import { columnNames, type DataTable, inBatches, maxColumns, type Row } from '../values/table.ts'
import { dayOf } from './epoch-dates.ts'
import { decompressLz4Frame } from './lz4.ts'
import { dateTime } from './parquet.ts'
import { shortFloat } from './stata.ts'

/** Columns of the first version of Feather: a FlatBuffers table describes where each is and what it contains. */
interface FeatherColumn {
  readonly name: string
  readonly at: (row: number) => DataValue
}

/** A FlatBuffers table: fields by number, at offsets that a shared table names. */
class FlatTable {
  readonly #bytes: Buffer
  readonly #at: number

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes
    this.#at = at
  }

  #field(index: number): number | undefined {
    const shared = this.#at - this.#bytes.readInt32LE(this.#at)
    const entry = 4 + 2 * index
    if (entry >= this.#bytes.readUInt16LE(shared)) return undefined
    const offset = this.#bytes.readUInt16LE(shared + entry)
    return offset === 0 ? undefined : this.#at + offset
  }

  byte(index: number): number {
    const at = this.#field(index)
    return at === undefined ? 0 : this.#bytes.readInt8(at)
  }

  long(index: number): number {
    const at = this.#field(index)
    return at === undefined ? 0 : Number(this.#bytes.readBigInt64LE(at))
  }

  text(index: number): string {
    const at = this.#field(index)
    if (at === undefined) return ''
    const start = at + this.#bytes.readUInt32LE(at)
    return this.#bytes.toString('utf8', start + 4, start + 4 + this.#bytes.readUInt32LE(start))
  }

  table(index: number): FlatTable | undefined {
    const at = this.#field(index)
    return at === undefined ? undefined : new FlatTable(this.#bytes, at + this.#bytes.readUInt32LE(at))
  }

  tables(index: number): FlatTable[] {
    const at = this.#field(index)
    if (at === undefined) return []
    const start = at + this.#bytes.readUInt32LE(at)
    const count = this.#bytes.readUInt32LE(start)
    if (count > maxColumns) throw unsupportedData('more columns than a table can have')
    return Array.from({ length: count }, (_, item) => {
      const entry = start + 4 + 4 * item
      return new FlatTable(this.#bytes, entry + this.#bytes.readUInt32LE(entry))
    })
  }
}

function readFeatherColumns(input: Buffer): { columns: readonly FeatherColumn[]; rowCount: number } {
  try {
    const size = input.readUInt32LE(input.length - 8)
    const description = input.subarray(input.length - 8 - size, input.length - 8)
    const root = new FlatTable(description, description.readUInt32LE(0))
    const rowCount = root.long(1)
    const columns = root.tables(2).map(column => columnOf(input, column, rowCount))
    return { columns, rowCount }
  } catch (error) {
    throw error instanceof RangeError ? damagedData(error.message) : error
  }
}

const metadataKinds = { category: 1, timestamp: 2, date: 3 }
const secondDigits = [0, 3, 6, 9]

function columnOf(input: Buffer, column: FlatTable, rowCount: number): FeatherColumn {
  const name = column.text(0)
  const values = column.table(1)
  if (values === undefined) throw damagedData('a column without values')
  const read = arrayOf(input, values, rowCount)
  const kind = column.byte(2)
  const metadata = column.table(3)
  if (kind === metadataKinds.category && metadata !== undefined) {
    const levels = metadata.table(0)
    if (levels === undefined) throw damagedData('categories without names')
    const nameAt = arrayOf(input, levels, levels.long(3))
    return {
      name,
      at: row => {
        const code = read(row)
        return code === null ? null : toCell(nameAt(Number(code)))
      },
    }
  }
  if (kind === metadataKinds.timestamp && metadata !== undefined) {
    const digits = secondDigits[metadata.byte(0)] ?? 0
    return { name, at: row => dateTime(asBigInt(read(row)), digits) }
  }
  if (kind === metadataKinds.date) {
    return { name, at: row => (read(row) === null ? null : (dayOf(Number(read(row)), 0) ?? null)) }
  }
  return { name, at: row => toCell(read(row)) }
}

type Primitive = number | bigint | string | boolean | Uint8Array | null

function asBigInt(value: Primitive): bigint | null {
  return typeof value === 'bigint' || typeof value === 'number' ? BigInt(value) : null
}

function toCell(value: Primitive): DataValue {
  return typeof value === 'number' || typeof value === 'bigint' ? numberText(value) : value
}

const pad = (bytes: number) => Math.ceil(bytes / 8) * 8
const sizes = [0, 1, 2, 4, 8, 1, 2, 4, 8, 4, 8]
const types = { bool: 0, float: 9, double: 10, utf8: 11, binary: 12 }

/** Optional bits for missing values, then offsets of texts, then the values. */
function arrayOf(input: Buffer, array: FlatTable, rowCount: number): (row: number) => Primitive {
  const [type, start, length, nulls] = [array.byte(0), array.long(2), array.long(3), array.long(4)]
  if (length < rowCount || start < 0 || length < 0 || length > 8 * input.length)
    throw damagedData('a wrong length')
  const hasBits = nulls > 0
  const body = start + (hasBits ? pad(Math.ceil(length / 8)) : 0)
  const isSet = (at: number, row: number) => ((input[at + (row >> 3)] ?? 0) & (1 << (row & 7))) !== 0
  const valueAt = valueReader(input, type, body, length, isSet)
  return row => (row < 0 || row >= length || (hasBits && !isSet(start, row)) ? null : valueAt(row))
}

function valueReader(
  input: Buffer,
  type: number,
  body: number,
  length: number,
  isSet: (at: number, row: number) => boolean,
): (row: number) => Primitive {
  if (type === types.bool) return row => isSet(body, row)
  if (type === types.utf8 || type === types.binary) {
    const content = body + pad(4 * (length + 1))
    return row => {
      const bytes = input.subarray(
        content + input.readInt32LE(body + 4 * row),
        content + input.readInt32LE(body + 4 * row + 4),
      )
      return type === types.utf8 ? bytes.toString('utf8') : bytes
    }
  }
  const size = sizes[type]
  if (size === undefined || size === 0) throw unsupportedData('an unknown type')
  if (body + size * length > input.length) throw damagedData('ends too early')
  return row => readNumber(input, type, body + size * row)
}

function readNumber(input: Buffer, type: number, at: number): number | bigint {
  if (type === types.double) return input.readDoubleLE(at)
  if (type === types.float) return shortFloat(input.readFloatLE(at))
  if (type === 4) return input.readBigInt64LE(at)
  if (type === 8) return input.readBigUInt64LE(at)
  const size = sizes[type] ?? 1
  return type < 5 ? input.readIntLE(at, size) : input.readUIntLE(at, size)
}

const firstVersionMark = 'FEA1'
const maxBufferBytes = 512 * 1024 * 1024

export function readFeather(input: Buffer, name: string): DataTable {
  if (input.toString('latin1', 0, 4) === firstVersionMark) {
    const { columns, rowCount } = readFeatherColumns(input)
    return tableOf(name, columns, rowCount)
  }
  const table = readArrow(input)
  if (table.numCols > maxColumns) throw unsupportedData('more columns than a table can have')
  const columns = table.schema.fields.map(field => {
    const column = table.getChild(field.name)
    const isFloat = 'precision' in field.type && field.type.precision === 1
    return { name: field.name, at: (row: number) => toValue(column.at(row), isFloat, 0) }
  })
  return tableOf(name, columns, table.numRows)
}

function tableOf(
  name: string,
  columns: readonly { readonly name: string; readonly at: (row: number) => DataValue }[],
  rowCount: number,
): DataTable {
  function* rows(): Generator<Row> {
    for (let row = 0; row < rowCount; row++) yield columns.map(({ at }) => attempt(() => at(row)))
  }
  return { name, columns: columnNames(columns.map(column => column.name)), batches: () => inBatches(rows()) }
}

function attempt<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw damagedData(String(error))
  }
}

function readArrow(input: Buffer) {
  setCompressionCodec(CompressionType.ZSTD, {
    encode: neverWritten,
    decode: (data: Uint8Array) =>
      new Uint8Array(zstdDecompressSync(data, { maxOutputLength: maxBufferBytes })),
  })
  setCompressionCodec(CompressionType.LZ4_FRAME, {
    encode: neverWritten,
    decode: (data: Uint8Array) => decompressLz4Frame(data, maxBufferBytes),
  })
  return attempt(() => tableFromIPC(new Uint8Array(input), { useBigInt: true, useDate: true, useMap: false }))
}

function neverWritten(): never {
  throw new Error('Arrow files are only read')
}

const maxDepth = 50

function toValue(value: unknown, isFloat: boolean, depth: number): DataValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return numberText(isFloat ? shortFloat(value) : value)
  if (typeof value === 'bigint') return numberText(value)
  if (typeof value === 'boolean' || typeof value === 'string') return value
  if (value instanceof Date) return new DateText(dateText(value))
  if (value instanceof Uint8Array) return value
  if (depth > maxDepth) throw unsupportedData('nested too deeply')
  if (Array.isArray(value) || ArrayBuffer.isView(value))
    return Array.from(value as ArrayLike<unknown>, item => toValue(item, isFloat, depth + 1))
  const map: DataMap = new Map()
  for (const [key, item] of Object.entries(value)) map.set(key, toValue(item, false, depth + 1))
  return map
}

function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) throw damagedData('a date that does not exist')
  return date.toISOString().replace('T00:00:00.000Z', '').replace('.000Z', 'Z')
}
