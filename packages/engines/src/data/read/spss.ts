/** SPSS system files (SAV and ZSAV). Codes with labels stay codes. */
import { inflateSync } from 'node:zlib'
import { damagedData, unsupportedData } from '../values/data-failure.ts'
import { type DataValue, numberText } from '../values/data-value.ts'
import { columnNames, type DataTable, inBatches, maxColumns, type Row } from '../values/table.ts'
import { ByteReader, decodeLegacy } from './byte-reader.ts'
import { dayOf, epochs, momentOf } from './epoch-dates.ts'

interface SpssVariable {
  readonly shortName: string
  name: string
  /** 0 is a number. */
  readonly width: number
  /** Of 8 bytes each. */
  units: number
  readonly format: number
}

interface SpssFile {
  readonly variables: SpssVariable[]
  readonly names: Map<string, string>
  decode: (bytes: Buffer) => string
}

const maxInflatedBytes = 1024 * 1024 * 1024

export function readSpss(input: Buffer, name: string): DataTable {
  const isLittle = input.length > 68 && input.readInt32LE(64) < 100 && input.readInt32LE(64) > 0
  const reader = new ByteReader(input, isLittle, 72)
  const compression = reader.int32()
  reader.int32()
  const rowCount = reader.int32()
  const bias = reader.double()
  reader.at = 176
  const file = readDictionary(reader)
  const variables = file.variables
  for (const variable of variables) variable.name = file.names.get(variable.shortName) ?? variable.shortName
  const columns = columnNames(variables.map(variable => variable.name))
  const dataAt = reader.at
  const data = compression === 2 ? inflateBlocks(input, reader) : input.subarray(dataAt)
  const open = () => (compression === 0 ? plainUnits(data) : packedUnits(data, bias, isLittle))
  return { name, columns, batches: () => inBatches(readRows(open(), file, isLittle, rowCount)) }
}

function readDictionary(reader: ByteReader): SpssFile {
  const file: SpssFile = { variables: [], names: new Map(), decode: decodeLegacy }
  for (;;) {
    const kind = reader.int32()
    if (kind === 2) readVariable(reader, file)
    else if (kind === 3) skipLabels(reader)
    else if (kind === 4) reader.bytes(4 * reader.int32())
    else if (kind === 6) reader.bytes(80 * reader.int32())
    else if (kind === 7) readExtension(reader, file)
    else if (kind === 999) break
    else throw damagedData('an unknown record')
  }
  reader.int32()
  return file
}

function readVariable(reader: ByteReader, file: SpssFile): void {
  const width = reader.int32()
  const hasLabel = reader.int32() === 1
  const missing = Math.abs(reader.int32())
  const format = (reader.int32() >> 16) & 0xff
  reader.int32()
  const shortName = decodeLegacy(reader.bytes(8)).trim()
  if (hasLabel) reader.bytes(Math.ceil(reader.int32() / 4) * 4)
  reader.bytes(8 * missing)
  const last = file.variables.at(-1)
  // The rest of a text of more than 8 bytes.
  if (width === -1 && last !== undefined) last.units += 1
  else file.variables.push({ shortName, name: shortName, width, units: 1, format })
  if (file.variables.length > maxColumns) throw unsupportedData('more columns than a table can have')
}

function skipLabels(reader: ByteReader): void {
  const count = reader.int32()
  for (let index = 0; index < count; index++) {
    reader.bytes(8)
    const length = reader.byte()
    reader.bytes(Math.ceil((length + 1) / 8) * 8 - 1)
  }
}

const extensions = { longNames: 13, longTexts: 14, encoding: 20 }

function readExtension(reader: ByteReader, file: SpssFile): void {
  const [kind, size, count] = [reader.int32(), reader.int32(), reader.int32()]
  const content = reader.bytes(size * count)
  if (kind === extensions.encoding) file.decode = decoderOf(content.toString('latin1').trim())
  if (kind === extensions.longTexts) throw unsupportedData('texts of more than 255 bytes')
  if (kind !== extensions.longNames) return
  for (const pair of file.decode(content).split('\t')) {
    const [short = '', long] = pair.split('=')
    if (long !== undefined) file.names.set(short, long)
  }
}

