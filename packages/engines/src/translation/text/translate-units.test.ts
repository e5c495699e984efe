/** What must stay comes back exactly once, whatever the engine does to it. */
import { expect, test, vi } from 'vitest'
import type { SentenceTranslator } from '../sentence-translator.ts'
import { findProtected } from './find-protected.ts'
import { createUnitTranslator } from './translate-units.ts'

const signal = new AbortController().signal

function engine(say: (sentence: string) => string) {
  const asked: string[] = []
  const translator: SentenceTranslator = {
    pairs: () => [],
    translate: vi.fn(async sentences => {
      asked.push(...sentences)
      return sentences.map(say)
    }),
    close: async () => {},
  }
  const units = createUnitTranslator(translator, { from: 'en', to: 'es' }, signal)
  const translate = async (text: string) => (await units.translate([{ text, fixed: findProtected(text) }]))[0]
  return { asked, translate, units, translator }
}

test('an engine that copies unknown words sees a stand-in', async () => {
  const { asked, translate } = engine(sentence => sentence.replace('Open', 'Abre').replace('now', 'ahora'))
  const answer = await translate('Open https://example.com/now now')
  expect(asked).toEqual(['Open XQ1 now'])
  expect(answer).toEqual({ text: 'Abre https://example.com/now ahora', fixed: [{ start: 5, end: 28 }] })
})

test('an engine that loses or doubles the stand-in is shown the thing itself', async () => {
  for (const wrong of ['', 'XQ1 XQ1', 'XQ2']) {
    const { translate } = engine(sentence => sentence.replace('XQ1', wrong).replace('Open', 'Abre'))
    expect((await translate('Open {name} now'))?.text).toBe('Abre {name} now')
  }
})

test('one that changes both gets only the words between', async () => {
  const { translate } = engine(sentence => sentence.replace(/XQ\d|\{\w+\}/g, 'x').replace('Open', 'Abre'))
  const answer = await translate('Open {name} and {other} now')
  expect(answer?.text).toBe('Abre {name} and {other} now')
  expect(answer?.fixed.map(({ start, end }) => answer.text.slice(start, end))).toEqual(['{name}', '{other}'])
})

test('things that change places are still told apart', async () => {
  const { translate } = engine(() => 'XQ2 antes de XQ1')
  const answer = await translate('{first} after {second}')
  expect(answer?.text).toBe('{second} antes de {first}')
  expect(answer?.fixed[0]).toEqual({ start: 18, end: 25 })
})

test('a number that changed is asked for again with a stand-in', async () => {
  const { asked, translate } = engine(sentence => sentence.replace('1984', '1948').replace('in', 'en'))
  expect((await translate('It was in 1984'))?.text).toBe('It was en 1984')
  expect(asked).toEqual(['It was in 1984', 'It was in XQ1'])
})

test('numbers, addresses and signs alone are not sent, and repetitions only once', async () => {
  const { asked, units } = engine(sentence => `${sentence}!`)
  const texts = ['12.5 %', 'https://example.com', '—', 'Same words', 'Same words']
  const answers = await units.translate(texts.map(text => ({ text, fixed: findProtected(text) })))
  expect(asked).toEqual(['Same words'])
  expect(answers.map(({ text }) => text)).toEqual([...texts.slice(0, 3), 'Same words!', 'Same words!'])
})

test('capitals are read as words and written as capitals', async () => {
  const { asked, translate } = engine(() => 'Términos y condiciones')
  expect((await translate('TERMS AND CONDITIONS'))?.text).toBe('TÉRMINOS Y CONDICIONES')
  expect(asked).toEqual(['Terms and conditions'])
})

test('the first letter is as large as it was, names apart', async () => {
  const upper = engine(() => 'Uno')
  expect((await upper.translate('one'))?.text).toBe('uno')
  const lower = engine(() => 'uno')
  expect((await lower.translate('One'))?.text).toBe('Uno')
  const name = engine(() => 'Ann vino')
  expect((await name.translate('then came Ann'))?.text).toBe('Ann vino')
})

test('a cancelled text asks no more', async () => {
  const cancel = new AbortController()
  const translate = vi.fn(async (sentences: readonly string[]) => {
    cancel.abort()
    return sentences
  })
  const translator = { pairs: () => [], translate, close: async () => {} }
  const units = createUnitTranslator(translator, { from: 'en', to: 'es' }, cancel.signal)
  const many = Array.from({ length: 40 }, (_, index) => ({
    text: `Sentence ${'x'.repeat(index)}`,
    fixed: [],
  }))
  await expect(units.translate(many)).rejects.toMatchObject({ code: 'cancelled' })
  expect(translate).toHaveBeenCalledTimes(1)
})
