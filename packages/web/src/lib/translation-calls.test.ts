import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RequestError } from './request.ts'
import { detectLanguage, translateText } from './translation-calls.ts'

const fetchStub = vi.fn<typeof fetch>()
beforeEach(() => {
  fetchStub.mockReset()
  vi.stubGlobal('fetch', fetchStub)
})
afterEach(() => vi.unstubAllGlobals())

const translationRequest = { text: 'Good day.', sourceLanguage: 'en', targetLanguage: 'es' } as const
const reply = { translatedText: 'Buenos días.', sourceLanguage: 'en', pair: null, untranslated: [] }
const eventOf = (event: object) => `data: ${JSON.stringify(event)}\n\n`

/** Streams the text in chunks of `chunkBytes`, which may split characters. */
function streamOf(text: string, chunkBytes = text.length) {
  const bytes = new TextEncoder().encode(text)
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += chunkBytes)
        controller.enqueue(bytes.slice(at, at + chunkBytes))
      controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
}

test.each([1, 3, 7, 1000])(
  'translateText: reads the streamed text in chunks of %i bytes',
  async chunkBytes => {
    const sent = `: hello\n\n${eventOf({ type: 'text', text: 'Buenos ' })}${eventOf({ type: 'text', text: 'días.' })}${eventOf({ type: 'done', reply })}`
    fetchStub.mockResolvedValue(streamOf(sent, chunkBytes))
    const chunks: string[] = []
    await expect(translateText(translationRequest, { onText: text => chunks.push(text) })).resolves.toEqual(
      reply,
    )
    expect(chunks).toEqual(['Buenos ', 'días.'])
    const [url, init] = fetchStub.mock.calls[0] ?? []
    expect(url).toBe('/api/translate/text')
    expect(init).toMatchObject({ method: 'POST', headers: { accept: 'text/event-stream' } })
    expect(JSON.parse(String(init?.body))).toEqual(translationRequest)
  },
)

test('translateText: accepts CRLF line endings', async () => {
  fetchStub.mockResolvedValue(streamOf(eventOf({ type: 'done', reply }).replaceAll('\n', '\r\n'), 2))
  await expect(translateText(translationRequest)).resolves.toEqual(reply)
})

test('translateText: accepts a plain JSON response', async () => {
  fetchStub.mockResolvedValue(Response.json(reply))
  await expect(translateText(translationRequest)).resolves.toEqual(reply)
})

test('ALLOW-09 translateText: a rejection and a failure in the stream carry the message of the server', async () => {
  const tooMany = { code: 'too-many-requests', message: 'Too many requests. Please wait a moment.' }
  fetchStub.mockResolvedValueOnce(Response.json(tooMany, { status: 429 }))
  await expect(translateText(translationRequest)).rejects.toMatchObject({
    status: 429,
    serverMessage: tooMany.message,
    code: 'too-many-requests',
  })
  const failed = { code: 'translation-failed', message: 'The translation service did not respond.' }
  fetchStub.mockResolvedValueOnce(
    streamOf(eventOf({ type: 'text', text: 'Bue' }) + eventOf({ type: 'failed', error: failed })),
  )
  const failure: unknown = await translateText(translationRequest).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(RequestError)
  expect(failure).toMatchObject({ serverMessage: failed.message, code: 'translation-failed' })
})

test('translateText: rejects a stream that ends without a final event', async () => {
  fetchStub.mockResolvedValue(streamOf(eventOf({ type: 'text', text: 'Bue' })))
  await expect(translateText(translationRequest)).rejects.toThrow('broke off')
})

test('translateText: aborts the request', async () => {
  const controller = new AbortController()
  fetchStub.mockImplementation(
    (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      }),
  )
  const translation = translateText(translationRequest, { signal: controller.signal })
  controller.abort()
  await expect(translation).rejects.toMatchObject({ name: 'AbortError' })
})

test('detectLanguage: sends the first 2000 characters only', async () => {
  fetchStub.mockResolvedValue(Response.json({ language: 'fr' }))
  await expect(detectLanguage('é'.repeat(50_000))).resolves.toBe('fr')
  const sent = JSON.parse(String(fetchStub.mock.calls[0]?.[1]?.body)) as { text: string }
  expect(sent.text).toHaveLength(2000)
})
