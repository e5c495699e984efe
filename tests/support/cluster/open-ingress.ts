/** Forwards a loopback port of this machine to a host of the cluster through a Unix socket. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Ingress {
  readonly url: string
  close(): Promise<void>
}

export async function openIngress(socketPath: string): Promise<Ingress> {
  const open = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, outside => {
    const inside = connect({ path: socketPath, allowHalfOpen: true })
    for (const [one, other] of [
      [outside, inside],
      [inside, outside],
    ] as const) {
      open.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.once('close', () => open.delete(one))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close()
      for (const socket of open) socket.destroy()
      await once(server, 'close')
    },
  }
}
