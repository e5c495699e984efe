/**
 * The password of the embedded database. Not in secrets.json, which a backup contains and a restore replaces: this one
 * belongs to the database of this folder.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadOrCreateSecret, newSecret } from './secret-file.ts'

export const databasePasswordName = 'postgres-password'

export async function loadDatabasePassword(dataDir: string): Promise<string> {
  return (await loadOrCreateSecret(dataDir, databasePasswordName, `${newSecret()}\n`)).trim()
}

export async function findDatabasePassword(dataDir: string): Promise<string | undefined> {
  const found = await readFile(join(dataDir, databasePasswordName), 'utf8').catch(error => {
    if (error.code !== 'ENOENT') throw error
  })
  return found?.trim()
}
