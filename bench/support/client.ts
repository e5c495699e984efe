/** A client of the API that keeps its cookie, with as little work of its own as possible. */
import type { AcceptedReply, ConversionState } from '@filesmith/contract/schemas/conversion'

export interface BenchClient {
  upload(bytes: Uint8Array): Promise<string>
  /** Uploads, converts, downloads: what a person waits for. */
  roundTrip(bytes: Uint8Array, fields: Record<string, string>): Promise<Uint8Array>
  startConversion(bytes: Uint8Array, fields: Record<string, string>): Promise<AcceptedReply>
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
    async startConversion(bytes, fields) {
      const uploadId = await client.upload(bytes)
      const accepted = await call('/api/convert/image', {
        method: 'POST',
        headers: { 'content-type': 'application/json', prefer: 'respond-async' },
        body: JSON.stringify({ uploadId, ...fields }),
      })
      return (await accepted.json()) as AcceptedReply
    },
    async percentOf(statusUrl) {
      return ((await (await call(statusUrl, {})).json()) as ConversionState).percent
    },
    async remove(statusUrl) {
      await call(statusUrl, { method: 'DELETE' })
    },
    async roundTrip(bytes, fields) {
      const { id, eventsUrl } = await client.startConversion(bytes, fields)
      const events = await (await call(eventsUrl, {})).text()
      if (!events.includes('"status":"succeeded"')) throw new Error(`the conversion failed: ${events}`)
      return new Uint8Array(await (await call(`/api/download/${id}`, {})).arrayBuffer())
    },
  }
  return client
}
