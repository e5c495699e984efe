/** Generates secrets on the first start and stores them in DATA_DIR with mode 0600. */
import { z } from 'zod'
import { loadOrCreateSecret, newSecret } from './adapters/embedded-postgres/secret-file.ts'

export const secretsSchema = z.object({ cookieSecret: z.string().min(32) })
type Secrets = z.infer<typeof secretsSchema>

export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const draft: Secrets = { cookieSecret: newSecret() }
  return secretsSchema.parse(
    JSON.parse(await loadOrCreateSecret(dataDir, 'secrets.json', JSON.stringify(draft))),
  )
}
