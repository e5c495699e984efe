/** TCP proxy that injects network faults between a process and its database or storage. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/**
 * pass: forwards unchanged. slow: delays every chunk. stall: connections stay open, but no data is forwarded until the
 * mode changes. refuse: resets new connections.
 */
export type ProxyMode = 'pass' | 'slow' | 'stall' | 'refuse'

export interface FaultProxy {
  readonly port: number
  setMode(mode: ProxyMode): void
  /** Resets all open connections, also in the middle of a transfer. */
  cut(): void
  /** Half-closes all connections: sends FIN to the client, keeps the other direction open. */
  halfClose(): void
  /** Turns open connections into black holes: packets are dropped without FIN or RST. New connections work. */
  blackhole(): void
  connectionCount(): number
  close(): Promise<void>
}

interface Pair {
  readonly client: Socket
  readonly target: Socket
  isBlackholed: boolean
}

const slowDelayMs = 60

export async function startFaultProxy(target: NetConnectOpts): Promise<FaultProxy> {
  const pairs = new Set<Pair>()
  let mode: ProxyMode = 'pass'

  function applyMode(pair: Pair): void {
    for (const socket of [pair.client, pair.target]) {
      if (mode === 'stall' && !pair.isBlackholed) socket.pause()
      else socket.resume()
    }
  }

  function forward(pair: Pair, from: Socket, to: Socket): void {
    from.on('data', (data: Buffer) => {
      if (pair.isBlackholed) return
      if (mode !== 'slow') {
        if (!to.write(data)) from.pause()
        return
      }
      from.pause()
      setTimeout(() => {
        if (pair.isBlackholed || to.destroyed) return
        to.write(data)
        if (mode !== 'stall') from.resume()
      }, slowDelayMs)
    })
    to.on('drain', () => {
      if (mode !== 'stall') from.resume()
    })
    from.on('end', () => pair.isBlackholed || to.end())
    from.on('close', () => {
      if (!pair.isBlackholed) to.destroy()
      if (from === pair.client || from.errored) pair.client.destroy()
      if (pair.client.destroyed && pair.target.destroyed) pairs.delete(pair)
    })
    from.on('error', () => {
      if (!pair.isBlackholed) reset(to)
    })
  }

  const server = createServer({ allowHalfOpen: true }, client => {
    if (mode === 'refuse') return reset(client)
    const pair: Pair = { client, target: connect({ ...target, allowHalfOpen: true }), isBlackholed: false }
    pairs.add(pair)
    forward(pair, client, pair.target)
    forward(pair, pair.target, client)
    applyMode(pair)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const destroy = ({ client, target: upstream }: Pair) => {
    reset(client)
    upstream.destroy()
  }

  return {
    port: (server.address() as AddressInfo).port,
    setMode(next) {
      mode = next
      for (const pair of pairs) applyMode(pair)
    },
    cut() {
      for (const pair of pairs) if (!pair.isBlackholed) destroy(pair)
    },
    halfClose() {
      for (const { client, isBlackholed } of pairs) if (!isBlackholed) client.end()
    },
    blackhole() {
      for (const pair of pairs) {
        pair.isBlackholed = true
        // The server of a real black hole times out eventually; here its locks must not outlive the test.
        pair.target.destroy()
        pair.client.resume()
      }
    },
    connectionCount: () => [...pairs].filter(pair => !pair.isBlackholed).length,
    async close() {
      for (const pair of pairs) destroy(pair)
      server.close()
      await once(server, 'close')
    },
  }
}

/** The same database with the same user and password, through a proxy on this port instead of its Unix socket. */
export function throughPort(databaseUrl: string, port: number): string {
  const { pathname, searchParams } = new URL(databaseUrl.replace(':///', '://socket/'))
  const [user = '', password = ''] = ['user', 'password'].map(name =>
    encodeURIComponent(searchParams.get(name) ?? ''),
  )
  return `postgresql://${user}:${password}@127.0.0.1:${port}${pathname}`
}

/** Unix sockets have no RST, so they are only closed. */
function reset(socket: Socket): void {
  if (socket.remoteAddress === undefined) socket.destroy()
  else socket.resetAndDestroy()
}
