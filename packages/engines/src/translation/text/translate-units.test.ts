/** createUnitTranslator: fixed text survives exactly once. */
import { expect, test, vi } from 'vitest'
import type { SentenceTranslator } from '../sentence-translator.ts'
import { findProtected } from './find-protected.ts'
import { createUnitTranslator } from './translate-units.ts'

const signal = new AbortController().signal

function engine(say: (sentence: string) => string) {
  const sent: string[] = []
  const translator: SentenceTranslator = {
    pairs: () => [],
    translate: vi.fn(async sentences => {
      sent.push(...sentences)
      return sentences.map(say)
    }),
    close: async () => {},
  }
  const units = createUnitTranslator(translator, { from: 'en', to: 'es' }, signal)
  const translate = async (text: string) => (await units.translate([{ text, fixed: findProtected(text) }]))[0]
  return { sent, translate, units, translator }
}

test('UnitTranslator: sends a placeholder to an engine that copies unknown words', async () => {
  const { sent, translate } = engine(sentence => sentence.replace('Open', 'Abre').replace('now', 'ahora'))
  const answer = await translate('Open https://example.com/now now')
  expect(sent).toEqual(['Open XQ1 now'])
  expect(answer).toEqual({ text: 'Abre https://example.com/now ahora', fixed: [{ start: 5, end: 28 }] })
})

test('UnitTranslator: sends the literal text if the placeholder is lost or duplicated', async () => {
  for (const wrong of ['', 'XQ1 XQ1', 'XQ2']) {
    const { translate } = engine(sentence => sentence.replace('XQ1', wrong).replace('Open', 'Abre'))
    expect((await translate('Open {name} now'))?.text).toBe('Abre {name} now')
  }
})

test('UnitTranslator: translates the text between fixed ranges if the engine changes both', async () => {
  const { translate } = engine(sentence => sentence.replace(/XQ\d|\{\w+\}/g, 'x').replace('Open', 'Abre'))
  const answer = await translate('Open {name} and {other} now')
  expect(answer?.text).toBe('Abre {name} and {other} now')
  expect(answer?.fixed.map(({ start, end }) => answer.text.slice(start, end))).toEqual(['{name}', '{other}'])
})

test('UnitTranslator: tracks fixed ranges that change their order', async () => {
  const { translate } = engine(() => 'XQ2 antes de XQ1')
  const answer = await translate('{first} after {second}')
  expect(answer?.text).toBe('{second} antes de {first}')
  expect(answer?.fixed[0]).toEqual({ start: 18, end: 25 })
})

test('UnitTranslator: retries with a placeholder if a number changed', async () => {
  const { sent, translate } = engine(sentence => sentence.replace('1984', '1948').replace('in', 'en'))
  expect((await translate('It was in 1984'))?.text).toBe('It was en 1984')
  expect(sent).toEqual(['It was in 1984', 'It was in XQ1'])
})

test('UnitTranslator: translates the text between numbers if the engine loses number and placeholder', async () => {
  const { translate } = engine(sentence =>
    sentence
      .replace(/1984|XQ1/, 'x')
      .replace('It was in', 'Fue en')
      .replace('again', 'otra vez'),
  )
  expect((await translate('It was in 1984 again'))?.text).toBe('Fue en 1984 otra vez')
})

test('UnitTranslator: accepts a number with the separators of the other language if the placeholder is lost', async () => {
  const { translate } = engine(sentence =>
    sentence.replace('1,000', '1.000').replace('XQ1', '').replace('It', 'Eso'),
  )
  expect((await translate('It costs 1,000 now'))?.text).toBe('Eso costs 1.000 now')
})

test('UnitTranslator: retries with a placeholder if a name is lost, but not if it was translated', async () => {
  const names = engine(sentence =>
    sentence === 'Kowalski' ? sentence : sentence.replace('Kowalski', 'Kovas').replace('Ask', 'Pregunta'),
  )
  expect((await names.translate('Ask Kowalski now'))?.text).toBe('Pregunta Kowalski now')
  expect(names.sent).toEqual(['Ask Kowalski now', 'Kowalski', 'Ask XQ1 now'])
  const places = engine(sentence => sentence.replace('London', 'Londres'))
  expect((await places.translate('Leave London now'))?.text).toBe('Leave Londres now')
})

