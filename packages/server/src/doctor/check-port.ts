/** Whether the web process can listen where it is told to, or one of ours does already. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Settings } from '../config.ts'
import { describeFault, type Finding } from './finding.ts'

const timeoutMs = 15_000

export async function checkPort({ PORT, HOST }: Settings): Promise<Finding> {
  const about = { area: 'web', name: `port ${PORT}` } as const
  try {
    const server = createServer().listen(PORT, HOST)
    await once(server, 'listening')
    server.close()
    return { ...about, status: 'ok', found: `free on ${HOST}` }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
      return { ...about, ...(await askHolder(PORT, HOST)) }
    const fix = 'Set HOST to an address of this machine and PORT to one that this user may open.'
    return { ...about, status: 'problem', found: describeFault(error), fix }
  }
}

async function askHolder(port: number, host: string): Promise<Pick<Finding, 'status' | 'found' | 'fix'>> {
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const ask = async (path: string) => {
    const reply = await fetch(`http://${address}:${port}${path}`, { signal: AbortSignal.timeout(timeoutMs) })
    return { status: reply.status, body: (await reply.json()) as { status?: unknown } }
  }
  try {
    // Only ours answers this one, whatever else is wrong with it.
    const isOurs = (await ask('/livez')).body.status === 'ok'
    if (isOurs && (await ask('/healthz')).status === 200)
      return { status: 'ok', found: 'Filesmith runs here' }
    if (isOurs)
      return {
        status: 'warning',
        found: 'Filesmith runs here, but is not ready',
        fix: 'See its log: the database does not answer it, or it is stopping.',
      }
  } catch {
    // Something else than ours, or a process that hangs.
  }
  return {
    status: 'problem',
    found: 'taken by another program',
    fix: 'Set PORT to another one, or end that program.',
  }
}
