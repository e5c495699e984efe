/** Feather files: Arrow files, and the first version, whose columns are described by a table at the end. */

import { zstdDecompressSync } from 'node:zlib'
import { CompressionType, setCompressionCodec, tableFromIPC } from '@uwdata/flechette'
import { damagedData, unsupportedData } from '../values/data-failure.ts'
import { type DataMap, type DataValue, DateText, numberText } from '../values/data-value.ts'
import { columnNames, type DataTable, inBatches, maxColumns, type Row } from '../values/table.ts'
import { readFeatherColumns } from './feather-columns.ts'
import { decompressLz4Frame } from './lz4.ts'
import { shortFloat } from './stata.ts'

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
