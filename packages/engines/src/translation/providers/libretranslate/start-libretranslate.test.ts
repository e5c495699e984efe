import { afterEach, describe, expect, test } from 'vitest'
import { defaultEngineSettings } from '../../../runtime.ts'
import { type FakeServer, type ReceivedRequest, sendJson, startFakeServer } from '../fake-server.fixture.ts'
import { readLanguages, startLibreTranslate } from './start-libretranslate.ts'

let server: FakeServer
afterEach(() => server?.close())

const languages = [
  { code: 'en', name: 'English', targets: ['de', 'zh-Hans', 'en'] },
  { code: 'de', name: 'German', targets: ['en', 'de'] },
  { code: 'zh-Hans', name: 'Chinese', targets: ['en'] },
  { code: 'nl', name: 'Dutch', targets: ['en'] },
]
const signal = () => new AbortController().signal
const warnings: string[] = []

async function connect(
  respondToTranslate: (received: ReceivedRequest) => [unknown, number?] | 'silence',
  key: string | null = null,
  timeoutMs = 10_000,
) {
  server = await startFakeServer((received, response) => {
    if (received.path === '/base/languages') return sendJson(response, languages)
    const answer = respondToTranslate(received)
    if (answer !== 'silence') sendJson(response, ...answer)
  })
  const libreTranslate = { url: `${server.url}/base/`, key }
  const translation = { ...defaultEngineSettings.translation, libreTranslate, timeoutMs }
  const settings = {
    ...defaultEngineSettings,
    translation,
    warn: (message: string) => warnings.push(message),
  }
  const provider = await startLibreTranslate(settings, [1, 1])
  if (provider === undefined) throw new Error('it was not started')
  return provider
}

const shout = ({ body }: ReceivedRequest): [unknown] => [
  { translatedText: JSON.parse(body).q.map((sentence: string) => sentence.toUpperCase()) },
]
const translateCalls = () => server.received.filter(({ path }) => path === '/base/translate')

describe('LibreTranslate', () => {
  test('offers the listed pairs with good quality', async () => {
    const provider = await connect(shout)
    expect(provider.pairs().map(({ from, to }) => `${from}-${to}`)).toEqual([
      'en-de',
      'en-zh',
      'de-en',
      'zh-en',
    ])
    expect(provider.pairs()[0]).toMatchObject({ quality: 'good', downloadBytes: null })
  })

  test('uses the language names of the server and sends the key', async () => {
    const provider = await connect(shout, 'secret')
    expect(await provider.translate(['a', 'b'], { from: 'en', to: 'zh' }, signal())).toEqual(['A', 'B'])
    expect(JSON.parse(translateCalls()[0]?.body ?? '')).toEqual({
      q: ['a', 'b'],
      source: 'en',
      target: 'zh-Hans',
      format: 'text',
      api_key: 'secret',
    })
  })

  test('sends long lists in batches', async () => {
    const provider = await connect(shout)
    const sentences = Array.from({ length: 60 }, (_, index) => `sentence ${index}`)
    const translated = await provider.translate(sentences, { from: 'en', to: 'de' }, signal())
    expect(translated).toEqual(sentences.map(sentence => sentence.toUpperCase()))
    expect(translateCalls()).toHaveLength(3)
  })

  test.each([429, 500, 503])('retries after status %d', async status => {
    let calls = 0
    const provider = await connect(received => {
      calls += 1
      return calls < 3 ? [{ error: 'busy' }, status] : shout(received)
    })
    expect(await provider.translate(['a'], { from: 'en', to: 'de' }, signal())).toEqual(['A'])
  })

  test('fails after the third attempt and reports the status', async () => {
    const provider = await connect(() => [{ error: 'busy' }, 503])
    const error = await provider.translate(['a'], { from: 'en', to: 'de' }, signal()).catch(e => e)
    expect(error).toMatchObject({ code: 'translation-failed' })
    expect(error.cause.message).toContain('503')
    expect(translateCalls()).toHaveLength(3)
  })

  test('does not retry a rejected key', async () => {
    const provider = await connect(() => [{ error: 'Invalid API key' }, 403])
    const error = await provider.translate(['a'], { from: 'en', to: 'de' }, signal()).catch(e => e)
    expect(error.cause.message).toContain('refuses the key')
    expect(translateCalls()).toHaveLength(1)
  })

  test('times out if the server does not respond', async () => {
    const provider = await connect(() => 'silence', null, 100)
    await expect(provider.translate(['a'], { from: 'en', to: 'de' }, signal())).rejects.toMatchObject({
      code: 'translation-failed',
    })
  })

  test('does not retry after a cancellation', async () => {
    const canceling = new AbortController()
    const provider = await connect(() => {
      canceling.abort()
      return 'silence'
    })
    await expect(provider.translate(['a'], { from: 'en', to: 'de' }, canceling.signal)).rejects.toMatchObject(
      { code: 'cancelled' },
    )
    expect(translateCalls()).toHaveLength(1)
  })

  test.each([
    ['too few sentences', { translatedText: ['A'] }],
    ['no list', { translatedText: 'A' }],
    ['nothing', {}],
  ])('rejects a response with %s', async (_, answer) => {
    const provider = await connect(() => [answer])
    await expect(provider.translate(['a', 'b'], { from: 'en', to: 'de' }, signal())).rejects.toMatchObject({
      code: 'translation-failed',
    })
  })

  test('offers no pairs and logs a warning if the server is unreachable', async () => {
    const libreTranslate = { url: 'http://127.0.0.1:9', key: null }
    const translation = { ...defaultEngineSettings.translation, libreTranslate }
    const logged: string[] = []
    const settings = {
      ...defaultEngineSettings,
      translation,
      warn: (message: string) => logged.push(message),
    }
    const provider = await startLibreTranslate(settings)
    expect(provider?.pairs()).toEqual([])
    expect(logged.join()).toContain('LibreTranslate')
  })

  test('readLanguages: assumes all targets if an older server lists none', () => {
    const known = readLanguages([{ code: 'en' }, { code: 'zh' }])
    expect(known.get('en')).toEqual({ name: 'en', targets: ['en', 'zh'] })
    expect(known.get('zh')?.name).toBe('zh')
  })
})
