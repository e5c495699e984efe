/** Somebody else's web server: gives files away, takes files in, and hears webhooks. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface HeardCall {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

export interface OtherSite {
  readonly url: string
  /** Every call in the order it came. */
  readonly heard: HeardCall[]
  /** What GET finds at a path. */
  readonly files: Map<string, Buffer>
  /** Answers instead of the usual way, as long as it is set. */
  answer: ((call: HeardCall, reply: ServerResponse) => void) | undefined
  stop(): Promise<void>
}

export async function startOtherSite(): Promise<OtherSite> {
  const files = new Map<string, Buffer>()
  const heard: HeardCall[] = []
  const server = createServer(async (request, reply) => {
    const { method = '', url: path = '', headers } = request
    const call = { method, path, headers, body: await buffer(request) }
    heard.push(call)
    if (site.answer) return site.answer(call, reply)
    const file = method === 'GET' ? files.get(path) : Buffer.alloc(0)
    reply.writeHead(file ? 200 : 404).end(file)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const site: OtherSite = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    files,
    answer: undefined,
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return site
}
