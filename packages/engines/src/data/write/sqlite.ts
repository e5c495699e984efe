/** Writes tables as an SQLite database, in memory. */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { cellText, type DataValue, NumberText } from '../values/data-value.ts'
import { columnNames, type DataTable } from '../values/table.ts'

/** Columns have no type, so that every value keeps its own. */
export async function writeSqlite(tables: readonly DataTable[]): Promise<Uint8Array> {
  const database = new DatabaseSync(':memory:')
  const names = distinctNames(tables.map(({ name }) => name))
  for (const [index, table] of tables.entries()) {
    const columns = distinctNames(table.columns).map(quote)
    const name = quote(names[index] ?? table.name)
    database.exec(`CREATE TABLE ${name} (${columns.join(', ')})`)
    const insert = database.prepare(`INSERT INTO ${name} VALUES (${columns.map(() => '?').join(', ')})`)
    database.exec('BEGIN')
    for await (const rows of table.batches()) for (const row of rows) insert.run(...row.map(toSqlite))
    database.exec('COMMIT')
  }
  return database.serialize()
}

/** SQLite does not distinguish upper and lower case, and keeps names with its prefix to itself. */
function distinctNames(names: readonly string[]): readonly string[] {
  const lower = columnNames(names.map(name => name.toLowerCase()))
  return names.map((name, index) => {
    const unique = lower[index] === name.toLowerCase() ? name : (lower[index] ?? name)
    return /^sqlite_/i.test(unique) ? `_${unique}` : unique.replaceAll('\0', '')
  })
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

const limit = 2n ** 63n

function toSqlite(value: DataValue | undefined): SQLInputValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Uint8Array) return value
  if (!(value instanceof NumberText)) return cellText(value)
  if (!/^-?\d+$/.test(value.text)) return Number.isNaN(Number(value.text)) ? value.text : Number(value.text)
  const integer = BigInt(value.text)
  return integer >= -limit && integer < limit ? integer : value.text
}
