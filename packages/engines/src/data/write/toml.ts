/** Writes TOML. It has no null, so those keys are left out. */
import {
  type DataMap,
  type DataValue,
  DateText,
  isDataList,
  isJsonNumber,
  NumberText,
} from '../values/data-value.ts'

/** A list at the top is named, since TOML begins with keys. */
export function writeToml(value: DataValue): string {
  const root: DataMap = value instanceof Map ? value : new Map([['items', value]])
  const sections: string[] = []
  writeTable(root, [], sections)
  return sections.join('\n')
}

function writeTable(map: DataMap, path: readonly string[], sections: string[], mark = '['): void {
  const entries = [...map].filter(([, value]) => value !== null)
  const lines = entries
    .filter(([, value]) => !isTable(value) && !isTableList(value))
    .map(([key, value]) => `${writeKey(key)} = ${writeInline(value)}\n`)
  const name = path.map(writeKey).join('.')
  const header = path.length === 0 ? '' : mark === '[' ? `[${name}]\n` : `[[${name}]]\n`
  const hasTables = lines.length < entries.length
  if (lines.length > 0 || mark === '[[' || (path.length > 0 && !hasTables))
    sections.push(`${header}${lines.join('')}`)
  for (const [key, value] of entries) {
    const inner = [...path, key]
    if (value instanceof Map) writeTable(value, inner, sections)
    else if (isTableList(value)) for (const item of value) writeTable(item, inner, sections, '[[')
  }
}

function isTable(value: DataValue): value is DataMap {
  return value instanceof Map
}

function isTableList(value: DataValue): value is readonly DataMap[] {
  return isDataList(value) && value.length > 0 && value.every(isTable)
}

function writeKey(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : writeString(key)
}

function writeInline(value: DataValue): string {
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return writeString(value)
  if (value instanceof NumberText) return writeNumber(value.text)
  if (value instanceof DateText) return value.text
  if (value instanceof Uint8Array) return writeString(Buffer.from(value).toString('base64'))
  if (isDataList(value))
    return `[${value
      .filter(item => item !== null)
      .map(writeInline)
      .join(', ')}]`
  if (value instanceof Map) {
    const entries = [...value].filter(([, item]) => item !== null)
    return `{${entries.map(([key, item]) => ` ${writeKey(key)} = ${writeInline(item)}`).join(',')} }`
  }
  return '""'
}

const maxInteger = 2n ** 63n

/** Integers beyond 64 bits are written as text, which keeps their digits. */
function writeNumber(text: string): string {
  if (text === 'NaN') return 'nan'
  if (!isJsonNumber(text)) return text.replace('Infinity', 'inf')
  if (/[.eE]/.test(text)) return text
  const integer = BigInt(text)
  return integer >= -maxInteger && integer < maxInteger ? text : writeString(text)
}

/** JSON escapes are a subset of those of TOML; delete is the one control character that it leaves. */
function writeString(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\u007f')
}

export function hasNull(value: DataValue): boolean {
  if (value instanceof Map) return [...value.values()].some(hasNull)
  return isDataList(value) ? value.some(hasNull) : value === null
}
