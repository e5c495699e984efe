/** Tables in values: a list of objects, several of them by name, or keys and values. */

import { unsupportedData } from './data-failure.ts'
import { cellText, type DataMap, type DataValue, isDataList } from './data-value.ts'
import { type DataTable, inBatches, maxColumns, type Row } from './table.ts'

/** Items of a list that can be read again and again. */
type Items = () => Iterable<DataValue>

export function tableOfItems(name: string, items: Items): DataTable {
  const columns = columnsOf(items())
  return {
    name,
    columns,
    batches: () => inBatches(rowsOf(items(), columns)),
  }
}

const valueColumn = 'value'

/** In the order in which they first appear; the values of other items than objects have one column. */
function columnsOf(items: Iterable<DataValue>): readonly string[] {
  const names = new Set<string>()
  for (const item of items) {
    if (item instanceof Map) for (const key of item.keys()) names.add(key)
    else if (isDataList(item)) for (const index of item.keys()) names.add(`column${index + 1}`)
    else names.add(valueColumn)
    if (names.size > maxColumns) throw unsupportedData('more columns than a table can have')
  }
  return [...names]
}

function* rowsOf(items: Iterable<DataValue>, columns: readonly string[]): Generator<Row> {
  for (const item of items) {
    if (item instanceof Map) yield columns.map(name => item.get(name))
    else if (isDataList(item)) {
      const cells = new Map(item.map((cell, index) => [`column${index + 1}`, cell]))
      yield columns.map(name => cells.get(name))
    } else yield columns.map(name => (name === valueColumn ? item : undefined))
  }
}

function isRows(value: DataValue): value is readonly DataMap[] {
  return isDataList(value) && value.length > 0 && value.every(item => item instanceof Map)
}

/** The table of a value: the only list in it, several lists by their names, or one row for each value. */
export function tablesOfValue(name: string, value: DataValue): readonly DataTable[] {
  if (isDataList(value)) return [tableOfItems(name, () => value)]
  if (!(value instanceof Map)) return [tableOfItems(name, () => [value])]
  const entries = [...value].filter(([key]) => !key.startsWith('@'))
  const [only] = entries
  if (entries.length === 1 && only !== undefined && (only[1] instanceof Map || isRows(only[1])))
    return tablesOfValue(only[0], only[1])
  if (entries.length > 0 && entries.every(([, item]) => isRows(item)))
    return entries.map(([key, item]) => tableOfItems(key, () => (isDataList(item) ? item : [])))
  const rows = keyRows(value, '')
  return [{ name, columns: ['key', valueColumn], batches: () => inBatches(rows) }]
}

/** `server.port`; lists stay one value. */
function keyRows(map: DataMap, prefix: string): Row[] {
  return [...map].flatMap(([key, value]): Row[] => {
    const path = `${prefix}${key}`
    return value instanceof Map && value.size > 0 ? keyRows(value, `${path}.`) : [[path, value]]
  })
}

/** Of maps, with the values of a map as text. */
export function flatEntries(map: DataMap): readonly (readonly [string, string])[] {
  return keyRows(map, '').map(([key, value]) => [cellText(key) ?? '', cellText(value) ?? ''] as const)
}
