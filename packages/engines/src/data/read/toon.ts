/** TOON: indented keys as in YAML, lists with their length, and tables whose columns are named once. */
import { lineFailure } from '../values/data-failure.ts'
import { type DataMap, type DataValue, isJsonNumber, NumberText } from '../values/data-value.ts'

interface Line {
  readonly depth: number
  readonly text: string
  readonly number: number
}

const maxDepth = 200

export function readToon(text: string): DataValue {
  const lines = text.split('\n').flatMap((raw, index): Line[] => {
    const depth = raw.length - raw.trimStart().length
    return raw.trim() === '' ? [] : [{ depth, text: raw.trim(), number: index + 1 }]
  })
  const cursor = { at: 0, lines, nesting: 0 }
  const [first] = lines
  if (first === undefined) return new Map()
  const header = headerPattern.exec(first.text)
  if (header !== null && header[1] === '') return readList(cursor, header, first)
  if (lines.length === 1 && keyPattern.exec(first.text) === null) return scalar(first.text)
  return readMap(cursor, first.depth)
}

interface Cursor {
  at: number
  nesting: number
  readonly lines: readonly Line[]
}

/** `key[3]{id,name}: ...`, where key, columns and values are optional. */
const headerPattern = /^("(?:[^"\\]|\\.)*"|[^\s:[{"]*)\[#?(\d+)([\t|]?)\](?:\{(.*)\})?:\s*([\s\S]*)$/
const keyPattern = /^("(?:[^"\\]|\\.)*"|[^\s:"][^:]*):(?:\s+([\s\S]*))?$/

function readMap(cursor: Cursor, depth: number): DataMap {
  const map: DataMap = new Map()
  cursor.nesting += 1
  for (let line = cursor.lines[cursor.at]; line?.depth === depth && !line.text.startsWith('- '); ) {
    readEntry(cursor, line, line.text, depth, map)
    line = cursor.lines[cursor.at]
  }
  cursor.nesting -= 1
  return map
}

function readEntry(cursor: Cursor, line: Line, text: string, depth: number, map: DataMap): void {
  if (cursor.nesting > maxDepth) throw lineFailure(line.number, 'nested too deeply')
  const header = headerPattern.exec(text)
  if (header !== null) {
    map.set(unquoteKey(header[1] ?? ''), readList(cursor, header, { ...line, depth }))
    return
  }
  const entry = keyPattern.exec(text)
  if (entry === null) throw lineFailure(line.number, 'neither a key nor a list')
  cursor.at += 1
  const key = unquoteKey(entry[1] ?? '')
  const next = cursor.lines[cursor.at]
  if (entry[2] !== undefined && entry[2] !== '') map.set(key, scalar(entry[2]))
  else map.set(key, next !== undefined && next.depth > depth ? readMap(cursor, next.depth) : new Map())
}

function readList(cursor: Cursor, header: RegExpExecArray, line: Line): readonly DataValue[] {
  const [, , count = '0', mark = '', columns, inline = ''] = header
  const delimiter = mark === '' ? ',' : mark
  cursor.at += 1
  if (columns !== undefined)
    return readRows(cursor, splitCells(columns, delimiter).map(unquoteKey), delimiter, line)
  if (inline !== '') return checkCount(splitCells(inline, delimiter).map(scalar), count, line)
  const items: DataValue[] = []
  for (let next = cursor.lines[cursor.at]; next !== undefined && next.depth > line.depth; ) {
    if (!next.text.startsWith('-')) throw lineFailure(next.number, 'not an item of the list')
    items.push(readItem(cursor, next))
    next = cursor.lines[cursor.at]
  }
  return checkCount(items, count, line)
}

function checkCount(items: readonly DataValue[], count: string, line: Line): readonly DataValue[] {
  if (items.length !== Number(count)) throw lineFailure(line.number, 'another number of items than declared')
  return items
}

function readItem(cursor: Cursor, line: Line): DataValue {
  const text = line.text.slice(1).trim()
  const header = headerPattern.exec(text)
  if (header !== null && header[1] === '') return readList(cursor, header, line)
  if (header === null && keyPattern.exec(text) === null) {
    cursor.at += 1
    return text === '' ? new Map() : scalar(text)
  }
  const map: DataMap = new Map()
  const innerDepth = line.depth + 2
  readEntry(cursor, line, text, innerDepth, map)
  const next = cursor.lines[cursor.at]
  if (next?.depth === innerDepth && !next.text.startsWith('- '))
    for (const [key, value] of readMap(cursor, innerDepth)) map.set(key, value)
  return map
}

function readRows(cursor: Cursor, columns: readonly string[], delimiter: string, line: Line): DataMap[] {
  const rows: DataMap[] = []
  for (let next = cursor.lines[cursor.at]; next !== undefined && next.depth > line.depth; ) {
    const cells = splitCells(next.text, delimiter)
    if (cells.length !== columns.length)
      throw lineFailure(next.number, 'another number of cells than columns')
    rows.push(new Map(columns.map((name, index) => [name, scalar(cells[index] ?? '')])))
    cursor.at += 1
    next = cursor.lines[cursor.at]
  }
  return rows
}

function splitCells(text: string, delimiter: string): string[] {
  const cells: string[] = []
  let [start, isQuoted] = [0, false]
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '\\' && isQuoted) at += 1
    else if (character === '"') isQuoted = !isQuoted
    else if (character === delimiter && !isQuoted) {
      cells.push(text.slice(start, at).trim())
      start = at + 1
    }
  }
  return [...cells, text.slice(start).trim()]
}

function unquoteKey(key: string): string {
  return key.startsWith('"') ? String(scalar(key)) : key.trim()
}

function scalar(text: string): DataValue {
  if (text.startsWith('"')) {
    try {
      return JSON.parse(text) as string
    } catch {
      return text
    }
  }
  if (text === 'null') return null
  if (text === 'true' || text === 'false') return text === 'true'
  return isJsonNumber(text) ? new NumberText(text) : text
}