function decoderOf(name: string): (bytes: Buffer) => string {
  try {
    const decoder = new TextDecoder(name)
    return bytes => decoder.decode(bytes)
  } catch {
    return decodeLegacy
  }
}

function inflateBlocks(input: Buffer, reader: ByteReader): Buffer {
  reader.int64()
  const trailer = reader.int64()
  reader.int64()
  reader.at = trailer + 20
  const count = reader.int32()
  const blocks: Buffer[] = []
  let total = 0
  for (let index = 0; index < count; index++) {
    reader.int64()
    const [start, plainBytes, packedBytes] = [reader.int64(), reader.int32(), reader.int32()]
    total += plainBytes
    if (plainBytes < 0 || total > maxInflatedBytes) throw unsupportedData('a block that is too large')
    const packed = input.subarray(start, start + packedBytes)
    try {
      blocks.push(inflateSync(packed, { maxOutputLength: Math.max(1, plainBytes) }))
    } catch (error) {
      throw damagedData(String(error))
    }
  }
  return Buffer.concat(blocks)
}

function* plainUnits(data: Buffer): Generator<Buffer> {
  for (let at = 0; at + 8 <= data.length; at += 8) yield data.subarray(at, at + 8)
}

const spaces = Buffer.alloc(8, 0x20)

const codes = { filling: 0, end: 252, unit: 253, spaces: 254, missing: 255 }

/** Eight codes, then the units that could not be written as a code. */
function* packedUnits(data: Buffer, bias: number, isLittle: boolean): Generator<Buffer> {
  const reader = new ByteReader(data, isLittle)
  while (!reader.isAtEnd)
    for (const code of reader.bytes(8)) {
      if (code === codes.end) return
      if (code !== codes.filling) yield unitOf(code, reader, bias, isLittle)
    }
}

function unitOf(code: number, reader: ByteReader, bias: number, isLittle: boolean): Buffer {
  if (code === codes.unit) return reader.bytes(8)
  if (code === codes.spaces) return spaces
  return numberUnit(code === codes.missing ? -Number.MAX_VALUE : code - bias, isLittle)
}

function numberUnit(value: number, isLittle: boolean): Buffer {
  const unit = Buffer.alloc(8)
  if (isLittle) unit.writeDoubleLE(value)
  else unit.writeDoubleBE(value)
  return unit
}

function* readRows(
  units: Generator<Buffer>,
  { variables, decode }: SpssFile,
  isLittle: boolean,
  rowCount: number,
): Generator<Row> {
  if (variables.length === 0) return
  for (let index = 0; rowCount < 0 || index < rowCount; index++) {
    const row: DataValue[] = []
    for (const variable of variables) {
      const parts: Buffer[] = []
      for (let unit = 0; unit < variable.units; unit++) {
        const { value, done } = units.next()
        if (done && row.length === 0 && parts.length === 0) return
        if (done) throw damagedData('a row that is not complete')
        parts.push(value)
      }
      row.push(cellOf(parts, variable, decode, isLittle))
    }
    yield row
  }
}

const dateFormats = [20, 23, 24, 38, 39]
const momentFormats = [22, 41]

function cellOf(
  parts: readonly Buffer[],
  { width, format }: SpssVariable,
  decode: (bytes: Buffer) => string,
  isLittle: boolean,
): DataValue {
  const bytes = Buffer.concat(parts)
  if (width > 0) return decode(bytes.subarray(0, width)).trimEnd()
  const value = isLittle ? bytes.readDoubleLE(0) : bytes.readDoubleBE(0)
  if (value === -Number.MAX_VALUE || Number.isNaN(value)) return null
  if (dateFormats.includes(format)) return dayOf(value / 86_400, epochs.spss) ?? numberText(value)
  if (momentFormats.includes(format)) return momentOf(value * 1000, epochs.spss) ?? numberText(value)
  return numberText(value)
}
