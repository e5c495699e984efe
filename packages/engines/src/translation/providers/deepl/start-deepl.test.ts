import { afterEach, describe, expect, test } from 'vitest'
import { defaultEngineSettings } from '../../../runtime.ts'
import { type FakeServer, type ReceivedRequest, sendJson, startFakeServer } from '../fake-server.fixture.ts'
import { startDeepl } from './start-deepl.ts'

let server: FakeServer
afterEach(() => server?.close())
const signal = () => new AbortController().signal

async function connect(
  respondToTranslate: (received: ReceivedRequest) => [unknown, number?],
  languages: readonly string[] | undefined = ['EN', 'DE', 'PT', 'ZH', 'HI', 'NL'],
) {
  server = await startFakeServer((received, response) => {
    if (!received.path.startsWith('/v2/languages')) return sendJson(response, ...respondToTranslate(received))
    if (languages === undefined) return sendJson(response, {}, 500)
    sendJson(
      response,
      languages.map(language => ({ language, name: language })),
    )
  })
  const translation = { ...defaultEngineSettings.translation, deepl: { url: server.url, key: 'k:fx' } }
  const provider = await startDeepl({ ...defaultEngineSettings, translation, warn: () => {} }, [1, 1])
  if (provider === undefined) throw new Error('it was not started')
  return provider
}

const shout = ({ body }: ReceivedRequest): [unknown] => [
  { translations: JSON.parse(body).text.map((text: string) => ({ text: text.toUpperCase() })) },
]
const translateCalls = () => server.received.filter(({ path }) => path === '/v2/translate')

describe('DeepL', () => {
  test('offers all pairs of its languages', async () => {
    const provider = await connect(shout)
    expect(provider.pairs()).toHaveLength(5 * 4)
    expect(provider.pairs()[0]).toMatchObject({ quality: 'good', downloadBytes: null })
  })

  test('assumes the default languages if they cannot be fetched', async () => {
    server = await startFakeServer((_, response) => sendJson(response, {}, 500))
    const translation = { ...defaultEngineSettings.translation, deepl: { url: server.url, key: 'k' } }
    const provider = await startDeepl({ ...defaultEngineSettings, translation, warn: () => {} })
    expect(provider?.pairs()).toHaveLength(11 * 10)
    expect(provider?.pairs().some(({ to }) => to === 'hi')).toBe(false)
  })

  test.each([
    ['de', 'en', 'DE', 'EN-US'],
    ['en', 'pt', 'EN', 'PT-BR'],
    ['en', 'zh', 'EN', 'ZH-HANS'],
    ['zh', 'de', 'ZH', 'DE'],
  ] as const)('requests %s to %s as %s to %s', async (from, to, source, target) => {
    const provider = await connect(shout)
    expect(await provider.translate(['a'], { from, to }, signal())).toEqual(['A'])
    const [call] = translateCalls()
    expect(JSON.parse(call?.body ?? '')).toMatchObject({
      text: ['a'],
      source_lang: source,
      target_lang: target,
    })
    expect(call?.headers.authorization).toBe('DeepL-Auth-Key k:fx')
  })

  test('sends at most 50 sentences per request', async () => {
    const provider = await connect(shout)
    const sentences = Array.from({ length: 120 }, (_, index) => `s${index}`)
    const translated = await provider.translate(sentences, { from: 'en', to: 'de' }, signal())
    expect(translated).toEqual(sentences.map(sentence => sentence.toUpperCase()))
    expect(translateCalls().map(({ body }) => JSON.parse(body).text.length)).toEqual([50, 50, 20])
  })

  test.each([
    [403, 'refuses the key'],
    [456, 'used up'],
  ])('status %d is explained to the operator and not retried', async (status, reason) => {
    const provider = await connect(() => [{}, status])
    const error = await provider.translate(['a'], { from: 'en', to: 'de' }, signal()).catch(e => e)
    expect(error).toMatchObject({ code: 'translation-failed' })
    expect(error.cause.message).toContain(reason)
    expect(translateCalls()).toHaveLength(1)
  })

  test('retries on overload', async () => {
    let calls = 0
    const provider = await connect(received => {
      calls += 1
      return calls === 1 ? [{}, 429] : shout(received)
    })
    expect(await provider.translate(['a'], { from: 'en', to: 'de' }, signal())).toEqual(['A'])
  })

  test('is not started without a key', async () => {
    expect(await startDeepl(defaultEngineSettings)).toBeUndefined()
  })
})
