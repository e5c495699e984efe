import { afterEach, expect, test, vi } from 'vitest'
import { RequestError, request } from './request.ts'

afterEach(() => vi.unstubAllGlobals())

function answerWith(response: Response) {
  const fetchStub = vi.fn<typeof fetch>(async () => response)
  vi.stubGlobal('fetch', fetchStub)
  return fetchStub
}

async function errorOf(response: Response): Promise<RequestError> {
  answerWith(response)
  const error = await request('GET', '/api/thing').catch((thrown: unknown) => thrown)
  if (!(error instanceof RequestError)) throw new Error('expected a RequestError')
  return error
}

test('CALL-01 request: sends JSON with its content type', async () => {
  const fetchStub = answerWith(new Response('{}'))
  await request('POST', '/api/thing', { a: 1 })
  expect(fetchStub).toHaveBeenCalledWith(
    '/api/thing',
    expect.objectContaining({
      method: 'POST',
      body: '{"a":1}',
      headers: { 'content-type': 'application/json' },
    }),
  )
})

test('CALL-01 request: leaves the multipart content type of form data to the browser', async () => {
  const fetchStub = answerWith(new Response('{}'))
  const form = new FormData()
  form.set('quality', 'low')
  await request('POST', '/api/thing', form, { prefer: 'respond-async' })
  const init = fetchStub.mock.calls[0]?.[1]
  expect(init?.body).toBe(form)
  expect(init?.headers).toEqual({ prefer: 'respond-async' })
})

test('CALL-02 request: includes credentials with and without a body', async () => {
  const fetchStub = answerWith(new Response('{}'))
  await request('GET', '/api/thing')
  await request('POST', '/api/thing', {})
  for (const [, init] of fetchStub.mock.calls) expect(init?.credentials).toBe('include')
})

test('CALL-03 CALL-04 request: the error contains status and message of the server', async () => {
  const body = JSON.stringify({ code: 'file-missing', message: 'Please select a file first' })
  const error = await errorOf(new Response(body, { status: 400 }))
  expect(error.message).toBe('400: Please select a file first')
  expect(error.serverMessage).toBe('Please select a file first')
  expect(error.code).toBe('file-missing')
  expect(error.status).toBe(400)
})

test('CALL-03 request: the error contains the body text without a message', async () => {
  const error = await errorOf(new Response('Bad gateway, sorry', { status: 502, statusText: 'Bad Gateway' }))
  expect(error.message).toBe('502: Bad gateway, sorry')
  expect(error.serverMessage).toBeUndefined()
  expect(error.code).toBeUndefined()
})

test('CALL-03 request: the error contains the status text without a body', async () => {
  const error = await errorOf(new Response('', { status: 503, statusText: 'Service Unavailable' }))
  expect(error.message).toBe('503: Service Unavailable')
})
