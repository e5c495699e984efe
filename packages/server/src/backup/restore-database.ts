/** Loads the tables of a backup in archive order and verifies the row counts. */
import type pg from 'pg'
import { type DatabaseLoader, loadDatabase, type TableLoader } from '../database/load-database.ts'
import { readBackup } from './check-backup.ts'
import { databaseFolder, type Manifest, objectsFolder, tableFolder } from './manifest.ts'

type Table = Manifest['database']['tables'][number]

export async function restoreDatabase(path: string, client: pg.Client, manifest: Manifest): Promise<void> {
  const loader = await loadDatabase(client, manifest.database)
  try {
    await loadTables(path, loader, manifest)
    await loader.commit(manifest.objects.missingKeys)
  } catch (error) {
    // If the connection is lost, the server rolls back by itself.
    await loader.rollback().catch(() => undefined)
    throw error
  }
}

async function loadTables(path: string, loader: DatabaseLoader, { database }: Manifest): Promise<void> {
  let loading: { table: Table; rows: TableLoader } | undefined
  const finish = async () => {
    if (!loading) return
    const { table, rows } = loading
    const count = await rows.finish()
    if (count !== table.rows) throw new Error(`${table.name} has ${count} rows, expected ${table.rows}.`)
  }
  try {
    for await (const file of readBackup(path)) {
      if (file.name.startsWith(objectsFolder)) break
      if (!file.name.startsWith(databaseFolder)) continue
      const table = findTable(database.tables, file.name)
      if (loading?.table !== table) {
        await finish()
        loading = { table, rows: await loader.beginTable(table) }
      }
      for await (const chunk of file.content) await loading.rows.write(chunk)
    }
    await finish()
  } catch (error) {
    await loading?.rows.abort()
    throw error
  }
}

function findTable(tables: readonly Table[], fileName: string): Table {
  const table = tables.find(candidate => fileName.startsWith(tableFolder(candidate)))
  if (!table) throw new Error(`${fileName} is not in the manifest.`)
  return table
}
