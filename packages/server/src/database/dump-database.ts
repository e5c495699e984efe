/** Reads a consistent snapshot of a whole database while others keep writing. */
import type { Readable } from 'node:stream'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type DatabaseShape, readDatabaseShape, type TableShape } from './database-shape.ts'

export interface DatabaseDump {
  readonly shape: DatabaseShape
  /** Rows in COPY format. One table at a time, each read to its end. */
  readTable(table: TableShape): Readable
  /** Ends the snapshot, which would keep the server from vacuuming. Only keys can be read afterwards. */
  endSnapshot(): Promise<void>
  /** Keys of all stored objects that the snapshot references. */
  storedKeys(): AsyncGenerator<string>
  close(): Promise<void>
}

const keysPerFetch = 500

// Read through to_jsonb, so that columns missing in an older schema are null instead of an error.
const keysSql = `
  with record as (
    select to_jsonb(uploads) as row, 'upload' as kind from uploads
    union all
    select to_jsonb(conversions), 'result' from conversions where status = 'succeeded'
  )
  select row ->> 'storage_key' as key from record where kind = 'upload' and row ->> 'completed_at' is not null
  union select row -> 'inspection' ->> 'previewKey' from record where kind = 'upload'
  union select row ->> 'result_key' from record where kind = 'result'
  union select part ->> 'key' from record, jsonb_array_elements(coalesce(row -> 'parts', '[]')) part where kind = 'result'`

/** Undefined if the database has no Filesmith schema. */
export async function openDump(url: string): Promise<DatabaseDump | undefined> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'filesmith-backup',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // A connection that breaks while objects are read fails the next query and also emits an error event.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const shape = await readDatabaseShape(client)
    if (shape) return dumpOf(client, shape)
  } catch (error) {
    await client.end()
    throw error
  }
  await client.end()
  return undefined
}

function dumpOf(client: pg.Client, shape: DatabaseShape): DatabaseDump {
  return {
    shape,
    readTable({ schema, name, columns }) {
      const listed = columns.map(column => pg.escapeIdentifier(column)).join(', ')
      const from = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
      return client.query(copyTo(`copy (select ${listed} from ${from}) to stdout`))
    },

    async endSnapshot() {
      // A holdable cursor outlives its transaction: the server keeps the list, and it is fetched in batches.
      await client.query(
        `declare stored_keys cursor with hold for select key from (${keysSql}) named where key is not null order by key`,
      )
      await client.query('commit')
    },

    async *storedKeys() {
      for (;;) {
        const { rows } = await client.query<{ key: string }>(`fetch ${keysPerFetch} from stored_keys`)
        if (rows.length === 0) return
        for (const { key } of rows) yield key
      }
    },

    close: () => client.end(),
  }
}
