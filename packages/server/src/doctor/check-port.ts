/** Checks that the web process can listen on its port, or that Filesmith already does. */
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
      return { ...about, ...(await identifyListener(PORT, HOST)) }
    const fix = 'Set HOST to an address of this machine and PORT to a port that this user may bind.'
    return { ...about, status: 'problem', found: describeFault(error), fix }
  }
}

async function identifyListener(
  port: number,
  host: string,
): Promise<Pick<Finding, 'status' | 'found' | 'fix'>> {
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const get = async (path: string) => {
    const reply = await fetch(`http://${address}:${port}${path}`, { signal: AbortSignal.timeout(timeoutMs) })
    return { status: reply.status, body: (await reply.json()) as { status?: unknown } }
  }
  try {
    // Only Filesmith answers /livez like this, whatever its state.
    const isFilesmith = (await get('/livez')).body.status === 'ok'
    if (isFilesmith && (await get('/healthz')).status === 200)
      return { status: 'ok', found: 'Filesmith is running' }
    if (isFilesmith)
      return {
        status: 'warning',
        found: 'Filesmith is running, but not ready',
        fix: 'See its log: the database is unreachable, or it is shutting down.',
      }
  } catch {
    // Another program, or a process that hangs.
  }
  return {
    status: 'problem',
    found: 'in use by another program',
    fix: 'Set PORT to another port, or stop that program.',
  }
}
