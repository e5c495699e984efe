/**
 * Customer of the chaos test: retries every failed request at a random web process and records what the server
 * accepted.
 */
import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { BatchState } from '@filesmith/contract/schemas/batch'
import type { AcceptedReply, ConversionState } from '@filesmith/contract/schemas/conversion'
import { createCookieJar } from '../../support/cookie-jar.ts'
import { base64 } from '../../support/visitor.ts'
import type { JobRequest, UploadedFile } from './job-kinds.ts'
import type { SeededRandom } from './seeded-random.ts'

export interface AcceptedJob {
  readonly job: JobRequest
  /** Id of the conversion, or of each conversion of a batch. */
  readonly ids: readonly string[]
  wasCanceled: boolean
}

export interface Observations {
  readonly acceptedJobs: AcceptedJob[]
  /** SHA-256 sums of completed downloads by conversion id. */
  readonly downloads: Map<string, Set<string>>
  readonly violations: string[]
  readonly answers: Map<string, number>
}

export interface Customer {
  call(path: string, init?: RequestInit): Promise<Response>
  /** Undefined when the allowance is used up. */
  submit(job: JobRequest): Promise<AcceptedJob | undefined>
  awaitAndFetch(accepted: AcceptedJob): Promise<void>
  download(id: string, state: ConversionState): Promise<Buffer | undefined>
}

const requestTimeoutMs = 12_000
const retryMs = 250
const tusHeaders = { 'tus-resumable': '1.0.0' }

export function createCustomer(
  baseUrls: readonly string[],
  random: SeededRandom,
  observations: Observations,
  signal: AbortSignal,
): Customer {
  const cookies = createCookieJar()

  async function call(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (cookies.size > 0) headers.set('cookie', cookies.header())
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutMs)])
    const response = await fetch(new URL(path, random.pick(baseUrls)), { ...init, headers, signal: timeout })
    if (!cookies.size) cookies.keep(response)
    return response
  }

  /** Retries until there is an answer or a final refusal. */
  async function retryUntilAnswered<Answer>(request: () => Promise<Answer | undefined>): Promise<Answer> {
    for (;;) {
      signal.throwIfAborted()
      const answer = await request().catch(error => {
        count(error instanceof RefusedError ? error.message : 'connection lost')
        if (error instanceof RefusedError && error.isFinal) throw error
        return undefined
      })
      if (answer !== undefined) return answer
      await delay(retryMs, undefined, { signal })
    }
  }

  const count = (what: string) => observations.answers.set(what, (observations.answers.get(what) ?? 0) + 1)

  async function json<Body>(response: Response): Promise<Body> {
    if (response.ok) return (await response.json()) as Body
    throw new RefusedError(response.status, ((await response.json()) as { code?: string }).code ?? '')
  }

  /** Randomly sends the file in two parts, so that another web process has to continue the upload. */
  async function upload(file: UploadedFile, purpose: string): Promise<string> {
    const half = random.next() < 0.3 ? Math.floor(file.bytes.length / 2) : file.bytes.length
    const id = await retryUntilAnswered(async () => {
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
    await retryUntilAnswered(async () => {
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
    const batch = await retryUntilAnswered(async () =>
      json<BatchState>(await call(`/api/batches/${accepted.id}`)),
    )
    return batch.files.map(file => file.id)
  }

  return {
    call,

    async submit(job) {
      const uploadIds: string[] = []
      for (const file of job.files) uploadIds.push(await upload(file, job.purpose))
      const files = uploadIds.map((uploadId, index) => ({ uploadId, path: job.files[index]?.name }))
      const body = { ...job.fields, ...(job.files.length > 1 ? { files } : { uploadId: uploadIds[0] }) }
      try {
        const accepted = await retryUntilAnswered(async () =>
          json<AcceptedReply>(
            await call(job.path, {
              method: 'POST',
              headers: { 'content-type': 'application/json', prefer: 'respond-async' },
              body: JSON.stringify(body),
            }),
          ),
        )
        const acceptedJob: AcceptedJob = { job, ids: await idsOf(accepted, job.isBatch), wasCanceled: false }
        observations.acceptedJobs.push(acceptedJob)
        return acceptedJob
      } catch (error) {
        if (error instanceof RefusedError && error.isFinal) return undefined
        throw error
      }
    },

    async awaitAndFetch(accepted) {
      for (const id of accepted.ids) {
        if (!accepted.job.isBatch && random.next() < 0.06) {
          accepted.wasCanceled = true
          await retryUntilAnswered(
            async () => (await call(`/api/conversions/${id}`, { method: 'DELETE' })).ok || undefined,
          )
          return
        }
        const state = await retryUntilAnswered(async () => {
          const now = await json<ConversionState>(await call(`/api/conversions/${id}`))
          return now.status === 'queued' || now.status === 'running' ? undefined : now
        })
        if (state.status === 'succeeded') await this.download(id, state)
      }
    },

    async download(id, state) {
      const bytes = await retryUntilAnswered(async () => {
        const response = await call(`/api/download/${id}`)
        if (!response.ok) await json(response)
        const declared = response.headers.get('content-length')
        const body = Buffer.from(await response.arrayBuffer())
        // To the client this download looks complete.
        if (body.length !== state.resultSize || declared !== String(state.resultSize))
          observations.violations.push(
            `download of ${id}: ${body.length} bytes of ${state.resultSize} looked complete`,
          )
        return body
      })
      const sums = observations.downloads.get(id) ?? new Set()
      observations.downloads.set(id, sums.add(createHash('sha256').update(bytes).digest('hex')))
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
