/** Secrets in files of DATA_DIR with mode 0600, created once. */
import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** The content of the file; `draft` if it does not exist yet. */
export async function loadOrCreateSecret(dataDir: string, name: string, draft: string): Promise<string> {
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
