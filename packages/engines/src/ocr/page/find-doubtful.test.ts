import { expect, test } from 'vitest'
import { findDoubtful } from './find-doubtful.ts'

/** Words of ten pixels a letter; what is followed by a question mark is doubtful. */
function lineOf(text: string, line = '1') {
  let x = 100
  return text.split(' ').map(word => {
    const isDoubtful = word.endsWith('?')
    const shown = isDoubtful ? word.slice(0, -1) : word
    const width = shown.length * 10
    const made = { text: shown, x, y: 50, width, height: 20, confidence: isDoubtful ? 50 : 95, line }
    x += width + 10
    return made
  })
}
const textsOf = (words: readonly { text: string }[]) => words.map(({ text }) => text).join(' ')

test('sure words need no second look', () => {
  expect(findDoubtful(lineOf('The harbour office opens at seven'))).toEqual([])
})

test('signs alone get none', () => {
  expect(findDoubtful(lineOf('•? The harbour —? or its office'))).toEqual([])
})

test('a doubtful word comes with some letters on either side', () => {
  const [passage, ...others] = findDoubtful(lineOf('The harbour office opons? at seven and closes at ten'))
  expect(others).toEqual([])
  expect(textsOf(passage?.words ?? [])).toBe('office opons at seven')
  expect(passage?.runs).toEqual([{ first: 1, end: 2 }])
})

test('those that stand close are looked at together, those side by side as one', () => {
  const passages = findDoubtful(lineOf('The horbour? offlce? opens ot? seven'))
  expect(passages.map(({ words }) => textsOf(words))).toEqual(['The horbour offlce opens ot seven'])
  expect(passages[0]?.runs).toEqual([
    { first: 1, end: 3 },
    { first: 4, end: 5 },
  ])
})

test('a passage never goes on in another line', () => {
  const passages = findDoubtful([...lineOf('opens at sevon?', '1'), ...lineOf('ond? closes late', '2')])
  expect(passages.map(({ words }) => textsOf(words))).toEqual(['opens at sevon', 'ond closes'])
})

test('neighbours are not cut in, and the white at the end of a line is taken along', () => {
  const words = lineOf('harbour offlce? opens at seven')
  const [passage] = findDoubtful(words)
  expect(textsOf(passage?.words ?? [])).toBe('harbour offlce opens at')
  const at = words[3] as (typeof words)[number]
  expect(passage?.place.left).toBe(100 - 0.4 * 20)
  expect(passage?.place.right).toBeLessThan(at.x + at.width + 5)
})

test('of very many only the least sure ones are looked at', () => {
  const words = Array.from({ length: 100 }, (_, at) => ({
    ...(lineOf('dust?', String(at))[0] as ReturnType<typeof lineOf>[number]),
    confidence: at / 2,
  }))
  const passages = findDoubtful(words)
  expect(passages).toHaveLength(40)
  expect(Math.max(...passages.flatMap(({ words }) => words.map(({ confidence }) => confidence)))).toBe(19.5)
})
