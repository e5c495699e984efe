import { expect, test } from 'vitest'
import { alignPages, type PageSketch, sketchPage } from './align-pages.ts'

/** Text pages of thirty words by letter; a capital is a version of the page with a third of its words replaced. */
function pages(letters: string): PageSketch[] {
  return [...letters].map(letter => {
    const words = Array.from({ length: 30 }, (_, index) => ({
      text:
        letter === letter.toUpperCase() && index < 10
          ? `new${letter}${index}`
          : `${letter.toLowerCase()}${index}`,
      boxes: [],
    }))
    return sketchPage(words, undefined)
  })
}

/** "a>A" are pages of the same place, "d>" was removed, ">e" added; "*" has moved. */
function aligned(before: string, after: string): string {
  return alignPages(pages(before), pages(after))
    .map(
      pair =>
        `${before[pair.old ?? Infinity] ?? ''}>${after[pair.new ?? Infinity] ?? ''}${pair.isMoved ? '*' : ''}`,
    )
    .join(' ')
}

test.each([
  ['the same pages', 'abc', 'abc', 'a>a b>b c>c'],
  ['changed pages', 'abc', 'aBC', 'a>a b>B c>C'],
  ['an inserted page', 'abc', 'abxc', 'a>a b>b >x c>c'],
  ['inserted pages at both ends', 'ab', 'xaby', '>x a>a b>b >y'],
  ['a removed page', 'abcd', 'acd', 'a>a b> c>c d>d'],
  ['a moved page', 'abcde', 'bcdae', 'b>b c>c d>d a>a* e>e'],
  ['a changed page that moved', 'abcde', 'bcdeA', 'b>b c>c d>d e>e a>A*'],
  ['a rewritten page in its place', 'abc', 'axc', 'a>a b>x c>c'],
  ['removed and inserted pages in one place', 'abcd', 'axyzd', 'a>a b> c> >x >y >z d>d'],
  ['nothing in common', 'ab', 'x', 'a> b> >x'],
])('alignPages: %s', (_, before, after, expected) => {
  expect(aligned(before, after)).toBe(expected)
})

test('alignPages: scans by their looks', () => {
  const scan = (...dark: number[]) =>
    sketchPage(
      [],
      Uint8Array.from({ length: 64 }, (_, index) => (dark.includes(index % 8) ? 0 : 255)),
    )
  const [one, two, three, empty] = [scan(0, 1), scan(3, 4), scan(6), scan()]
  expect(alignPages([one, two, empty], [one, three, empty, two])).toEqual([
    { old: 0, new: 0, isMoved: false },
    { old: undefined, new: 1, isMoved: false },
    { old: 2, new: 2, isMoved: false },
    { old: 1, new: 3, isMoved: true },
  ])
})
