import { expect, test } from 'vitest'
import { dropNoise } from './drop-noise.ts'

const word = (text: string, confidence: number, line = '1.1.1') => ({
  text,
  confidence,
  line,
  x: 0,
  y: 0,
  width: 10,
  height: 10,
})

test('dropNoise: keeps a low-confidence word in a confident line and drops a low-confidence line', () => {
  const sure = ['The', 'harbour', 'office', 'opens'].map(text => word(text, 96))
  const words = [...sure, word('at', 25), word('~~', 30, '1.1.2'), word('ij', 35, '1.1.2')]
  expect(dropNoise(words).map(({ text }) => text)).toEqual(['The', 'harbour', 'office', 'opens', 'at'])
})

test('dropNoise: keeps words of a low-confidence line only directly below a confident one', () => {
  const sure = ['The', 'harbour', 'office'].map((text, at) => ({ ...word(text, 96), x: 20 * at }))
  const below = { ...word('lentt.', 6, '2.1.1'), y: 18 }
  const dust = { ...word('~', 6, '2.1.1'), y: 18, x: 30 }
  const elsewhere = { ...word('lentte.', 6, '3.1.1'), y: 90 }
  expect(dropNoise([...sure, below, dust, elsewhere])).toEqual([...sure, below])
})

test('dropNoise: keeps a drawn dash in a confident line and drops specks', () => {
  const sure = ['existing', 'notes', 'are', 'not', 'erased'].map(text => word(text, 96))
  const dash = { ...word('—', 0), width: 22, height: 3 }
  expect(dropNoise([dash, ...sure])).toHaveLength(6)
  expect(dropNoise([{ ...dash, width: 4 }, ...sure])).toHaveLength(5)
})

test('dropNoise: drops all words recognized in a photo', () => {
  const scraps = ['ie', 'Ya', '|', 'oS', 'wv', '—'].map((text, at) => word(text, 45 + 4 * at, `1.1.${at}`))
  expect(dropNoise(scraps)).toEqual([])
})
