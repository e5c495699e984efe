/** Writes values as XML: `@name` is an attribute, `#text` is text, lists are repeated elements. */
import { cellText, type DataMap, type DataValue, isDataList } from '../values/data-value.ts'
import { escapeXmlAttribute, escapeXmlText } from '../xml/escape-xml.ts'

export const xmlStart = '<?xml version="1.0" encoding="UTF-8"?>\n'
const nilNamespace = ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'

export function writeXmlValue(value: DataValue): string {
  const entries = value instanceof Map ? [...value] : []
  const [only] = entries
  const isRooted =
    entries.length === 1 && only !== undefined && !isDataList(only[1]) && !only[0].startsWith('@')
  const [name, content]: readonly [string, DataValue] =
    isRooted && only !== undefined ? only : ['root', isDataList(value) ? new Map([['item', value]]) : value]
  return `${xmlStart}${element(name, content, '', nilNamespace)}`
}

export const rowsOpen = `<rows${nilNamespace}>\n`

/** One row of a table. */
export function writeXmlRow(row: DataMap): string {
  return element('row', row, '  ', '')
}

function element(name: string, value: DataValue, indent: string, more: string): string {
  if (isDataList(value)) return value.map(item => listed(name, item, indent)).join('')
  const tag = tagName(name)
  const named = tag === name ? '' : ` name="${escapeXmlAttribute(name)}"`
  if (value === null) return `${indent}<${tag}${named}${more} xsi:nil="true"/>\n`
  if (!(value instanceof Map))
    return `${indent}<${tag}${named}${more}>${escapeXmlText(cellText(value) ?? '')}</${tag}>\n`
  const isAttribute = (key: string, item: DataValue) =>
    key.startsWith('@') &&
    !(item instanceof Map) &&
    !isDataList(item) &&
    tagName(key.slice(1)) === key.slice(1)
  const hasDeclared = more !== '' && value.has('@xmlns:xsi')
  const attributes = [...value]
    .filter(([key, item]) => isAttribute(key, item))
    .map(([key, item]) => ` ${key.slice(1)}="${escapeXmlAttribute(cellText(item) ?? '')}"`)
    .join('')
  const inner = [...value].filter(([key, item]) => key !== '#text' && !isAttribute(key, item))
  const text = escapeXmlText(cellText(value.get('#text')) ?? '')
  const open = `${indent}<${tag}${named}${hasDeclared ? '' : more}${attributes}`
  if (inner.length === 0) return text === '' ? `${open}/>\n` : `${open}>${text}</${tag}>\n`
  const body = inner.map(([key, item]) => element(key, item, `${indent}  `, '')).join('')
  return `${open}>${text}\n${body}${indent}</${tag}>\n`
}

/** A list in a list is an element with items. */
function listed(name: string, item: DataValue, indent: string): string {
  return element(name, isDataList(item) ? new Map([['item', item]]) : item, indent, '')
}

/** Names that XML does not allow are in an attribute. */
function tagName(name: string): string {
  return /^[\p{L}_][\p{L}\p{N}_.:-]*$/u.test(name) && !/^xml/i.test(name) && !name.endsWith(':')
    ? name
    : 'entry'
}
