/** A TCP proxy that stands between a process and its database or storage and misbehaves when it is told to. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/**
 * pass: as if it were not there. slow: every piece of data waits. stall: connections stay open, nothing moves until
 * another mode comes. refuse: new connections are closed at once.
 */
export type ProxyMode = 'pass' | 'slow' | 'stall' | 'refuse'

export interface FaultProxy {
  readonly port: number
  setMode(mode: ProxyMode): void
  /** Resets every connection there is, in the middle of whatever it carries. */
  cut(): void
  /** Ends the direction towards the client in the middle; the other one stays open. */
  halfClose(): void
  /** From now on nothing of the connections there are arrives, and nobody is told; new ones work. */
  forget(): void
  connectionCount(): number
  close(): Promise<void>
}

interface Pair {
  readonly client: Socket
  readonly target: Socket
  isForgotten: boolean
}

const slowDelayMs = 60

export async function startFaultProxy(target: NetConnectOpts): Promise<FaultProxy> {
  const pairs = new Set<Pair>()
  let mode: ProxyMode = 'pass'

  function applyMode(pair: Pair): void {
    for (const socket of [pair.client, pair.target]) {
      if (mode === 'stall' && !pair.isForgotten) socket.pause()
      else socket.resume()
    }
  }

  function carry(pair: Pair, from: Socket, to: Socket): void {
    from.on('data', (data: Buffer) => {
      if (pair.isForgotten) return
      if (mode !== 'slow') {
        if (!to.write(data)) from.pause()
        return
      }
      from.pause()
      setTimeout(() => {
        if (pair.isForgotten || to.destroyed) return
        to.write(data)
        if (mode !== 'stall') from.resume()
      }, slowDelayMs)
    })
    to.on('drain', () => {
      if (mode !== 'stall') from.resume()
    })
    from.on('end', () => pair.isForgotten || to.end())
    from.on('close', () => {
      if (!pair.isForgotten) to.destroy()
      if (from === pair.client || from.errored) pair.client.destroy()
      if (pair.client.destroyed && pair.target.destroyed) pairs.delete(pair)
    })
    from.on('error', () => {
      if (!pair.isForgotten) reset(to)
    })
  }

  const server = createServer({ allowHalfOpen: true }, client => {
    if (mode === 'refuse') return reset(client)
    const pair: Pair = { client, target: connect({ ...target, allowHalfOpen: true }), isForgotten: false }
    pairs.add(pair)
    carry(pair, client, pair.target)
    carry(pair, pair.target, client)
    applyMode(pair)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const destroy = ({ client, target: far }: Pair) => {
    reset(client)
    far.destroy()
  }

  return {
    port: (server.address() as AddressInfo).port,
    setMode(next) {
      mode = next
      for (const pair of pairs) applyMode(pair)
    },
    cut() {
      for (const pair of pairs) if (!pair.isForgotten) destroy(pair)
    },
    halfClose() {
      for (const { client, isForgotten } of pairs) if (!isForgotten) client.end()
    },
    forget() {
      for (const pair of pairs) {
        pair.isForgotten = true
        // The far side of a real black hole gives up some day; a lock must not outlive the test for it.
        pair.target.destroy()
        pair.client.resume()
      }
    },
    connectionCount: () => [...pairs].filter(pair => !pair.isForgotten).length,
    async close() {
      for (const pair of pairs) destroy(pair)
      server.close()
      await once(server, 'close')
    },
  }
}

/** A local socket knows no reset; there the end has to do. */
function reset(socket: Socket): void {
  if (socket.remoteAddress === undefined) socket.destroy()
  else socket.resetAndDestroy()
}
