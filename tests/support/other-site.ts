/** Third-party web server of a test: serves and accepts files, and receives webhooks. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

export interface OtherSite {
  readonly url: string
  /** All requests in order. */
  readonly requests: ReceivedRequest[]
  /** Files served by path. */
  readonly files: Map<string, Buffer>
  /** Overrides the response while it is set. */
  answer: ((received: ReceivedRequest, reply: ServerResponse) => void) | undefined
  stop(): Promise<void>
}

export async function startOtherSite(): Promise<OtherSite> {
  const files = new Map<string, Buffer>()
  const requests: ReceivedRequest[] = []
  const server = createServer(async (request, reply) => {
    const { method = '', url: path = '', headers } = request
    const received = { method, path, headers, body: await buffer(request) }
    requests.push(received)
    if (site.answer) return site.answer(received, reply)
    const file = method === 'GET' ? files.get(path) : Buffer.alloc(0)
    reply.writeHead(file ? 200 : 404).end(file)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const site: OtherSite = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    files,
    answer: undefined,
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return site
}
