import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { translateLines } from './use-line-translation.ts'

const fetchStub = vi.fn<typeof fetch>()
beforeEach(() => {
  fetchStub.mockReset()
  vi.stubGlobal('fetch', fetchStub)
})
afterEach(() => vi.unstubAllGlobals())

const languages = { sourceLanguage: 'en', targetLanguage: 'es' } as const
const textOf = (init: RequestInit | undefined): string => JSON.parse(String(init?.body)).text
const sent = () => fetchStub.mock.calls.map(([, init]) => textOf(init))
const uppercase = (text: string) => text.toUpperCase()
const reply = (translatedText: string) => Response.json({ translatedText, sourceLanguage: 'en', pair: null })
const answer = (translate: (text: string) => string) =>
  fetchStub.mockImplementation(async (_url, init) => reply(translate(textOf(init))))

async function run(lines: readonly string[], done: readonly string[] = []) {
  const reported: (readonly string[])[] = []
  const { signal } = new AbortController()
  await translateLines(lines, done, languages, { signal, onLines: soFar => reported.push(soFar) })
  return reported
}

test('translateLines: sends lines together and returns as many', async () => {
  answer(uppercase)
  expect((await run(['one', 'two', 'three'])).at(-1)).toEqual(['ONE', 'TWO', 'THREE'])
  expect(sent()).toEqual(['one\ntwo\nthree'])
})

test('translateLines: sends long transcripts in blocks without splitting lines', async () => {
  answer(uppercase)
  const lines = Array.from({ length: 100 }, (_, index) => `line ${index} ${'word '.repeat(30)}`.trim())
  expect((await run(lines)).at(-1)).toEqual(lines.map(uppercase))
  expect(sent().length).toBeGreaterThan(3)
  expect(sent().flatMap(text => text.split('\n'))).toEqual(lines)
  for (const text of sent()) expect(text.length).toBeLessThanOrEqual(4000)
})

test('translateLines: reports complete lines while the rest is streamed', async () => {
  const events = ['UN', 'O\nDO', 'S\nTRES'].map(text => ({ type: 'text', text }))
  const done = {
    type: 'done',
    reply: { translatedText: 'UNO\nDOS\nTRES', sourceLanguage: 'en', pair: null },
  }
  const stream = [...events, done].map(event => `data: ${JSON.stringify(event)}\n\n`).join('')
  fetchStub.mockResolvedValue(new Response(stream, { headers: { 'content-type': 'text/event-stream' } }))
  expect(await run(['one', 'two', 'three'])).toEqual([['UNO'], ['UNO', 'DOS'], ['UNO', 'DOS', 'TRES']])
})

test('translateLines: translates lines separately if the engine merges them, so that times do not shift', async () => {
  answer(text => uppercase(text.replaceAll('\n', ' ')))
  expect((await run(['one', 'two'])).at(-1)).toEqual(['ONE', 'TWO'])
  expect(sent()).toEqual(['one\ntwo', 'one', 'two'])
})

test('translateLines: resumes a stopped translation', async () => {
  answer(uppercase)
  expect((await run(['one', 'two', 'three'], ['UNO'])).at(-1)).toEqual(['UNO', 'TWO', 'THREE'])
  expect(sent()).toEqual(['two\nthree'])
})
