/** Stata data files (DTA), releases 113 to 115 and 117 to 119. Codes with labels stay codes. */
import { damagedData, unsupportedData } from '../values/data-failure.ts'
import { type DataValue, numberText } from '../values/data-value.ts'
import { columnNames, type DataTable, inBatches, maxColumns, type Row } from '../values/table.ts'
import { ByteReader, decodeLegacy } from './byte-reader.ts'
import { dayOf, epochs, momentOf } from './epoch-dates.ts'

interface StataVariable {
  readonly name: string
  /** In the numbering of release 117. */
  readonly type: number
  readonly format: string
}

interface StataLayout {
  readonly isLittle: boolean
  readonly variables: readonly StataVariable[]
  readonly rowCount: number
  readonly dataStart: number
  readonly longTexts: ReadonlyMap<string, string>
  readonly release: number
}

const types = { double: 65526, float: 65527, long: 65528, int: 65529, byte: 65530, longText: 32768 }
const maxTextBytes = 2045

export function readStata(input: Buffer, name: string): DataTable {
  const layout = input[0] === 0x3c ? readTagged(input) : readPlain(input)
  const { variables, rowCount, dataStart, isLittle } = layout
  const rowBytes = variables.reduce((sum, { type }) => sum + sizeOf(type), 0)
  if (rowCount < 0 || dataStart + rowCount * rowBytes > input.length)
    throw damagedData('fewer rows than declared')
  const columns = columnNames(variables.map(variable => variable.name))
  function* rows(): Generator<Row> {
    const reader = new ByteReader(input, isLittle, dataStart)
    for (let index = 0; index < rowCount; index++)
      yield variables.map(variable => readCell(reader, variable, layout))
  }
  return { name, columns, batches: () => inBatches(rows()) }
}

function checkCount(count: number): number {
  if (count < 0 || count > maxColumns) throw unsupportedData('more columns than a table can have')
  return count
}

function readPlain(input: Buffer): StataLayout {
  const release = input[0] ?? 0
  const isLittle = input[1] === 2
  const reader = new ByteReader(input, isLittle, 4)
  const count = checkCount(reader.int16())
  const rowCount = reader.int32()
  reader.bytes(81 + 18)
  const list = <Item>(read: () => Item) => Array.from({ length: count }, read)
  const plainTypes = list(() => reader.byte())
  const names = list(() => reader.text(33, decodeLegacy))
  reader.bytes(2 * (count + 1))
  const formats = list(() => reader.text(release === 113 ? 12 : 49, decodeLegacy))
  reader.bytes(33 * count + 81 * count)
  for (;;) {
    const [kind, length] = [reader.byte(), reader.int32()]
    if (kind === 0 && length === 0) break
    reader.bytes(length)
  }
  // 251 to 255 are byte, int, long, float, double.
  const variables = names.map((name, index) => {
    const type = plainTypes[index] ?? 0
    return { name, type: type > 250 ? types.byte - (type - 251) : type, format: formats[index] ?? '' }
  })
  return { isLittle, variables, rowCount, dataStart: reader.at, longTexts: new Map(), release }
}

/** Sections between tags; a map near the beginning has their positions. */
function readTagged(input: Buffer): StataLayout {
  const head = input.toString('latin1', 0, 200)
  const release = Number(/<release>(\d{3})<\/release>/.exec(head)?.[1])
  const isLittle = head.includes('<byteorder>LSF</byteorder>')
  if (release < 117 || release > 119) throw unsupportedData(`release ${release}`)
  const after = (tag: string, from = 0) => {
    const at = input.indexOf(tag, from, 'latin1')
    if (at < 0) throw damagedData(`no ${tag}`)
    return new ByteReader(input, isLittle, at + tag.length)
  }
  const counter = after('<K>')
  const count = checkCount(release === 119 ? counter.int32() : counter.uint16())
  const rowReader = after('<N>')
  const rowCount = release === 117 ? rowReader.int32() : rowReader.int64()
  const map = after('<map>')
  const offsets = Array.from({ length: 14 }, () => map.int64())
  const section = (index: number, tag: string) => after(tag, offsets[index] ?? 0)
  const list = <Item>(read: () => Item) => Array.from({ length: count }, read)
  const typeReader = section(2, '<variable_types>')
  const given = list(() => typeReader.uint16())
  const nameReader = section(3, '<varnames>')
  const names = list(() => nameReader.text(release === 117 ? 33 : 129, decodeLegacy))
  const formatReader = section(5, '<formats>')
  const formats = list(() => formatReader.text(release === 117 ? 49 : 57, decodeLegacy))
  const variables = names.map((name, index) => ({
    name,
    type: given[index] ?? 0,
    format: formats[index] ?? '',
  }))
  const dataStart = section(9, '<data>').at
  const longTexts = readLongTexts(section(10, '<strls>'), release)
  return { isLittle, variables, rowCount, dataStart, longTexts, release }
}

const longTextMark = 'GSO'

function readLongTexts(reader: ByteReader, release: number): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  while (reader.bytes(3).toString('latin1') === longTextMark) {
    const variable = reader.uint32()
    const row = release === 117 ? reader.uint32() : reader.int64()
    reader.byte()
    texts.set(`${variable} ${row}`, reader.text(reader.uint32(), decodeLegacy))
  }
  return texts
}

function sizeOf(type: number): number {
  if (type === types.double || type === types.longText) return 8
  if (type === types.float || type === types.long) return 4
  if (type === types.int) return 2
  if (type === types.byte) return 1
  if (type > 0 && type <= maxTextBytes) return type
  throw damagedData('an unknown type')
}

/** The largest values; those above are kinds of missing. */
const largest = { byte: 100, int: 32_740, long: 2_147_483_620, float: 1.701e38, double: 8.988e307 }

function readCell(reader: ByteReader, { type, format }: StataVariable, layout: StataLayout): DataValue {
  if (type === types.longText) return layout.longTexts.get(longTextKey(reader, layout)) ?? ''
  if (type <= maxTextBytes) return reader.text(type, decodeLegacy)
  const [value, most] = readNumber(reader, type)
  if (!(value <= most)) return null
  if (/^%-?(?:td|d)/.test(format)) return dayOf(value, epochs.stata) ?? numberText(value)
  if (/^%-?t[cC]/.test(format)) return momentOf(value, epochs.stata) ?? numberText(value)
  return numberText(type === types.float ? shortFloat(value) : value)
}

function readNumber(reader: ByteReader, type: number): readonly [number, number] {
  if (type === types.byte) return [reader.int8(), largest.byte]
  if (type === types.int) return [reader.int16(), largest.int]
  if (type === types.long) return [reader.int32(), largest.long]
  if (type === types.float) return [reader.float(), largest.float]
  return [reader.double(), largest.double]
}

/** The fewest digits that give the same float: 3.58, not 3.5799999237060547. */
export function shortFloat(value: number): number {
  for (let digits = 6; digits < 10; digits++) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return short
  }
  return value
}

/** Variable and row in 4 and 4, 2 and 6, or 3 and 5 bytes. */
function longTextKey(reader: ByteReader, { release, isLittle }: StataLayout): string {
  const bytes = reader.bytes(8)
  const split = release === 117 ? 4 : release === 118 ? 2 : 3
  const read = (start: number, length: number) =>
    isLittle ? bytes.readUIntLE(start, length) : bytes.readUIntBE(start, length)
  return `${read(0, split)} ${split === 2 ? read(2, 6) : read(split, 8 - split)}`
}
