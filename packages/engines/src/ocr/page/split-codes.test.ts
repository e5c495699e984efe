import { expect, test } from 'vitest'
import type { TesseractWord } from '../../tesseract/parse-words.ts'
import { splitCodes } from './split-codes.ts'

const word: TesseractWord = { text: '', x: 0, y: 0, width: 0, height: 20, confidence: 90, line: '1.1.1' }

/** Letters ten pixels wide with the given gaps between them. */
function drawn(text: string, gaps: readonly number[]) {
  let x = 0
  const letters = [...text].map((_, at) => {
    x += at === 0 ? 0 : 10 + (gaps[at - 1] ?? 0)
    return { x: x + 5, y: 10, width: 10, height: 18 }
  })
  return { word: { ...word, text, width: x + 10 }, letters }
}

test('splitCodes: splits between digits and capitals at a wide gap', () => {
  const { word, letters } = drawn('13A', [2, 8])
  expect(splitCodes([word], letters)).toEqual([
    { ...word, text: '13', width: 22 },
    { ...word, text: 'A', x: 30, width: 10 },
  ])
})

test('splitCodes: keeps words with even gaps, other boundaries or joined letters', () => {
  for (const { word, letters } of [drawn('13A', [2, 3]), drawn('LIMA', [2, 8, 2]), drawn('2011', [2, 2, 8])])
    expect(splitCodes([word], letters)).toEqual([word])
  const joined = drawn('13A', [2, 8])
  expect(splitCodes([joined.word], joined.letters.slice(1))).toEqual([joined.word])
})
