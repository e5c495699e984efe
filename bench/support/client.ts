/**
 * Minimal API client that keeps its cookie. On node:http, so that the client itself costs little: fetch copies bodies
 * and takes more CPU time for a large upload than the server.
 */
import { Agent, type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { apiPaths } from '@filesmith/contract/api-paths'
import { type OperationId, operations } from '@filesmith/contract/operations/registry'
import type { AcceptedReply, ConversionState } from '@filesmith/contract/schemas/conversion'

export interface BenchClient {
  upload(bytes: Uint8Array): Promise<string>
  /** Uploads, converts and downloads: what a user waits for. */
  roundTrip(bytes: Uint8Array, fields: Record<string, string>, operation?: OperationId): Promise<Uint8Array>
  startConversion(
    bytes: Uint8Array,
    fields: Record<string, string>,
    operation?: OperationId,
  ): Promise<AcceptedReply>
  /** Starts with a file that is already uploaded. */
  startWith(uploadId: string, fields: Record<string, string>, operation: OperationId): Promise<AcceptedReply>
  /** Resolves when the conversion has succeeded. */
  finished(accepted: AcceptedReply): Promise<void>
  percentOf(statusUrl: string): Promise<number>
  remove(statusUrl: string): Promise<void>
  /** Waits for the inspection of an upload. */
  details(uploadId: string): Promise<void>
  cookie(): string
  /** Closes its connections. */
  close(): void
}

interface Call {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
}

interface Reply {
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/** `localAddress` is the address that it sends from; all of 127.0.0.0/8 belong to this machine. */
export function createBenchClient(baseUrl: string, localAddress?: string): BenchClient {
  let cookie = ''

  const agent = new Agent({ keepAlive: true, ...(localAddress !== undefined && { localAddress }) })

  async function call(path: string, { method = 'GET', headers = {}, body }: Call = {}): Promise<Reply> {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(new URL(path, baseUrl), {
        agent,
        method,
        headers: {
          ...headers,
          ...(cookie && { cookie }),
          ...(body !== undefined && { 'content-length': body.length }),
        },
      })
      sent.on('response', resolve).on('error', reject).end(body)
    })
    const reply = { headers: response.headers, body: await buffer(response) }
    cookie = response.headers['set-cookie']?.[0]?.split(';')[0] ?? cookie
    const status = response.statusCode ?? 0
    if (status < 200 || status > 299) throw new Error(`${path} answered ${status}: ${reply.body}`)
    return reply
  }

  const client: BenchClient = {
    cookie: () => cookie,
    close: () => agent.destroy(),
    async details(uploadId) {
      await call(apiPaths.uploadDetails(uploadId))
    },
    async upload(bytes) {
      const { headers } = await call('/api/uploads', {
        method: 'POST',
        headers: {
          'tus-resumable': '1.0.0',
          'upload-length': String(bytes.length),
          'upload-metadata': 'filename YS5qcGc=',
          'content-type': 'application/offset+octet-stream',
        },
        body: bytes,
      })
      const id = headers.location?.split('/').at(-1)
      if (id === undefined) throw new Error('the upload has no address')
      return id
    },
    async startConversion(bytes, fields, operation = 'convert-image') {
      return client.startWith(await client.upload(bytes), fields, operation)
    },
    async startWith(uploadId, fields, operation) {
      const { body } = await call(operations[operation].path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', prefer: 'respond-async' },
        body: Buffer.from(JSON.stringify({ uploadId, ...fields })),
      })
      return JSON.parse(body.toString()) as AcceptedReply
    },
    async finished({ eventsUrl }) {
      const events = (await call(eventsUrl)).body.toString()
      if (!events.includes('"status":"succeeded"')) throw new Error(`conversion failed: ${events}`)
    },
    async percentOf(statusUrl) {
      return (JSON.parse((await call(statusUrl)).body.toString()) as ConversionState).percent
    },
    async remove(statusUrl) {
      await call(statusUrl, { method: 'DELETE' })
    },
    async roundTrip(bytes, fields, operation) {
      const accepted = await client.startConversion(bytes, fields, operation)
      await client.finished(accepted)
      return (await call(`/api/download/${accepted.id}`)).body
    },
  }
  return client
}
