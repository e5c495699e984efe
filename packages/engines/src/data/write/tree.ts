/** Writes values as JSON, INI and environment files. */

import { unsupportedData } from '../values/data-failure.ts'
import { cellText, type DataMap, type DataValue, isDataList, writeJsonValue } from '../values/data-value.ts'
import { flatEntries } from '../values/to-tables.ts'

export function writePrettyJson(value: DataValue, indent = ''): string {
  const inner = `${indent}  `
  if (value instanceof Map && value.size > 0) {
    const entries = [...value].map(
      ([key, item]) => `${inner}${JSON.stringify(key)}: ${writePrettyJson(item, inner)}`,
    )
    return `{\n${entries.join(',\n')}\n${indent}}`
  }
  if (isDataList(value) && value.length > 0)
    return `[\n${value.map(item => `${inner}${writePrettyJson(item, inner)}`).join(',\n')}\n${indent}]`
  return writeJsonValue(value)
}

/** Keys first, then sections; deeper ones are named `[a.b]`. */
export function writeIni(value: DataValue): string {
  const sections: string[] = []
  writeSection(asMap(value), '', sections)
  return `${sections.join('\n')}`
}

function writeSection(map: DataMap, name: string, sections: string[]): void {
  const plain = [...map].filter(([, item]) => !(item instanceof Map))
  const lines = plain.map(([key, item]) => `${iniKey(key)} = ${iniText(item)}\n`)
  if (lines.length > 0 || (name !== '' && map.size === 0))
    sections.push(`${name === '' ? '' : `[${name}]\n`}${lines.join('')}`)
  for (const [key, item] of map)
    if (item instanceof Map)
      writeSection(item, name === '' ? iniKey(key) : `${name}.${iniKey(key)}`, sections)
}

function iniKey(key: string): string {
  return key.replace(/[\r\n=:[\];#]+/g, '_').trim() || '_'
}

/** Line breaks cannot be written. */
function iniText(value: DataValue): string {
  const text = (cellText(value) ?? '').replace(/\r?\n|\r/g, '\\n')
  return /^\s|\s$|\s[;#]\s|^["']/.test(text) ? `"${text}"` : text
}

export function writeEnv(value: DataValue): string {
  const lines = flatEntries(asMap(value)).map(([key, text]) => `${envKey(key)}=${envText(text)}`)
  return `${lines.join('\n')}\n`
}

function envKey(key: string): string {
  const safe = key.replace(/[^A-Za-z0-9_]/g, '_')
  return /^\d/.test(safe) ? `_${safe}` : safe || '_'
}

function envText(text: string): string {
  if (/^[\w@%+:,./-]*$/.test(text)) return text
  const escaped = text
    .replace(/[\\"$]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
  return `"${escaped}"`
}

function asMap(value: DataValue): DataMap {
  if (value instanceof Map) return value
  if (isDataList(value)) return new Map(value.map((item, index) => [String(index + 1), item]))
  throw unsupportedData('a single value has no keys')
}
