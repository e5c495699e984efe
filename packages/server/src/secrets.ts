/** Generates secrets on the first start and stores them in DATA_DIR with mode 0600. */
import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

export const secretsSchema = z.object({ cookieSecret: z.string().min(32) })
type Secrets = z.infer<typeof secretsSchema>

export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const draft: Secrets = { cookieSecret: newSecret() }
  return secretsSchema.parse(JSON.parse(await loadOrCreate(dataDir, 'secrets.json', JSON.stringify(draft))))
}

/** Not in secrets.json, which a backup contains and a restore replaces: this one belongs to the database of this folder. */
export const databasePasswordName = 'postgres-password'

/** Of the embedded database. */
export async function loadDatabasePassword(dataDir: string): Promise<string> {
  return (await loadOrCreate(dataDir, databasePasswordName, `${newSecret()}\n`)).trim()
}

export async function findDatabasePassword(dataDir: string): Promise<string | undefined> {
  const found = await readFile(join(dataDir, databasePasswordName), 'utf8').catch(error => {
    if (error.code !== 'ENOENT') throw error
  })
  return found?.trim()
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

async function loadOrCreate(dataDir: string, name: string, draft: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, name)
  const draftPath = `${path}.${randomUUID()}`
  await writeFile(draftPath, draft, { mode: 0o600, flush: true })
  // link() is atomic and fails if the file exists, so one of several processes that start at once wins.
  await link(draftPath, path).catch(error => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draftPath)
  return readFile(path, 'utf8')
}
