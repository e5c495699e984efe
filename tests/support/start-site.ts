/** Starts the whole product on a free port with a temporary data folder, which is removed on stop. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startProcess, untilHealthy } from './server-process.ts'

export interface Site {
  readonly baseUrl: string
  readonly dataDir: string
  stop(): Promise<void>
}

export async function startSite(env: Record<string, string> = {}): Promise<Site> {
  const dataDir = await mkdtemp(join(tmpdir(), 'filesmith-site-'))
  // PostgreSQL drops root privileges and must still be able to reach its folder.
  await chmod(dataDir, 0o755)
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const server = startProcess('main-all', {
    PORT: String(port),
    DATA_DIR: dataDir,
    ADDRESS_PER_DAY: '100000',
    STORAGE_QUOTA_NETWORK_MB: '100000000',
    OPEN_UPLOADS_PER_NETWORK: '100000',
    INSPECTIONS_PER_MINUTE: '100000',
    ...env,
  })
  const stop = async () => {
    server.kill('SIGTERM')
    await server.ended()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await untilHealthy(baseUrl, server)
  } catch (error) {
    await stop()
    throw error
  }
  return { baseUrl, dataDir, stop }
}
