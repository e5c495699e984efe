import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RequestError } from './request.ts'
import { detectLanguage, translateText } from './translation-calls.ts'

const fetchStub = vi.fn<typeof fetch>()
beforeEach(() => {
  fetchStub.mockReset()
  vi.stubGlobal('fetch', fetchStub)
})
afterEach(() => vi.unstubAllGlobals())

const wanted = { text: 'Good day.', sourceLanguage: 'en', targetLanguage: 'es' } as const
const reply = { translatedText: 'Buenos días.', sourceLanguage: 'en', pair: null }
const eventOf = (event: object) => `data: ${JSON.stringify(event)}\n\n`

/** Sent in pieces of so many bytes, wherever these may cut. */
function streamOf(text: string, pieceBytes = text.length) {
  const bytes = new TextEncoder().encode(text)
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += pieceBytes)
        controller.enqueue(bytes.slice(at, at + pieceBytes))
      controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
}

test.each([1, 3, 7, 1000])(
  'a text comes piece by piece, whatever the network makes of the stream (%i bytes at a time)',
  async pieceBytes => {
    const sent = `: hello\n\n${eventOf({ type: 'text', text: 'Buenos ' })}${eventOf({ type: 'text', text: 'días.' })}${eventOf({ type: 'done', reply })}`
    fetchStub.mockResolvedValue(streamOf(sent, pieceBytes))
    const pieces: string[] = []
    await expect(translateText(wanted, { onText: text => pieces.push(text) })).resolves.toEqual(reply)
    expect(pieces).toEqual(['Buenos ', 'días.'])
    const [url, init] = fetchStub.mock.calls[0] ?? []
    expect(url).toBe('/api/translate/text')
    expect(init).toMatchObject({ method: 'POST', headers: { accept: 'text/event-stream' } })
    expect(JSON.parse(String(init?.body))).toEqual(wanted)
  },
)

test('line ends of another kind are understood', async () => {
  fetchStub.mockResolvedValue(streamOf(eventOf({ type: 'done', reply }).replaceAll('\n', '\r\n'), 2))
  await expect(translateText(wanted)).resolves.toEqual(reply)
})

test('a server that answers all at once is understood', async () => {
  fetchStub.mockResolvedValue(Response.json(reply))
  await expect(translateText(wanted)).resolves.toEqual(reply)
})

test('ALLOW-09 a refusal before, and a failure in the middle, carry the words of the server', async () => {
  const tooMany = { code: 'too-many-requests', message: 'Too many requests. Please wait a moment.' }
  fetchStub.mockResolvedValueOnce(Response.json(tooMany, { status: 429 }))
  await expect(translateText(wanted)).rejects.toMatchObject({
    status: 429,
    serverMessage: tooMany.message,
    code: 'too-many-requests',
  })
  const failed = { code: 'translation-failed', message: 'The translation service did not answer.' }
  fetchStub.mockResolvedValueOnce(
    streamOf(eventOf({ type: 'text', text: 'Bue' }) + eventOf({ type: 'failed', error: failed })),
  )
  const failure: unknown = await translateText(wanted).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(RequestError)
  expect(failure).toMatchObject({ serverMessage: failed.message, code: 'translation-failed' })
})

test('a stream that ends without an end is a failure, not a short translation', async () => {
  fetchStub.mockResolvedValue(streamOf(eventOf({ type: 'text', text: 'Bue' })))
  await expect(translateText(wanted)).rejects.toThrow('broke off')
})

test('whoever hangs up is heard by the server', async () => {
  const controller = new AbortController()
  fetchStub.mockImplementation(
    (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      }),
  )
  const translation = translateText(wanted, { signal: controller.signal })
  controller.abort()
  await expect(translation).rejects.toMatchObject({ name: 'AbortError' })
})

test('the language of a text is asked with its first part only', async () => {
  fetchStub.mockResolvedValue(Response.json({ language: 'fr' }))
  await expect(detectLanguage('é'.repeat(50_000))).resolves.toBe('fr')
  const sent = JSON.parse(String(fetchStub.mock.calls[0]?.[1]?.body)) as { text: string }
  expect(sent.text).toHaveLength(2000)
})
