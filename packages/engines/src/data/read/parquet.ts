/** Parquet: row groups are read one by one. */

import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { parquetMetadataAsync, parquetReadObjects, parquetSchema } from 'hyparquet'
import { damagedData, unsupportedData } from '../values/data-failure.ts'
import { type DataMap, type DataValue, DateText, NumberText, numberText } from '../values/data-value.ts'
import { type DataTable, maxColumns, type Row } from '../values/table.ts'
import { decompressLz4Block } from './lz4.ts'

/* Decompressors of column formats, with the declared size as the limit (decompression bombs). */

/** Of one page or buffer. */
const maxPageBytes = 256 * 1024 * 1024

function limit(declared: number): { readonly maxOutputLength: number } {
  if (!(declared >= 0 && declared <= maxPageBytes)) throw unsupportedData('a page that is too large')
  return { maxOutputLength: Math.max(1, declared) }
}

const columnDecompressors = {
  GZIP: (input: Uint8Array, bytes: number) => new Uint8Array(gunzipSync(input, limit(bytes))),
  BROTLI: (input: Uint8Array, bytes: number) => new Uint8Array(brotliDecompressSync(input, limit(bytes))),
  ZSTD: (input: Uint8Array, bytes: number) => new Uint8Array(zstdDecompressSync(input, limit(bytes))),
  LZ4_RAW: (input: Uint8Array, bytes: number) => decompressLz4Block(input, limit(bytes).maxOutputLength),
  LZ4: (input: Uint8Array, bytes: number) => decompressHadoopLz4(input, limit(bytes).maxOutputLength),
}

/** Blocks with their sizes before them, as Hadoop writes them, or one plain block. */
function decompressHadoopLz4(input: Uint8Array, outputBytes: number): Uint8Array {
  const view = Buffer.from(input.buffer, input.byteOffset, input.byteLength)
  const isFramed =
    view.length >= 8 && view.readUInt32BE(0) <= outputBytes && view.readUInt32BE(4) <= view.length - 8
  if (!isFramed) return decompressLz4Block(input, outputBytes)
  const parts: Uint8Array[] = []
  let total = 0
  for (let at = 0; at + 8 <= view.length; ) {
    const [plainBytes, packedBytes] = [view.readUInt32BE(at), view.readUInt32BE(at + 4)]
    const room = Math.min(plainBytes, outputBytes - total)
    parts.push(decompressLz4Block(view.subarray(at + 8, at + 8 + packedBytes), room))
    total += room
    at += 8 + packedBytes
  }
  return Buffer.concat(parts)
}

/** Rows that are read at once, whatever the size of the row groups. */
const batchRows = 10_000

export async function readParquet(input: Buffer, name: string): Promise<DataTable> {
  const file = {
    byteLength: input.length,
    slice: (start: number, end?: number) => new Uint8Array(input.subarray(start, end)).buffer,
  }
  const metadata = await attempt(() => parquetMetadataAsync(file, { geoparquet: false }))
  const fields = parquetSchema(metadata).children.map(({ element }) => element)
  if (fields.length > maxColumns) throw unsupportedData('more columns than a table can have')
  const columns = fields.map(field => field.name)
  const scales = fields.map(field => (field.converted_type === 'DECIMAL' ? (field.scale ?? 0) : undefined))
  const rowCount = Number(metadata.num_rows)
  return {
    name,
    columns,
    async *batches() {
      for (let rowStart = 0; rowStart < rowCount; rowStart += batchRows) {
        const rowEnd = Math.min(rowCount, rowStart + batchRows)
        const rows = await attempt(() =>
          parquetReadObjects({
            file,
            metadata,
            rowStart,
            rowEnd,
            compressors: columnDecompressors,
            geoparquet: false,
            parsers: { ...textParsers },
          }),
        )
        if (rows.length !== rowEnd - rowStart) throw damagedData('fewer rows than declared')
        yield rows.map((row): Row => columns.map((column, index) => toValue(row[column], 0, scales[index])))
      }
    },
  }
}

async function attempt<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const message = String(error)
    throw /unsupported|not supported|unknown/i.test(message) ? unsupportedData(message) : damagedData(message)
  }
}

/** Times keep the digits that a date object would lose. */
const textParsers = {
  timestampFromMilliseconds: (value: bigint) => dateTime(value, 3),
  timestampFromMicroseconds: (value: bigint) => dateTime(value, 6),
  timestampFromNanoseconds: (value: bigint) => dateTime(value, 9),
  dateFromDays: (days: number) => new DateText(isoDate(days * 86_400_000).slice(0, 10)),
}

export function dateTime(value: bigint | null | undefined, digits: number): DateText | null {
  if (value === null || value === undefined) return null
  const perSecond = 10n ** BigInt(digits)
  const rest = ((BigInt(value) % perSecond) + perSecond) % perSecond
  const seconds = (BigInt(value) - rest) / perSecond
  const fraction = String(rest)
    .padStart(digits, '0')
    .replace(/(?<!0)0+$/, '')
  const base = isoDate(Number(seconds) * 1000).slice(0, 19)
  return new DateText(`${base}${fraction === '' ? '' : `.${fraction}`}Z`)
}

function isoDate(ms: number): string {
  const date = new Date(ms)
  return Number.isNaN(date.getTime()) ? '0000-00-00T00:00:00' : date.toISOString()
}

const maxDepth = 100

function toValue(value: unknown, depth: number, scale?: number): DataValue {
  if (value === null || value === undefined) return null
  if (value instanceof DateText || value instanceof Uint8Array) return value
  if (typeof value === 'number' && scale !== undefined)
    return new NumberText(value.toFixed(Math.min(scale, 20)))
  if (typeof value === 'number' || typeof value === 'bigint') return numberText(value)
  if (typeof value === 'boolean' || typeof value === 'string') return value
  if (value instanceof Date) return new DateText(isoDate(value.getTime()))
  if (depth > maxDepth) throw unsupportedData('nested too deeply')
  if (Array.isArray(value) || ArrayBuffer.isView(value))
    return Array.from(value as ArrayLike<unknown>, item => toValue(item, depth + 1))
  const map: DataMap = new Map()
  for (const [key, item] of Object.entries(value)) map.set(key, toValue(item, depth + 1))
  return map
}
