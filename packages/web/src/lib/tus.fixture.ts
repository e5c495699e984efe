/** Test fixture: in-memory tus server behind a fake XMLHttpRequest. */

// Preloaded: the app loads it on demand, which would delay the first test.
import 'tus-js-client'
import type { ErrorCode } from '@filesmith/contract/errors'

export class FakeXhrBase {
  status = 0
  responseText = ''
  withCredentials = false
  readonly upload: { onprogress: ((event: unknown) => void) | null } = { onprogress: null }
  onload: (() => void) | null = null
  onerror: ((event: Event) => void) | null = null
  protected method = ''
  protected url = ''
  protected readonly requestHeaders = new Map<string, string>()
  private readonly responseHeaders = new Map<string, string>()

  open(method: string, url: string) {
    this.method = method
    this.url = url
  }

  setRequestHeader(name: string, value: string) {
    this.requestHeaders.set(name.toLowerCase(), value)
  }

  getResponseHeader(name: string) {
    return this.responseHeaders.get(name.toLowerCase()) ?? null
  }

  abort() {
    this.onload = null
    this.onerror = null
  }

  protected reply(status: number, headers: Record<string, string | number> = {}) {
    this.status = status
    for (const [name, value] of Object.entries(headers)) this.responseHeaders.set(name, String(value))
  }
}

interface Received {
  readonly id: string
  readonly fileName: string
  readonly purpose: string
  readonly sizeBytes: number
  offsetBytes: number
}

const state = {
  received: [] as Received[],
  deletedIds: [] as string[],
  /** Rejected file names with their responses. */
  refusals: new Map<string, { status: number; code: string; message: string }>(),
  /** Held responses, while holding. */
  held: undefined as (() => void)[] | undefined,
}

export const tusServer = {
  reset() {
    state.received = []
    state.deletedIds = []
    state.refusals.clear()
    state.held = undefined
  },
  received: () => state.received,
  deletedIds: () => state.deletedIds,
  refuse: (fileName: string, message: string, status = 415, code: ErrorCode = 'unknown-type') =>
    state.refusals.set(fileName, { status, code, message }),
  acceptAgain: (fileName: string) => state.refusals.delete(fileName),
  hold() {
    state.held = []
  },
  heldCount: () => state.held?.length ?? 0,
  /** Releases the oldest held responses; all by default. */
  release(count = Number.POSITIVE_INFINITY) {
    const waiting = state.held?.splice(0, count) ?? []
    if (count === Number.POSITIVE_INFINITY) state.held = undefined
    for (const answer of waiting) answer()
  },
}

export class FakeTusXhr extends FakeXhrBase {
  send(body?: Blob) {
    const answer = () => {
      this.answer(body?.size ?? 0)
      this.onload?.()
    }
    if (state.held && this.method !== 'DELETE') state.held.push(answer)
    else queueMicrotask(answer)
  }

  private answer(bodyBytes: number) {
    const id = this.url.split('/').at(-1) ?? ''
    if (this.method === 'DELETE') {
      state.deletedIds.push(id)
      return this.reply(204)
    }
    if (this.method === 'POST') return this.create(bodyBytes)
    const upload = state.received.find(known => known.id === id)
    if (!upload) return this.reply(404)
    upload.offsetBytes += bodyBytes
    this.reply(204, { 'upload-offset': upload.offsetBytes, 'upload-length': upload.sizeBytes })
  }

  private create(bodyBytes: number) {
    const pairs = (this.requestHeaders.get('upload-metadata') ?? '').split(',').map(pair => pair.split(' '))
    const metadata = new Map(pairs.map(([key = '', value = '']) => [key, decode(value)]))
    const fileName = metadata.get('filename') ?? ''
    const refusal = state.refusals.get(fileName)
    if (refusal !== undefined) {
      const { status, ...reply } = refusal
      this.responseText = JSON.stringify(reply)
      return this.reply(status)
    }
    const id = `u${state.received.length + 1}`
    const sizeBytes = Number(this.requestHeaders.get('upload-length'))
    const purpose = metadata.get('operation') ?? ''
    state.received.push({ id, fileName, purpose, sizeBytes, offsetBytes: bodyBytes })
    this.reply(201, { location: `/api/uploads/${id}`, 'upload-offset': bodyBytes })
  }
}

function decode(base64: string): string {
  return new TextDecoder().decode(Uint8Array.from(atob(base64), letter => letter.charCodeAt(0)))
}
