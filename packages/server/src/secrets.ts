/** Generates secrets on the first start and stores them in DATA_DIR with mode 0600. */
import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

export const secretsSchema = z.object({ cookieSecret: z.string().min(32) })
type Secrets = z.infer<typeof secretsSchema>

export async function loadSecrets(dataDir: string): Promise<Secrets> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'secrets.json')
  const draftPath = `${path}.${process.pid}`
  const draft: Secrets = { cookieSecret: randomBytes(32).toString('base64url') }
  await writeFile(draftPath, JSON.stringify(draft), { mode: 0o600 })
  // link() is atomic and fails if the file exists, so one of several processes that start at once wins.
  await link(draftPath, path).catch(error => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draftPath)
  return secretsSchema.parse(JSON.parse(await readFile(path, 'utf8')))
}
