import { expect, test } from 'vitest'
import { findLowConfidence } from './find-low-confidence.ts'

/** Words at ten pixels per letter; a question mark marks a word as low-confidence. */
function lineOf(text: string, line = '1') {
  let x = 100
  return text.split(' ').map(word => {
    const isLowConfidence = word.endsWith('?')
    const shown = isLowConfidence ? word.slice(0, -1) : word
    const width = shown.length * 10
    const made = { text: shown, x, y: 50, width, height: 20, confidence: isLowConfidence ? 50 : 95, line }
    x += width + 10
    return made
  })
}
const textsOf = (words: readonly { text: string }[]) => words.map(({ text }) => text).join(' ')

test('findLowConfidence: returns nothing for confident words', () => {
  expect(findLowConfidence(lineOf('The harbour office opens at seven'))).toEqual([])
})

test('findLowConfidence: ignores words without letters or digits', () => {
  expect(findLowConfidence(lineOf('•? The harbour —? or its office'))).toEqual([])
})

test('findLowConfidence: adds context letters on both sides', () => {
  const [passage, ...others] = findLowConfidence(
    lineOf('The harbour office opons? at seven and closes at ten'),
  )
  expect(others).toEqual([])
  expect(textsOf(passage?.words ?? [])).toBe('office opons at seven')
  expect(passage?.runs).toEqual([{ first: 1, end: 2 }])
})

test('findLowConfidence: merges nearby passages and adjacent words into one run', () => {
  const passages = findLowConfidence(lineOf('The horbour? offlce? opens ot? seven'))
  expect(passages.map(({ words }) => textsOf(words))).toEqual(['The horbour offlce opens ot seven'])
  expect(passages[0]?.runs).toEqual([
    { first: 1, end: 3 },
    { first: 4, end: 5 },
  ])
})

test('findLowConfidence: never extends a passage into another line', () => {
  const passages = findLowConfidence([...lineOf('opens at sevon?', '1'), ...lineOf('ond? closes late', '2')])
  expect(passages.map(({ words }) => textsOf(words))).toEqual(['opens at sevon', 'ond closes'])
})

test('findLowConfidence: region excludes neighboring words and includes the margin at the line end', () => {
  const words = lineOf('harbour offlce? opens at seven')
  const [passage] = findLowConfidence(words)
  expect(textsOf(passage?.words ?? [])).toBe('harbour offlce opens at')
  const at = words[3] as (typeof words)[number]
  expect(passage?.region.left).toBe(100 - 0.4 * 20)
  expect(passage?.region.right).toBeLessThan(at.x + at.width + 5)
})

test('findLowConfidence: limits the result to the words with the lowest confidence', () => {
  const words = Array.from({ length: 100 }, (_, at) => ({
    ...(lineOf('dust?', String(at))[0] as ReturnType<typeof lineOf>[number]),
    confidence: at / 2,
  }))
  const passages = findLowConfidence(words)
  expect(passages).toHaveLength(40)
  expect(Math.max(...passages.flatMap(({ words }) => words.map(({ confidence }) => confidence)))).toBe(19.5)
})
