/** HTTP client of one browser: stores cookies, uploads files, requests conversions. */
import { type OperationId, operations } from '@filesmith/contract/operations/registry'
import type { AcceptedReply, ConversionState } from '@filesmith/contract/schemas/conversion'
import type { UploadPurpose } from '@filesmith/contract/upload-purposes'
import { type CookieJar, createCookieJar } from './cookie-jar.ts'

interface PlainCall extends RequestInit {
  readonly operation?: OperationId
}

export interface Visitor {
  readonly cookies: CookieJar
  fetch(path: string, init?: RequestInit): Promise<Response>
  json<Body>(path: string, init?: RequestInit): Promise<Body>
  post(path: string, body?: unknown): Promise<Response>
  /** Uploads the file with tus in one request; returns the upload id. */
  upload(bytes: Uint8Array, fileName: string, purpose?: UploadPurpose): Promise<string>
  /** Synchronous conversion with the file in the request. */
  convert(file: Blob, fileName: string, fields: Record<string, string>, call?: PlainCall): Promise<Response>
  /** Conversion with `Prefer: respond-async`. */
  convertAsync(
    uploadId: string,
    fields: Record<string, string>,
    operation?: OperationId,
  ): Promise<AcceptedReply>
  /** Any request with `Prefer: respond-async`. */
  askFor(path: string, body: object): Promise<AcceptedReply>
  /** Reads the event stream until the job has finished; returns every state. */
  follow<State = ConversionState>(accepted: AcceptedReply): Promise<State[]>
}

/** Path of the site, or address that the server sent, which contains the path of `baseUrl` (BASE_PATH) already. */
export function addressBelow(baseUrl: string, path: string): URL {
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '')
  return new URL(path.startsWith(`${basePath}/`) ? path : basePath + path, baseUrl)
}

/** `sends` are headers of every request, for example those of a proxy; pass `cookies` to use the same browser with other headers. */
export function createVisitor(
  baseUrl: string,
  sends: Record<string, string> = {},
  cookies = createCookieJar(),
): Visitor {
  const visitor: Visitor = {
    cookies,
    async fetch(path, init = {}) {
      const headers = new Headers({ ...sends, ...Object.fromEntries(new Headers(init.headers)) })
      if (!headers.has('cookie') && cookies.size > 0) headers.set('cookie', cookies.header())
      const response = await fetch(addressBelow(baseUrl, path), { ...init, headers })
      cookies.keep(response)
      return response
    },

    post(path, body) {
      const sent = body === undefined ? {} : jsonBody(body)
      return visitor.fetch(path, { method: 'POST', ...sent })
    },

    async json<Body>(path: string, init?: RequestInit) {
      return (await (await visitor.fetch(path, init)).json()) as Body
    },

    async upload(bytes, fileName, purpose = 'convert-image') {
      const created = await visitor.fetch('/api/uploads', {
        method: 'POST',
        headers: {
          'tus-resumable': '1.0.0',
          'upload-length': String(bytes.length),
          'upload-metadata': `filename ${base64(fileName)},operation ${base64(purpose)}`,
          'content-type': 'application/offset+octet-stream',
        },
        body: bytes as Uint8Array<ArrayBuffer>,
      })
      if (created.status !== 201)
        throw new Error(`upload answered ${created.status}: ${await created.text()}`)
      return created.headers.get('location')?.split('/').at(-1) ?? ''
    },

    convert(file, fileName, fields, { operation = 'convert-image', ...init } = {}) {
      const form = new FormData()
      form.set('file', file, fileName)
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      return visitor.fetch(operations[operation].path, { method: 'POST', body: form, ...init })
    },

    convertAsync(uploadId, fields, operation = 'convert-image') {
      return visitor.askFor(operations[operation].path, { uploadId, ...fields })
    },

    askFor(path, body) {
      return visitor.json(path, { method: 'POST', ...jsonBody(body, { prefer: 'respond-async' }) })
    },

    async follow(accepted) {
      const response = await visitor.fetch(accepted.eventsUrl)
      const text = await response.text()
      return [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? ''))
    },
  }
  return visitor
}

function jsonBody(body: unknown, headers: Record<string, string> = {}) {
  return { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}

export const base64 = (text: string) => Buffer.from(text).toString('base64')
