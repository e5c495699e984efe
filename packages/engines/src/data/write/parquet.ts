/** Writes a table as Parquet: columns of whole numbers, numbers, booleans or text. */
import { parquetWriteBuffer } from 'hyparquet-writer'
import { cellText, type DataValue, NumberText } from '../values/data-value.ts'
import type { Row } from '../values/table.ts'

type ParquetType = 'BOOLEAN' | 'INT64' | 'DOUBLE' | 'STRING' | 'BYTE_ARRAY'

export function writeParquet(columns: readonly string[], rows: readonly Row[]): Uint8Array {
  const columnData = columns.map((name, index) => {
    const values = rows.map(row => row[index] ?? null)
    const type = typeOf(values)
    return { name, type, nullable: true, data: values.map(value => toCell(value, type)) }
  })
  return new Uint8Array(parquetWriteBuffer({ columnData, createdBy: 'Filesmith' }))
}

/** The narrowest type that keeps every value as it is. */
function typeOf(values: readonly DataValue[]): ParquetType {
  const given = values.filter(value => value !== null)
  if (given.length === 0) return 'STRING'
  if (given.every(value => typeof value === 'boolean')) return 'BOOLEAN'
  if (given.every(value => value instanceof Uint8Array)) return 'BYTE_ARRAY'
  if (!given.every(value => value instanceof NumberText)) return 'STRING'
  const texts = given.map(value => (value instanceof NumberText ? value.text : ''))
  if (texts.every(isInt64)) return 'INT64'
  return texts.every(isExactDouble) ? 'DOUBLE' : 'STRING'
}

const limit = 2n ** 63n

function isInt64(text: string): boolean {
  if (!/^-?\d{1,19}$/.test(text)) return false
  const value = BigInt(text)
  return value >= -limit && value < limit
}

/** More digits than a double has are kept as text. */
function isExactDouble(text: string): boolean {
  const digits = text
    .replace(/[eE][\s\S]*$/, '')
    .replace(/\D/g, '')
    .replace(/^0+/, '')
  return digits.length <= 17
}

function toCell(value: DataValue, type: ParquetType): unknown {
  if (value === null) return null
  if (type === 'STRING') return cellText(value)
  if (value instanceof NumberText) return type === 'INT64' ? BigInt(value.text) : Number(value.text)
  return value
}
