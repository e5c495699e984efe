/** SQLite databases, opened in memory: the file is never written, and no other file can be attached or loaded. */
import { constants, DatabaseSync } from 'node:sqlite'
import { damagedData } from '../values/data-failure.ts'
import { type DataValue, numberText } from '../values/data-value.ts'
import { type DataTable, inBatches, type Row } from '../values/table.ts'

const maxTables = 1000

export interface SqliteContent {
  readonly tables: readonly DataTable[]
  /** Names of tables that need a module of their program. */
  readonly virtual: readonly string[]
}

export function readSqlite(input: Buffer): SqliteContent {
  const database = openInMemory(input)
  try {
    const listed = database
      .prepare(
        "SELECT s.name, t.type FROM sqlite_schema s JOIN pragma_table_list t ON t.name = s.name AND t.schema = 'main' WHERE s.type = 'table' ORDER BY s.rowid",
      )
      .all()
      .map(({ name, type }) => ({ name: String(name), type: String(type) }))
      .filter(({ name }) => !name.startsWith('sqlite_'))
      .slice(0, maxTables)
    const named = (wanted: string) => listed.filter(({ type }) => type === wanted).map(({ name }) => name)
    forbidMore(database)
    return { tables: named('table').map(name => tableOf(database, name)), virtual: named('virtual') }
  } catch (error) {
    throw damagedData(String(error))
  }
}

/** Virtual tables need modules that read other things; views and triggers run code of the file. */
function openInMemory(input: Buffer): DatabaseSync {
  const database = new DatabaseSync(':memory:', { allowExtension: false })
  try {
    database.deserialize(withoutWriteAheadLog(input))
    database.enableDefensive(true)
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA query_only = ON')
    return database
  } catch (error) {
    throw damagedData(String(error))
  }
}

function forbidMore(database: DatabaseSync): void {
  database.setAuthorizer(action => (allowedActions.has(action) ? constants.SQLITE_OK : constants.SQLITE_DENY))
}

/** Functions are for generated columns; without trust in the schema only harmless ones run. */
const allowedActions = new Set([constants.SQLITE_SELECT, constants.SQLITE_READ, constants.SQLITE_FUNCTION])

/** A database in this mode cannot be opened in memory; what its separate log contains is not in the file anyway. */
function withoutWriteAheadLog(input: Buffer): Buffer {
  const copy = Buffer.from(input)
  if (copy[18] === 2) copy[18] = 1
  if (copy[19] === 2) copy[19] = 1
  return copy
}

function tableOf(database: DatabaseSync, name: string): DataTable {
  const quoted = `"${name.replaceAll('"', '""')}"`
  const select = () => {
    const statement = database.prepare(`SELECT * FROM ${quoted}`)
    statement.setReadBigInts(true)
    statement.setReturnArrays(true)
    return statement
  }
  const columns = select()
    .columns()
    .map(({ name }) => name)
  return { name, columns, batches: () => inBatches(rowsOf(() => select().iterate())) }
}

function* rowsOf(open: () => Iterable<unknown>): Generator<Row> {
  try {
    for (const row of open()) yield (row as readonly unknown[]).map(toValue)
  } catch (error) {
    throw damagedData(String(error))
  }
}

function toValue(value: unknown): DataValue {
  if (typeof value === 'bigint' || typeof value === 'number') return numberText(value)
  if (value instanceof Uint8Array) return value
  return value === null || value === undefined ? null : String(value)
}
