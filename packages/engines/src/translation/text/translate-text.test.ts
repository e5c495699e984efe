/** translateText: preserves layout and delivers chunks in order. */
import type { LanguageId } from '@filesmith/contract/languages'
import { expect, test, vi } from 'vitest'
import type { SentenceTranslator } from '../sentence-translator.ts'
import { translateText } from './translate-text.ts'

const marking: SentenceTranslator = {
  pairs: () => [],
  translate: async sentences => sentences.map(sentence => `«${sentence}»`),
  close: async () => {},
}
const keeping: SentenceTranslator = { ...marking, translate: async sentences => sentences }

async function translate(text: string, from: LanguageId = 'en', to: LanguageId = 'es', translator = marking) {
  const chunks: string[] = []
  const signal = new AbortController().signal
  await translateText(translator, { text, from, to, signal, onChunk: chunk => void chunks.push(chunk) })
  return { text: chunks.join(''), chunks }
}

const mail = `# Title of it

Hello Dr. Smith!  How are you?\t
  - first {item}
  * second
  1. third
    a) fourth

\`\`\`js
const a = 1
\`\`\`

> quoted text that is rather long and goes on until the very end of the
> line and then continues on the following line as mails do. Then another
> sentence begins.

Name:\tJohn\tAge
| Column one | Column two |
12345
https://only.example.com

    int main() { return 0; }
Roses are red,\r\nViolets are blue.\r\n`

test('translateText: keeps lines, lists, code and columns', async () => {
  expect((await translate(mail)).text).toBe(`# «Title of it»

«Hello Dr. Smith!»  «How are you?»\t
  - «first {item}»
  * «second»
  1. «third»
    a) «fourth»

\`\`\`js
const a = 1
\`\`\`

> «quoted text that is rather long and goes on until the very end of the
> line and then continues on the following line as mails do.» «Then another
> sentence begins.»

«Name:»\t«John»\t«Age»
| «Column one» | «Column two» |
12345
https://only.example.com

    int main() { return 0; }
«Roses are red,»\r\n«Violets are blue.»\r\n`)
})

test.each<[LanguageId, LanguageId, string]>([
  ['en', 'es', mail],
  ['en', 'es', ' \n\n x'],
  ['en', 'fr', '\ufeff𝒳 is y. 😀 Zed!\fNext page'],
  ['zh', 'ja', '\u3000你好。我是学生！\n再见'],
  ['ar', 'en', 'مرحبا. كيف؟\r\rنعم'],
  ['hi', 'en', 'एक।  दो॥\u2028तीन'],
])('translateText: is lossless for an identity engine (%s to %s)', async (from, to, text) => {
  expect((await translate(text, from, to, keeping)).text).toBe(text)
})

test('translateText: copies the text for identical languages', async () => {
  const sent = vi.fn(marking.translate)
  const answer = await translate('Hello.', 'en', 'en', { ...marking, translate: sent })
  expect(answer.text).toBe('Hello.')
  expect(sent).not.toHaveBeenCalled()
})

test('translateText: adapts spaces between sentences to the language', async () => {
  expect((await translate('One. Two.', 'en', 'zh')).text).toBe('«One.»«Two.»')
  expect((await translate('一。二。', 'zh', 'en')).text).toBe('«一。» «二。»')
})

test('translateText: translates a wrapped sentence as a whole and wraps it again between words', async () => {
  const text = 'This sentence was written in a letter that somebody\nwrapped at fifty columns.\nShort.'
  const reversing = {
    ...marking,
    translate: async (sentences: readonly string[]) =>
      sentences.map(sentence => sentence.split(' ').reverse().join(' ')),
  }
  const { text: reversed } = await translate(text, 'en', 'es', reversing)
  const lines = reversed.split('\n')
  expect(lines).toHaveLength(3)
  expect(lines.slice(0, 2).join(' ')).toMatch(/^Columns\. fifty at wrapped somebody .* This$/i)
  expect(lines[2]).toBe('Short.')
})

test('translateText: delivers the first chunk after a few sentences and a long text in many chunks', async () => {
  const sentences = Array.from(
    { length: 4400 },
    (_, index) => `This is the sentence number ${index} of a long text.`,
  )
  const text = sentences.join(' ')
  expect(text.length).toBeGreaterThan(200_000)
  const sizes: number[] = []
  const counting = {
    ...marking,
    translate: async (batch: readonly string[]) => {
      sizes.push(batch.length)
      return batch
    },
  }
  const { text: same, chunks } = await translate(text, 'en', 'es', counting)
  expect(same).toBe(text)
  expect(sizes[0]).toBeLessThanOrEqual(4)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(16)
  expect(chunks.length).toBeGreaterThan(200)
})

test('translateText: marks and reports a sentence that is left in the source language', async () => {
  const chunks: string[] = []
  const untranslated: string[] = []
  await translateText(
    {
      ...marking,
      translate: async sentences => sentences.map(sentence => (sentence.startsWith('Two') ? null : 'Uno.')),
    },
    {
      text: 'One.\nTwo is not clear.\nThree.',
      from: 'en',
      to: 'es',
      signal: new AbortController().signal,
      onChunk: chunk => void chunks.push(chunk),
      onUntranslated: sentence => untranslated.push(sentence),
    },
  )
  expect(chunks.join('')).toBe('Uno.\n[?] Two is not clear.\nUno.')
  expect(untranslated).toEqual(['Two is not clear.'])
})

test.each([
  ['of 499 words with beam search', 'word '.repeat(498), 'en', 'best'],
  ['of 500 words with greedy search', 'word '.repeat(500), 'en', 'fast'],
  ['of 900 Chinese characters with beam search', '字'.repeat(900), 'zh', 'best'],
  ['of 1100 Chinese characters with greedy search', '字'.repeat(1100), 'zh', 'fast'],
] as const)('translateText: translates a text %s', async (_, text, from, expected) => {
  const used = new Set<string | undefined>()
  const observing: SentenceTranslator = {
    ...marking,
    translate: async (sentences, _pair, _signal, options) => {
      used.add(options?.effort)
      return sentences
    },
  }
  await translate(text, from, 'fr', observing)
  expect([...used]).toEqual([expected])
})

test('translateText: stops after the chunk in progress when canceled', async () => {
  const cancel = new AbortController()
  const text =
    'One sentence stands here. '.repeat(3) +
    Array.from({ length: 100 }, (_, i) => `Number ${i} now.`).join(' ')
  const onChunk = vi.fn(() => cancel.abort())
  const run = translateText(marking, { text, from: 'en', to: 'es', signal: cancel.signal, onChunk })
  await expect(run).rejects.toMatchObject({ code: 'cancelled' })
  expect(onChunk).toHaveBeenCalledTimes(1)
})

/** Regression tests for quadratic run time and stack overflows. */
test.each(['a', '.', 'see e.g. Mr. X. ', 'http://a.', '|', '\u3000', 'a_', '> '])(
  'translateText: handles 200,000 characters of "%s" without change',
  async odd => {
    const text = `x${odd.repeat(200_000 / odd.length)}b`
    const answer = await translate(text, 'en', 'es', keeping)
    // A boolean, because the texts are too long for an assertion message.
    expect(answer.text === text).toBe(true)
  },
)
