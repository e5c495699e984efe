/** Visitor whose browser retries broken connections and unavailable servers, and never accepts a truncated response. */

import { setTimeout as delay } from 'node:timers/promises'
import { isFinished } from '@filesmith/contract/conversion-status'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { base64, createVisitor } from './visitor.ts'

export interface Journey {
  readonly result: Buffer
  readonly state: ConversionState
}

export interface RetryingVisitor {
  /** Upload in two chunks, conversion, events, download. */
  journey(bytes: Uint8Array, fields: Record<string, string>): Promise<Journey>
  /** Number of retries. */
  retries(): number
}

/** Statuses that browsers and upload clients retry: gateway errors, and 423 while another request writes the chunk. */
const retriedStatuses: ReadonlySet<number> = new Set([423, 502, 503, 504])
const maxTries = 60
const pauseMs = 250

export function createRetryingVisitor(baseUrl: string): RetryingVisitor {
  const visitor = createVisitor(baseUrl)
  let retries = 0

  /** fetch reports a broken connection as TypeError, also in the middle of a body. */
  async function retry<Answer>(attempt: () => Promise<Answer | undefined>): Promise<Answer> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      try {
        const answer = await attempt()
        if (answer !== undefined) return answer
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
      }
      retries += 1
      await delay(pauseMs)
    }
    throw new Error('out of retries')
  }

  const ask = (path: string, init?: RequestInit) =>
    retry(async () => {
      const response = await visitor.fetch(path, init)
      const body = Buffer.from(await response.arrayBuffer())
      if (retriedStatuses.has(response.status)) return undefined
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${body}`)
      return { headers: response.headers, body }
    })

  async function upload(bytes: Uint8Array): Promise<string> {
    const tus = { 'tus-resumable': '1.0.0' }
    const created = await ask('/api/uploads', {
      method: 'POST',
      headers: {
        ...tus,
        'upload-length': String(bytes.length),
        'upload-metadata': `filename ${base64('a.jpg')}`,
      },
    })
    const url = created.headers.get('location') ?? ''
    const half = Math.ceil(bytes.length / 2)
    await retry(async () => {
      const { headers } = await ask(url, { method: 'HEAD', headers: tus })
      const offset = Number(headers.get('upload-offset'))
      if (offset === bytes.length) return true
      const sent = await visitor.fetch(url, {
        method: 'PATCH',
        headers: {
          ...tus,
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
        },
        body: bytes.slice(offset, offset + half) as Uint8Array<ArrayBuffer>,
      })
      const reply = await sent.text()
      // 409: the server received more than the previous response reported.
      if (!sent.ok && sent.status !== 409 && !retriedStatuses.has(sent.status))
        throw new Error(`PATCH answered ${sent.status}: ${reply}`)
      if (sent.ok) retries -= 1
      return undefined
    })
    return url.split('/').at(-1) ?? ''
  }

  function follow(eventsUrl: string): Promise<ConversionState> {
    return retry(async () => {
      const { body } = await ask(eventsUrl)
      const [last] = [...body.toString().matchAll(/^data: (.*)$/gm)].slice(-1)
      const state = last && (JSON.parse(last[1] ?? '') as ConversionState)
      return state && isFinished(state.status) ? state : undefined
    })
  }

  return {
    retries: () => retries,
    async journey(bytes, fields) {
      const uploadId = await upload(bytes)
      const accepted = await ask('/api/convert/image', {
        method: 'POST',
        headers: { 'content-type': 'application/json', prefer: 'respond-async' },
        body: JSON.stringify({ uploadId, ...fields }),
      })
      const { id, eventsUrl } = JSON.parse(accepted.body.toString())
      const state = await follow(eventsUrl)
      if (state.status !== 'succeeded') throw new Error(`the conversion ended as ${JSON.stringify(state)}`)
      return { state, result: (await ask(`/api/download/${id}`)).body }
    },
  }
}
