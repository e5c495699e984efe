/** Somebody who goes on in a storm: asks again whatever breaks off, at another web, and writes down what was promised. */
import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { BatchState } from '@filesmith/contract/schemas/batch'
import type { AcceptedReply, ConversionState } from '@filesmith/contract/schemas/conversion'
import { createCookieJar } from '../../support/cookie-jar.ts'
import { base64 } from '../../support/visitor.ts'
import type { SentFile, WantedJob } from './job-kinds.ts'
import type { SeededRandom } from './seeded-random.ts'

export interface Promised {
  readonly job: WantedJob
  /** Of the conversion, or of each one of a batch. */
  readonly ids: readonly string[]
  wasCanceled: boolean
}

export interface Notebook {
  readonly promised: Promised[]
  /** What was seen at downloads that ended well, by conversion: their sums. */
  readonly downloads: Map<string, Set<string>>
  readonly violations: string[]
  readonly answers: Map<string, number>
}

export interface Customer {
  call(path: string, init?: RequestInit): Promise<Response>
  /** Undefined when the allowance is used up. */
  ask(job: WantedJob): Promise<Promised | undefined>
  awaitAndFetch(promised: Promised): Promise<void>
  download(id: string, state: ConversionState): Promise<Buffer | undefined>
}

const patienceMs = 12_000
const retryMs = 250
const tusHeaders = { 'tus-resumable': '1.0.0' }

export function createCustomer(
  baseUrls: readonly string[],
  random: SeededRandom,
  notebook: Notebook,
  signal: AbortSignal,
): Customer {
  const cookies = createCookieJar()

  async function call(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (cookies.size > 0) headers.set('cookie', cookies.header())
    const patience = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
    const response = await fetch(new URL(path, random.pick(baseUrls)), { ...init, headers, signal: patience })
    if (!cookies.size) cookies.keep(response)
    return response
  }

  /** Until there is an answer that asking again would not change. */
  async function insist<Answer>(ask: () => Promise<Answer | undefined>): Promise<Answer> {
    for (;;) {
      signal.throwIfAborted()
      const answer = await ask().catch(error => {
        count(error instanceof RefusedError ? error.message : 'connection lost')
        if (error instanceof RefusedError && error.isFinal) throw error
        return undefined
      })
      if (answer !== undefined) return answer
      await delay(retryMs, undefined, { signal })
    }
  }

  const count = (what: string) => notebook.answers.set(what, (notebook.answers.get(what) ?? 0) + 1)

  async function json<Body>(response: Response): Promise<Body> {
    if (response.ok) return (await response.json()) as Body
    throw new RefusedError(response.status, ((await response.json()) as { code?: string }).code ?? '')
  }

  /** In two halves when chance wants it, so that another web has to go on where the first one stopped. */
  async function upload(file: SentFile, purpose: string): Promise<string> {
    const half = random.next() < 0.3 ? Math.floor(file.bytes.length / 2) : file.bytes.length
    const id = await insist(async () => {
      const created = await call('/api/uploads', {
        method: 'POST',
        headers: {
          ...tusHeaders,
          'upload-length': String(file.bytes.length),
          'upload-metadata': `filename ${base64(file.name)},operation ${base64(purpose)}`,
          'content-type': 'application/offset+octet-stream',
        },
        body: new Uint8Array(file.bytes.subarray(0, half)),
      })
      if (created.status !== 201) await json(created)
      return created.headers.get('location')?.split('/').at(-1)
    })
    await insist(async () => {
      const found = await call(`/api/uploads/${id}`, { method: 'HEAD', headers: tusHeaders })
      if (!found.ok) throw new RefusedError(found.status, 'upload')
      const offset = Number(found.headers.get('upload-offset'))
      if (offset === file.bytes.length) return true
      const sent = await call(`/api/uploads/${id}`, {
        method: 'PATCH',
        headers: {
          ...tusHeaders,
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
        },
        body: new Uint8Array(file.bytes.subarray(offset)),
      })
      if (sent.status !== 204) await json(sent)
      return undefined
    })
    return id
  }

  async function idsOf(accepted: AcceptedReply, isBatch: boolean): Promise<string[]> {
    if (!isBatch) return [accepted.id]
    const batch = await insist(async () => json<BatchState>(await call(`/api/batches/${accepted.id}`)))
    return batch.files.map(file => file.id)
  }

  return {
    call,

    async ask(job) {
      const uploadIds: string[] = []
      for (const file of job.files) uploadIds.push(await upload(file, job.purpose))
      const files = uploadIds.map((uploadId, index) => ({ uploadId, path: job.files[index]?.name }))
      const body = { ...job.fields, ...(job.files.length > 1 ? { files } : { uploadId: uploadIds[0] }) }
      try {
        const accepted = await insist(async () =>
          json<AcceptedReply>(
            await call(job.path, {
              method: 'POST',
              headers: { 'content-type': 'application/json', prefer: 'respond-async' },
              body: JSON.stringify(body),
            }),
          ),
        )
        const promised: Promised = { job, ids: await idsOf(accepted, job.isBatch), wasCanceled: false }
        notebook.promised.push(promised)
        return promised
      } catch (error) {
        if (error instanceof RefusedError && error.isFinal) return undefined
        throw error
      }
    },

    async awaitAndFetch(promised) {
      for (const id of promised.ids) {
        if (!promised.job.isBatch && random.next() < 0.06) {
          promised.wasCanceled = true
          await insist(
            async () => (await call(`/api/conversions/${id}`, { method: 'DELETE' })).ok || undefined,
          )
          return
        }
        const state = await insist(async () => {
          const now = await json<ConversionState>(await call(`/api/conversions/${id}`))
          return now.status === 'queued' || now.status === 'running' ? undefined : now
        })
        if (state.status === 'succeeded') await this.download(id, state)
      }
    },

    async download(id, state) {
      const bytes = await insist(async () => {
        const response = await call(`/api/download/${id}`)
        if (!response.ok) await json(response)
        const declared = response.headers.get('content-length')
        const got = Buffer.from(await response.arrayBuffer())
        // Whoever gets here believes to have the whole file.
        if (got.length !== state.resultSize || declared !== String(state.resultSize))
          notebook.violations.push(
            `download of ${id}: ${got.length} bytes of ${state.resultSize} looked complete`,
          )
        return got
      })
      const sums = notebook.downloads.get(id) ?? new Set()
      notebook.downloads.set(id, sums.add(createHash('sha256').update(bytes).digest('hex')))
      return bytes
    },
  }
}

class RefusedError extends Error {
  readonly isFinal: boolean
  constructor(status: number, code: string) {
    super(`${status} ${code}`.trim())
    this.isFinal = status >= 400 && status < 500 && ![404, 408, 409, 423, 425].includes(status)
  }
}
