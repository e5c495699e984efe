import { expect, test } from 'vitest'
import { createSend } from './create-send.ts'

/** Answers one after the other, and notes what was asked. */
function answering(...answers: (() => Response)[]) {
  const asked: { url: string; headers: Headers; body: unknown }[] = []
  const send = createSend({
    server: 'https://files.example',
    key: 'fsk_1',
    fetch: async (url, init) => {
      asked.push({ url: String(url), headers: new Headers(init?.headers), body: init?.body })
      const next = answers.shift()
      if (next === undefined) throw new Error('nobody expected this call')
      return next()
    },
  })
  return { send, asked }
}

const ok = () => Response.json({ id: '1' })
const busy =
  (status: number, headers: Record<string, string> = {}) =>
  () =>
    Response.json({ code: 'busy', message: 'Later.' }, { status, headers })
const broken = () => {
  throw new TypeError('fetch failed')
}
const post = { method: 'POST', path: '/api/v1/jobs', json: { a: 1 }, answers: 'json' } as const

test('a call that is tried again carries the same key of its own, so that it is done once', async () => {
  const { send, asked } = answering(broken, busy(503, { 'retry-after': '0' }), ok)
  expect(await send(post)).toEqual({ id: '1' })
  const keys = asked.map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
  expect(asked[0]?.headers.get('authorization')).toBe('Bearer fsk_1')
})

test('two calls are two calls', async () => {
  const { send, asked } = answering(ok, ok)
  await send(post)
  await send(post)
  expect(asked[0]?.headers.get('idempotency-key')).not.toBe(asked[1]?.headers.get('idempotency-key'))
})

test.each([400, 401, 404, 422, 500])('%i is an answer and not tried again', async status => {
  const { send, asked } = answering(busy(status))
  await expect(send(post)).rejects.toMatchObject({ code: 'busy', message: 'Later.', status })
  expect(asked).toHaveLength(1)
})

test('what was read from a stream cannot be sent again', async () => {
  const { send, asked } = answering(broken)
  const body = new Blob(['x']).stream()
  await expect(send({ method: 'POST', path: '/x', body, answers: 'json' })).rejects.toMatchObject({
    code: 'server-unreachable',
  })
  expect(asked).toHaveLength(1)
})

test('waiting for another try ends at once when nobody wants it any more', async () => {
  const stop = new AbortController()
  const { send } = answering(() => {
    stop.abort(new Error('enough'))
    return busy(429, { 'retry-after': '60' })()
  })
  await expect(send({ ...post, signal: stop.signal })).rejects.toThrow('enough')
})

test('an answer that is not ours is said so', async () => {
  const { send } = answering(() => new Response('<html>', { status: 404 }))
  await expect(send(post)).rejects.toMatchObject({ code: 'not-filesmith', status: 404 })
})
