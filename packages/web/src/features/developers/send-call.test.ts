import { afterEach, expect, test, vi } from 'vitest'
import { type CallResponse, prepareCall, sendCall } from './try-it.tsx'
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

test('prepareCall: fills path, query and header parameters and sends the key without cookies', () => {
  const values = { id: 'a/b', limit: '5', 'Idempotency-Key': 'mine' }
  expect(prepareCall(call, values, 'fsk_1', undefined)).toEqual({
    url: '/api/v1/things/a%2Fb?limit=5',
    init: {
      method: 'GET',
      credentials: 'omit',
      headers: { authorization: 'Bearer fsk_1', 'Idempotency-Key': 'mine' },
    },
  })
  expect(prepareCall(call, { id: '1' }, 'fsk_1', '{}')).toMatchObject({
    url: '/api/v1/things/1',
    init: { body: '{}', headers: { 'content-type': 'application/json' } },
  })
})

async function responsesTo(response: Response): Promise<CallResponse[]> {
  vi.stubGlobal('fetch', async () => response)
  const received: CallResponse[] = []
  await sendCall({ url: '/', init: {} }, response => received.push(response), new AbortController().signal)
  return received
}

test('sendCall: formats JSON and reports the status', async () => {
  const [response] = await responsesTo(Response.json({ a: 1 }, { status: 201 }))
  expect(response).toMatchObject({ status: 201, body: '{\n  "a": 1\n}' })
})

test('sendCall: reports events as they arrive and returns binary bodies as a Blob', async () => {
  const encoder = new TextEncoder()
  const events = new ReadableStream({
    start(controller) {
      for (const text of ['data: 1\n\n', 'data: 2\n\n']) controller.enqueue(encoder.encode(text))
      controller.close()
    },
  })
  const received = await responsesTo(
    new Response(events, { headers: { 'content-type': 'text/event-stream' } }),
  )
  expect(received.at(-1)?.body).toBe('data: 1\n\ndata: 2\n\n')
  const [file] = await responsesTo(new Response('bytes', { headers: { 'content-type': 'image/png' } }))
  expect(file?.body).toBeInstanceOf(Blob)
})
