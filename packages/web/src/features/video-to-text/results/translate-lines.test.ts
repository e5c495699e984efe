import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { translateLines } from './translate-lines.ts'

const fetchStub = vi.fn<typeof fetch>()
beforeEach(() => {
  fetchStub.mockReset()
  vi.stubGlobal('fetch', fetchStub)
})
afterEach(() => vi.unstubAllGlobals())

const languages = { sourceLanguage: 'en', targetLanguage: 'es' } as const
const textOf = (init: RequestInit | undefined): string => JSON.parse(String(init?.body)).text
const sent = () => fetchStub.mock.calls.map(([, init]) => textOf(init))
const shout = (text: string) => text.toUpperCase()
const reply = (translatedText: string) => Response.json({ translatedText, sourceLanguage: 'en', pair: null })
const answer = (translate: (text: string) => string) =>
  fetchStub.mockImplementation(async (_url, init) => reply(translate(textOf(init))))

async function run(lines: readonly string[], done: readonly string[] = []) {
  const told: (readonly string[])[] = []
  const { signal } = new AbortController()
  await translateLines(lines, done, languages, { signal, onLines: soFar => told.push(soFar) })
  return told
}

test('lines go out together and come back as many', async () => {
  answer(shout)
  expect((await run(['one', 'two', 'three'])).at(-1)).toEqual(['ONE', 'TWO', 'THREE'])
  expect(sent()).toEqual(['one\ntwo\nthree'])
})

test('hours of talk go out in blocks, and none of them splits a line', async () => {
  answer(shout)
  const lines = Array.from({ length: 100 }, (_, index) => `line ${index} ${'word '.repeat(30)}`.trim())
  expect((await run(lines)).at(-1)).toEqual(lines.map(shout))
  expect(sent().length).toBeGreaterThan(3)
  expect(sent().flatMap(text => text.split('\n'))).toEqual(lines)
  for (const text of sent()) expect(text.length).toBeLessThanOrEqual(4000)
})

test('whole lines are shown while the rest is still being written', async () => {
  const events = ['UN', 'O\nDO', 'S\nTRES'].map(text => ({ type: 'text', text }))
  const done = {
    type: 'done',
    reply: { translatedText: 'UNO\nDOS\nTRES', sourceLanguage: 'en', pair: null },
  }
  const stream = [...events, done].map(event => `data: ${JSON.stringify(event)}\n\n`).join('')
  fetchStub.mockResolvedValue(new Response(stream, { headers: { 'content-type': 'text/event-stream' } }))
  expect(await run(['one', 'two', 'three'])).toEqual([['UNO'], ['UNO', 'DOS'], ['UNO', 'DOS', 'TRES']])
})

test('an engine that joins lines is asked for each alone, so that their times do not slip', async () => {
  answer(text => shout(text.replaceAll('\n', ' ')))
  expect((await run(['one', 'two'])).at(-1)).toEqual(['ONE', 'TWO'])
  expect(sent()).toEqual(['one\ntwo', 'one', 'two'])
})

test('one that was stopped goes on where it was', async () => {
  answer(shout)
  expect((await run(['one', 'two', 'three'], ['UNO'])).at(-1)).toEqual(['UNO', 'TWO', 'THREE'])
  expect(sent()).toEqual(['two\nthree'])
})
