import { expect, test } from 'vitest'
import type { SentenceTranslator } from '../sentence-translator.ts'
import type { Flow } from './flow.ts'
import { translateFlows } from './translate-flows.ts'

const plain = { style: 0, within: [] }
const bold = { style: 1, within: [] }
const signal = new AbortController().signal

test('translateFlows: marks and reports a sentence that is left in the source language', async () => {
  const translator: SentenceTranslator = {
    pairs: () => [],
    translate: async sentences => sentences.map(text => (text.startsWith('Not') ? null : 'Uno.')),
    close: async () => {},
  }
  const flows: Flow[] = [
    [{ text: 'One.', ...plain }],
    [
      { text: 'Not ', ...bold },
      { text: 'clear at all.', ...plain },
    ],
  ]
  const untranslated: string[] = []
  const found = await translateFlows(translator, {
    flows,
    from: 'en',
    to: 'es',
    signal,
    onFlows: () => {},
    onUntranslated: sentence => untranslated.push(sentence),
  })
  expect(found).toEqual([
    [{ text: 'Uno.', ...plain }],
    [
      { text: '[?] Not ', ...bold },
      { text: 'clear at all.', ...plain },
    ],
  ])
  expect(untranslated).toEqual(['Not clear at all.'])
})

test.each([
  [400, 'best'],
  [600, 'fast'],
])('translateFlows: translates a document of %i words with effort %s', async (words, expected) => {
  const efforts = new Set<string | undefined>()
  const translator: SentenceTranslator = {
    pairs: () => [],
    translate: async (sentences, _pair, _signal, options) => {
      efforts.add(options?.effort)
      return sentences
    },
    close: async () => {},
  }
  const flows: Flow[] = Array.from({ length: words / 4 }, () => [{ text: 'Four words of text.', ...plain }])
  await translateFlows(translator, { flows, from: 'en', to: 'es', signal, onFlows: () => {} })
  expect([...efforts]).toEqual([expected])
})
