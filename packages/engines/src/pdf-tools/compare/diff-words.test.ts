import { expect, test } from 'vitest'
import { lineOfText } from '../../page-layout/fragments.fixture.ts'
import type { PagePair } from './align-pages.ts'
import { comparedWords } from './compared-words.ts'
import { diffPages } from './diff-words.ts'

const pageOfLines = (...lines: string[]) =>
  comparedWords(lines.flatMap((line, index) => lineOfText(line, 40, 100 + 20 * index)))

const inPlace = (count: number): PagePair[] =>
  Array.from({ length: count }, (_, index) => ({ old: index, new: index, isMoved: false }))

function diff(
  before: ReturnType<typeof pageOfLines>[],
  after: ReturnType<typeof pageOfLines>[],
  pairs = inPlace(before.length),
) {
  return diffPages(
    pairs,
    page => before[page] ?? [],
    page => after[page] ?? [],
  )
}

const texts = (found: ReturnType<typeof diff>) =>
  found.map(({ kind, old, new: after }) => [kind, old?.text, after?.text])

test('diffPages: added, removed and changed words with their places', () => {
  const found = diff(
    [pageOfLines('the old fox sees', 'a lazy dog')],
    [pageOfLines('the young red fox sees', 'a dog again')],
  )
  expect(texts(found)).toEqual([
    ['changed', 'old', 'young red'],
    ['removed', 'lazy', undefined],
    ['added', undefined, 'again'],
  ])
  const [words] = comparedWords(lineOfText('old', 0, 100))
  expect(found[0]?.new?.spots).toHaveLength(1)
  expect(found[0]?.old?.spots[0]).toMatchObject({ page: 1, height: expect.closeTo(heightOf(words), 0) })
})

function heightOf(word: ReturnType<typeof comparedWords>[number] | undefined): number {
  const [box] = word?.boxes ?? []
  return box === undefined ? 0 : box.bottom - box.top
}

test('diffPages: words that flow to the next page are the same', () => {
  const before = [pageOfLines('one two three', 'four five six'), pageOfLines('seven eight nine')]
  const after = [pageOfLines('zero one two three'), pageOfLines('four five six', 'seven eight nine')]
  expect(texts(diff(before, after))).toEqual([['added', undefined, 'zero']])
})

test('diffPages: a word hyphenated at the end of a line is the same', () => {
  expect(diff([pageOfLines('see an exam-', 'ple here')], [pageOfLines('see an example', 'here')])).toEqual([])
})

test('diffPages: the order of drawing is not a difference, another place is', () => {
  const lines = [lineOfText('first words', 40, 100), lineOfText('second line', 40, 120)]
  const before = [comparedWords(lines.flat())]
  expect(diff(before, [comparedWords(lines.toReversed().flat())])).toEqual([])
  const moved = [lineOfText('second line', 40, 100), lineOfText('first words', 40, 120)]
  expect(diff(before, [comparedWords(moved.flat())])).not.toEqual([])
})

test('diffPages: a moved page is compared with itself, a whole new page is not listed word by word', () => {
  const before = [pageOfLines('alpha beta'), pageOfLines('gamma delta')]
  const after = [pageOfLines('gamma omega'), pageOfLines('new page'), pageOfLines('alpha beta')]
  const pairs: PagePair[] = [
    { old: 1, new: 0, isMoved: true },
    { old: undefined, new: 1, isMoved: false },
    { old: 0, new: 2, isMoved: false },
  ]
  expect(texts(diff(before, after, pairs))).toEqual([['changed', 'delta', 'omega']])
})

test('diffPages: pages with too many edits are compared one by one', () => {
  const words = (name: string) =>
    pageOfLines(Array.from({ length: 800 }, (_, index) => `${name}${index}`).join(' '))
  const found = diff(
    [words('a'), words('b'), pageOfLines('x y')],
    [words('c'), words('d'), pageOfLines('x z')],
  )
  expect(found.map(({ kind, old }) => [kind, old?.spots[0]?.page])).toEqual([
    ['changed', 1],
    ['changed', 2],
    ['changed', 3],
  ])
  expect(found[2]?.old?.text).toBe('y')
})

test('comparedWords: scripts without spaces by characters, with their places', () => {
  const words = comparedWords(lineOfText('你好', 40, 100))
  expect(words.map(({ text }) => text)).toEqual(['你', '好'])
  expect(words[1]?.boxes[0]?.left).toBeGreaterThan(words[0]?.boxes[0]?.left ?? 0)
  expect(texts(diff([pageOfLines('你好吗')], [pageOfLines('你们好吗')]))).toEqual([
    ['added', undefined, '们'],
  ])
})
