/** HTTP proxy in front of a server that can be switched to answer 503. */
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface BreakableServer {
  readonly url: string
  isUnavailable: boolean
  close(): Promise<void>
}

export async function startBreakableServer(targetUrl: string): Promise<BreakableServer> {
  const target = new URL(targetUrl)
  const server = createServer((incoming, outgoing) => {
    if (breakable.isUnavailable) {
      incoming.resume()
      outgoing.writeHead(503).end()
      return
    }
    const { method, url: path, headers } = incoming
    const forwarded = request({ host: target.hostname, port: target.port, method, path, headers }, answer => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const breakable: BreakableServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isUnavailable: false,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return breakable
}
