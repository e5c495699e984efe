/** Minimal API client that keeps its cookie, so that the client itself costs little. */
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
  cookie(): string
}

export function createBenchClient(baseUrl: string): BenchClient {
  let cookie = ''

  async function call(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers)
    if (cookie) headers.set('cookie', cookie)
    const response = await fetch(new URL(path, baseUrl), { ...init, headers })
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response
  }

  const client: BenchClient = {
    cookie: () => cookie,
    async upload(bytes) {
      const response = await call('/api/uploads', {
        method: 'POST',
        headers: {
          'tus-resumable': '1.0.0',
          'upload-length': String(bytes.length),
          'upload-metadata': 'filename YS5qcGc=',
          'content-type': 'application/offset+octet-stream',
        },
        body: bytes as Uint8Array<ArrayBuffer>,
      })
      return response.headers.get('location')?.split('/').at(-1) ?? ''
    },
    async startConversion(bytes, fields, operation = 'convert-image') {
      return client.startWith(await client.upload(bytes), fields, operation)
    },
    async startWith(uploadId, fields, operation) {
      const accepted = await call(operations[operation].path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', prefer: 'respond-async' },
        body: JSON.stringify({ uploadId, ...fields }),
      })
      return (await accepted.json()) as AcceptedReply
    },
    async finished({ eventsUrl }) {
      const events = await (await call(eventsUrl, {})).text()
      if (!events.includes('"status":"succeeded"')) throw new Error(`conversion failed: ${events}`)
    },
    async percentOf(statusUrl) {
      return ((await (await call(statusUrl, {})).json()) as ConversionState).percent
    },
    async remove(statusUrl) {
      await call(statusUrl, { method: 'DELETE' })
    },
    async roundTrip(bytes, fields, operation) {
      const accepted = await client.startConversion(bytes, fields, operation)
      await client.finished(accepted)
      return new Uint8Array(await (await call(`/api/download/${accepted.id}`, {})).arrayBuffer())
    },
  }
  return client
}