test('UnitTranslator: keeps the spelling of names of several words, and all of their words', async () => {
  const accents = engine(sentence => sentence.replace('Maria', 'María').replace('Ask', 'Pregunta'))
  expect((await accents.translate('Ask Maria Rossi now'))?.text).toBe('Pregunta Maria Rossi now')
  expect(accents.sent).toEqual(['Ask Maria Rossi now'])
  const parts = engine(sentence => sentence.replace('Ask Peter Petersen', 'Pregunta Petersen'))
  expect((await parts.translate('Ask Peter Petersen now'))?.text).toBe('Ask Peter Petersen now')
  expect(parts.sent).toEqual(['Ask Peter Petersen now', 'Peter Petersen', 'Peter', 'Ask XQ1 now'])
  const lost = engine(sentence =>
    sentence.replace('Ask Peter', 'Pregunta').replace('XQ1', '').replace(/^Ask$/, 'Pregunta'),
  )
  expect((await lost.translate('Ask Peter Petersen now'))?.text).toBe('Pregunta Peter Petersen now')
})

test('UnitTranslator: accepts translated words of a name, such as titles and places', async () => {
  const titles = engine(sentence =>
    sentence.replace('Professor', 'Profesor').replace('my Profesor', 'la profesora'),
  )
  expect((await titles.translate('Ask my Professor Rossi now'))?.text).toBe('Ask la profesora Rossi now')
  const places = engine(sentence => sentence.replace('New York', 'Nueva York').replace('Mexico', 'México'))
  expect((await places.translate('From Mexico to New York now'))?.text).toBe('From México to Nueva York now')
})

test('UnitTranslator: returns the source, marked, if no translation is plausible', async () => {
  const translator: SentenceTranslator = {
    pairs: () => [],
    translate: async sentences => sentences.map(() => null),
    close: async () => {},
  }
  const units = createUnitTranslator(translator, { from: 'en', to: 'es' }, signal)
  const text = 'Open {name} now'
  expect(await units.translate([{ text: 'Good day', fixed: [] }])).toEqual([
    { text: 'Good day', fixed: [], isUntranslated: true },
  ])
  const fixed = findProtected(text)
  expect(await units.translate([{ text, fixed }])).toEqual([{ text, fixed, isUntranslated: true }])
})

test('UnitTranslator: does not send numbers, URLs or punctuation, and sends repetitions once', async () => {
  const { sent, units } = engine(sentence => `${sentence}!`)
  const texts = ['12.5 %', 'https://example.com', '—', 'Same words', 'Same words']
  const answers = await units.translate(texts.map(text => ({ text, fixed: findProtected(text) })))
  expect(sent).toEqual(['Same words'])
  expect(answers.map(({ text }) => text)).toEqual([...texts.slice(0, 3), 'Same words!', 'Same words!'])
})

test('UnitTranslator: sends all-caps text in sentence case and restores capitals', async () => {
  const { sent, translate } = engine(() => 'Términos y condiciones')
  expect((await translate('TERMS AND CONDITIONS'))?.text).toBe('TÉRMINOS Y CONDICIONES')
  expect(sent).toEqual(['Terms and conditions'])
})

test('UnitTranslator: keeps the case of the first letter, except for names', async () => {
  const upper = engine(() => 'Uno')
  expect((await upper.translate('one'))?.text).toBe('uno')
  const lower = engine(() => 'uno')
  expect((await lower.translate('One'))?.text).toBe('Uno')
  const name = engine(() => 'Ann vino')
  expect((await name.translate('then came Ann'))?.text).toBe('Ann vino')
})

test('UnitTranslator: stops when canceled', async () => {
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
