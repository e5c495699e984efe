/** Everything but the words stays: lines, lists, code, columns; and pieces come in their order. */
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
  const pieces: string[] = []
  const signal = new AbortController().signal
  await translateText(translator, { text, from, to, signal, onPiece: piece => void pieces.push(piece) })
  return { text: pieces.join(''), pieces }
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

test('lines, lists, code and columns', async () => {
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
])('what an engine leaves as it is comes out as it went in (%s to %s)', async (from, to, text) => {
  expect((await translate(text, from, to, keeping)).text).toBe(text)
})

test('the same language comes out unchanged and unasked', async () => {
  const asked = vi.fn(marking.translate)
  const answer = await translate('Hello.', 'en', 'en', { ...marking, translate: asked })
  expect(answer.text).toBe('Hello.')
  expect(asked).not.toHaveBeenCalled()
})

test('spaces between sentences follow the language', async () => {
  expect((await translate('One. Two.', 'en', 'zh')).text).toBe('«One.»«Two.»')
  expect((await translate('一。二。', 'zh', 'en')).text).toBe('«一。» «二。»')
})

test('a wrapped sentence is translated whole and wrapped again between words', async () => {
  const text = 'This sentence was written in a letter that somebody\nwrapped at fifty columns.\nShort.'
  const reversing = {
    ...marking,
    translate: async (sentences: readonly string[]) =>
      sentences.map(sentence => sentence.split(' ').reverse().join(' ')),
  }
  const { text: turned } = await translate(text, 'en', 'es', reversing)
  const lines = turned.split('\n')
  expect(lines).toHaveLength(3)
  expect(lines.slice(0, 2).join(' ')).toMatch(/^Columns\. fifty at wrapped somebody .* This$/i)
  expect(lines[2]).toBe('Short.')
})

test('the first piece comes after a few sentences, and a long text in many', async () => {
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
  const { text: same, pieces } = await translate(text, 'en', 'es', counting)
  expect(same).toBe(text)
  expect(sizes[0]).toBeLessThanOrEqual(4)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(16)
  expect(pieces.length).toBeGreaterThan(200)
})

test('cancelling stops after the piece that was on its way', async () => {
  const cancel = new AbortController()
  const text =
    'One sentence stands here. '.repeat(3) +
    Array.from({ length: 100 }, (_, i) => `Number ${i} now.`).join(' ')
  const onPiece = vi.fn(() => cancel.abort())
  const run = translateText(marking, { text, from: 'en', to: 'es', signal: cancel.signal, onPiece })
  await expect(run).rejects.toMatchObject({ code: 'cancelled' })
  expect(onPiece).toHaveBeenCalledTimes(1)
})

/** Each of these once took minutes, or ended in a call stack that was too small. */
test.each(['a', '.', 'see e.g. Mr. X. ', 'http://a.', '|', '\u3000', 'a_', '> '])(
  '200,000 characters of nothing but "%s" come out as they went in',
  async odd => {
    const text = `x${odd.repeat(200_000 / odd.length)}b`
    const answer = await translate(text, 'en', 'es', keeping)
    // Without the texts in the message: they are too long to be read.
    expect(answer.text === text).toBe(true)
  },
)
