import { expect, test } from 'vitest'
import { createSend } from './filesmith.ts'

/** Sends through a fake `fetch` that returns the given responses in order and records the requests. */
function sendWith(...responses: (() => Response)[]) {
  return sendTo('https://files.example', ...responses)
}

function sendTo(server: string, ...responses: (() => Response)[]) {
  const requests: { url: string; headers: Headers; body: unknown }[] = []
  const send = createSend({
    server,
    key: 'fsk_1',
    fetch: async (url, init) => {
      requests.push({ url: String(url), headers: new Headers(init?.headers), body: init?.body })
      const next = responses.shift()
      if (next === undefined) throw new Error('unexpected request')
      return next()
    },
  })
  return { send, requests }
}

const ok = () => Response.json({ id: '1' })
const busy =
  (status: number, headers: Record<string, string> = {}) =>
  () =>
    Response.json({ code: 'busy', message: 'Later.' }, { status, headers })
const networkError = () => {
  throw new TypeError('fetch failed')
}
const post = { method: 'POST', path: '/api/v1/jobs', json: { a: 1 }, answers: 'json' } as const

test('createSend: retries carry the same Idempotency-Key', async () => {
  const { send, requests } = sendWith(networkError, busy(503, { 'retry-after': '0' }), ok)
  expect(await send(post)).toEqual({ id: '1' })
  const keys = requests.map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer fsk_1')
})

test('createSend: separate calls have different Idempotency-Keys', async () => {
  const { send, requests } = sendWith(ok, ok)
  await send(post)
  await send(post)
  expect(requests[0]?.headers.get('idempotency-key')).not.toBe(requests[1]?.headers.get('idempotency-key'))
})

test.each([400, 401, 404, 422, 500])('createSend: does not retry status %i', async status => {
  const { send, requests } = sendWith(busy(status))
  await expect(send(post)).rejects.toMatchObject({ code: 'busy', message: 'Later.', status })
  expect(requests).toHaveLength(1)
})

test('createSend: does not retry a streamed body', async () => {
  const { send, requests } = sendWith(networkError)
  const body = new Blob(['x']).stream()
  await expect(send({ method: 'POST', path: '/x', body, answers: 'json' })).rejects.toMatchObject({
    code: 'server-unreachable',
  })
  expect(requests).toHaveLength(1)
})

test('createSend: aborting ends the wait before a retry', async () => {
  const controller = new AbortController()
  const { send } = sendWith(() => {
    controller.abort(new Error('enough'))
    return busy(429, { 'retry-after': '60' })()
  })
  await expect(send({ ...post, signal: controller.signal })).rejects.toThrow('enough')
})

test('createSend: reports a response that is not from Filesmith as not-filesmith', async () => {
  const { send } = sendWith(() => new Response('<html>', { status: 404 }))
  await expect(send(post)).rejects.toMatchObject({ code: 'not-filesmith', status: 404 })
})

test.each([
  ['https://home.example', 'https://home.example/api/v1/jobs'],
  ['https://home.example/', 'https://home.example/api/v1/jobs'],
  ['https://home.example/files', 'https://home.example/files/api/v1/jobs'],
  ['https://home.example/files/', 'https://home.example/files/api/v1/jobs'],
])('createSend: calls are below the path of the server %s', async (server, url) => {
  const { send, requests } = sendTo(server, ok)
  await send(post)
  expect(requests[0]?.url).toBe(url)
})
