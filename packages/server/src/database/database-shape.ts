/** Describes a Filesmith database: migrations, tables with columns, and an insertion order that satisfies foreign keys. */
import type pg from 'pg'
import { knownTables } from './known-migrations.ts'

export interface TableShape {
  readonly schema: string
  readonly name: string
  readonly columns: readonly string[]
}

export interface DatabaseShape {
  readonly serverVersion: string
  readonly migrations: readonly { readonly hash: string; readonly createdAt: number }[]
  /** Sorted so that every table follows those it references. */
  readonly tables: readonly TableShape[]
}

type Client = Pick<pg.Client, 'query'>

/** Transient state that is not backed up: running workers, and requests that the previous version was working on. */
const transientTables: ReadonlySet<string> = new Set(['workers', 'text_jobs', 'estimates'])

const columnsSql = `
  select n.nspname as schema, c.relname as name,
    array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind in ('r', 'p') and n.nspname = 'public' and c.relname = any($1)
  group by 1, 2 order by 2`

const referencesSql = `
  select conrelid::regclass::text as "from", confrelid::regclass::text as "to"
  from pg_constraint where contype = 'f' and conrelid <> confrelid`

export async function readTables(client: Client): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(columnsSql, [knownTables()])
  return rows
}

/** Undefined if the database has no Filesmith schema. */
export async function readMigrations(client: Client): Promise<DatabaseShape['migrations'] | undefined> {
  const found = await client.query<{ name: string | null }>(
    `select to_regclass('drizzle.__drizzle_migrations')::text as name`,
  )
  if (found.rows[0]?.name == null) return undefined
  const { rows } = await client.query<{ hash: string; createdAt: string }>(
    'select hash, created_at as "createdAt" from drizzle.__drizzle_migrations order by created_at',
  )
  return rows.map(({ hash, createdAt }) => ({ hash, createdAt: Number(createdAt) }))
}

export async function readDatabaseShape(client: Client): Promise<DatabaseShape | undefined> {
  const migrations = await readMigrations(client)
  if (!migrations) return undefined
  const server = await client.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  )
  const [version] = server.rows
  if (!version) throw new Error('the server did not report its version')
  const references = await client.query<Reference>(referencesSql)
  const tables = (await readTables(client)).filter(({ name }) => !transientTables.has(name))
  return {
    serverVersion: version.version,
    migrations,
    tables: sortByReferences(tables, references.rows),
  }
}

interface Reference {
  readonly from: string
  readonly to: string
}

export function sortByReferences(
  tables: readonly TableShape[],
  references: readonly Reference[],
): TableShape[] {
  const sorted: TableShape[] = []
  const seen = new Set<TableShape>()
  const nameOf = ({ schema, name }: TableShape) => (schema === 'public' ? name : `${schema}.${name}`)
  const visit = (table: TableShape) => {
    if (seen.has(table)) return
    seen.add(table)
    const needed = references.filter(({ from }) => from === nameOf(table)).map(({ to }) => to)
    for (const other of tables) if (needed.includes(nameOf(other))) visit(other)
    sorted.push(table)
  }
  for (const table of tables) visit(table)
  return sorted
}
