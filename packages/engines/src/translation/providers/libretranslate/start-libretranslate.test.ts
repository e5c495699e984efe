import { afterEach, describe, expect, test } from 'vitest'
import { defaultEngineSettings } from '../../../runtime.ts'
import { type Asked, type StandInServer, sendJson, startStandIn } from '../stand-in-server.fixture.ts'
import { readLanguages, startLibreTranslate } from './start-libretranslate.ts'

let server: StandInServer
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
  answerTranslate: (asked: Asked) => [unknown, number?] | 'silence',
  key: string | null = null,
  timeoutMs = 10_000,
) {
  server = await startStandIn((asked, response) => {
    if (asked.path === '/base/languages') return sendJson(response, languages)
    const answer = answerTranslate(asked)
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

const shout = ({ body }: Asked): [unknown] => [
  { translatedText: JSON.parse(body).q.map((sentence: string) => sentence.toUpperCase()) },
]
const translateCalls = () => server.asked.filter(({ path }) => path === '/base/translate')

describe('a LibreTranslate server', () => {
  test('offers the pairs it names, as good ones', async () => {
    const provider = await connect(shout)
    expect(provider.pairs().map(({ from, to }) => `${from}-${to}`)).toEqual([
      'en-de',
      'en-zh',
      'de-en',
      'zh-en',
    ])
    expect(provider.pairs()[0]).toMatchObject({ quality: 'good', downloadBytes: null })
  })

  test('is asked under its own names, with the key', async () => {
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

  test('gets long lists in portions', async () => {
    const provider = await connect(shout)
    const sentences = Array.from({ length: 60 }, (_, index) => `sentence ${index}`)
    const translated = await provider.translate(sentences, { from: 'en', to: 'de' }, signal())
    expect(translated).toEqual(sentences.map(sentence => sentence.toUpperCase()))
    expect(translateCalls()).toHaveLength(3)
  })

  test.each([429, 500, 503])('is asked again when it answers %d', async status => {
    let calls = 0
    const provider = await connect(asked => {
      calls += 1
      return calls < 3 ? [{ error: 'busy' }, status] : shout(asked)
    })
    expect(await provider.translate(['a'], { from: 'en', to: 'de' }, signal())).toEqual(['A'])
  })

  test('fails after the third time, with the status for the operator', async () => {
    const provider = await connect(() => [{ error: 'busy' }, 503])
    const error = await provider.translate(['a'], { from: 'en', to: 'de' }, signal()).catch(e => e)
    expect(error).toMatchObject({ code: 'translation-failed' })
    expect(error.cause.message).toContain('503')
    expect(translateCalls()).toHaveLength(3)
  })

  test('is not asked again when it refuses the key', async () => {
    const provider = await connect(() => [{ error: 'Invalid API key' }, 403])
    const error = await provider.translate(['a'], { from: 'en', to: 'de' }, signal()).catch(e => e)
    expect(error.cause.message).toContain('refuses the key')
    expect(translateCalls()).toHaveLength(1)
  })

  test('that never answers is given up', async () => {
    const provider = await connect(() => 'silence', null, 100)
    await expect(provider.translate(['a'], { from: 'en', to: 'de' }, signal())).rejects.toMatchObject({
      code: 'translation-failed',
    })
  })

  test('is left alone when the user cancels', async () => {
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
  ])('that answers %s is not believed', async (_, answer) => {
    const provider = await connect(() => [answer])
    await expect(provider.translate(['a', 'b'], { from: 'en', to: 'de' }, signal())).rejects.toMatchObject({
      code: 'translation-failed',
    })
  })

  test('that is not there offers nothing, and the operator is told', async () => {
    const libreTranslate = { url: 'http://127.0.0.1:9', key: null }
    const translation = { ...defaultEngineSettings.translation, libreTranslate }
    const told: string[] = []
    const settings = { ...defaultEngineSettings, translation, warn: (message: string) => told.push(message) }
    const provider = await startLibreTranslate(settings)
    expect(provider?.pairs()).toEqual([])
    expect(told.join()).toContain('LibreTranslate')
  })

  test('of an older kind names no targets: every language is one', () => {
    const known = readLanguages([{ code: 'en' }, { code: 'zh' }])
    expect(known.get('en')).toEqual({ name: 'en', targets: ['en', 'zh'] })
    expect(known.get('zh')?.name).toBe('zh')
  })
})
