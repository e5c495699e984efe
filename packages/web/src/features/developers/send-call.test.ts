import { afterEach, expect, test, vi } from 'vitest'
import { type Answer, fillCall, sendCall } from './send-call.ts'
import type { DescribedCall } from './use-api-description.ts'

const call: DescribedCall = {
  operationId: 'getThing',
  summary: 'A thing',
  tags: ['Things'],
  security: [],
  responses: {},
  method: 'get',
  path: '/api/v1/things/{id}',
  parameters: [
    { name: 'id', in: 'path', required: true, schema: {} },
    { name: 'limit', in: 'query', required: false, schema: {} },
    { name: 'Idempotency-Key', in: 'header', required: false, schema: {} },
  ],
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test('what was typed goes to its place in the call, and the key without cookies', () => {
  const typed = { id: 'a/b', limit: '5', 'Idempotency-Key': 'mine' }
  expect(fillCall(call, typed, 'fsk_1', undefined)).toEqual({
    url: '/api/v1/things/a%2Fb?limit=5',
    init: {
      method: 'GET',
      credentials: 'omit',
      headers: { authorization: 'Bearer fsk_1', 'Idempotency-Key': 'mine' },
    },
  })
  expect(fillCall(call, { id: '1' }, 'fsk_1', '{}')).toMatchObject({
    url: '/api/v1/things/1',
    init: { body: '{}', headers: { 'content-type': 'application/json' } },
  })
})

async function answersTo(response: Response): Promise<Answer[]> {
  vi.stubGlobal('fetch', async () => response)
  const heard: Answer[] = []
  await sendCall({ url: '/', init: {} }, answer => heard.push(answer), new AbortController().signal)
  return heard
}

test('JSON is shown indented, with the status', async () => {
  const [answer] = await answersTo(Response.json({ a: 1 }, { status: 201 }))
  expect(answer).toMatchObject({ status: 201, body: '{\n  "a": 1\n}' })
})

test('events are told as they come, and bytes are kept as a file', async () => {
  const encoder = new TextEncoder()
  const events = new ReadableStream({
    start(controller) {
      for (const text of ['data: 1\n\n', 'data: 2\n\n']) controller.enqueue(encoder.encode(text))
      controller.close()
    },
  })
  const heard = await answersTo(new Response(events, { headers: { 'content-type': 'text/event-stream' } }))
  expect(heard.at(-1)?.body).toBe('data: 1\n\ndata: 2\n\n')
  const [file] = await answersTo(new Response('bytes', { headers: { 'content-type': 'image/png' } }))
  expect(file?.body).toBeInstanceOf(Blob)
})
