import { expect, test } from 'vitest'
import { repairPronoun } from './repair-lookalikes.ts'

/** Words of a line with letters of 20 pixels; a bar as a separator is higher. */
function line(text: string, barHeight = 20) {
  let x = 0
  return text.split(' ').map(word => {
    const [left, width] = [x, 12 * word.length]
    x += width + 10
    return {
      text: word,
      x: left,
      y: 100,
      width,
      height: word === '|' ? barHeight : 20,
      confidence: 90,
      line: '1.1.1',
    }
  })
}

const repaired = (text: string, barHeight = 20, languages = ['eng']) =>
  repairPronoun(line(text, barHeight), languages)
    .map(word => word.text)
    .join(' ')

test('repairPronoun: a bar as high as the letters before a lower-case word is the word I', () => {
  expect(repaired('and | don’t know what | said')).toBe('and I don’t know what I said')
})

test('repairPronoun: bars that separate texts stay', () => {
  expect(repaired('Precious Metals | Initiation')).toBe('Precious Metals | Initiation')
  expect(repaired('home | about the garden | contact', 28)).toBe('home | about the garden | contact')
  expect(repaired('the last one |')).toBe('the last one |')
  expect(repaired('das Haus | der Hof', 20, ['deu'])).toBe('das Haus | der Hof')
})
