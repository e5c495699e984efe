import { expect, test } from 'vitest'
import { isPageListError, type ListedPage, parsePageList, resolvePages, writePageList } from './page-list.ts'

function pagesOf(text: string, pageCounts: readonly number[]): ListedPage[][] {
  const list = parsePageList(text)
  if (isPageListError(list)) throw new Error(list.problem)
  const pages = resolvePages(list, pageCounts)
  if ('problem' in pages) throw new Error(pages.problem)
  return pages
}

const numbersOf = (text: string, pageCount: number) => pagesOf(text, [pageCount])[0]?.map(({ page }) => page)

test.each([
  ['1-5, 8', 10, [1, 2, 3, 4, 5, 8]],
  ['odd', 5, [1, 3, 5]],
  ['even', 5, [2, 4]],
  ['3-', 5, [3, 4, 5]],
  ['-2', 5, [1, 2]],
  ['last', 5, [5]],
  ['5-3', 5, [5, 4, 3]],
  ['4-last', 5, [4, 5]],
  ['ODD , 2', 3, [1, 3, 2]],
  ['', 3, [1, 2, 3]],
  ['2, 2', 3, [2, 2]],
])('page list %j of %i pages', (text, pageCount, pages) => {
  expect(numbersOf(text, pageCount)).toEqual(pages)
})

test('page list: files, rotations, empty pages and several documents', () => {
  expect(pagesOf('2:1-2@90, blank; 1:3', [3, 2])).toEqual([
    [
      { file: 2, page: 1, rotation: 90 },
      { file: 2, page: 2, rotation: 90 },
      { file: 0, page: 0, rotation: 0 },
    ],
    [{ file: 1, page: 3, rotation: 0 }],
  ])
})

test('page list: no text is every page of every file', () => {
  expect(pagesOf(' ', [2, 1])).toEqual([
    [
      { file: 1, page: 1, rotation: 0 },
      { file: 1, page: 2, rotation: 0 },
      { file: 2, page: 1, rotation: 0 },
    ],
  ])
})

test.each([
  ['1-x', '"1-x" is not a range of pages.'],
  ['1;;2', 'A document in the list of pages has no pages.'],
  ['3@45', '"3@45" is not a range of pages.'],
])('page list %j: is refused', (text, problem) => {
  expect(() => pagesOf(text, [9])).toThrow(problem)
})

test.each([
  ['7', [5], 'There is no page 7; the file has 5 pages.'],
  ['2:1', [5], 'There is no file 2; 1 file given.'],
  ['0', [5], 'There is no page 0; the file has 5 pages.'],
  ['2:3', [1, 1], 'There is no page 3; file 2 has 1 page.'],
])('page list %j of %j: names the page that is missing', (text, pageCounts, problem) => {
  expect(() => pagesOf(text, pageCounts)).toThrow(problem)
})

test('page list: is written with ranges, and read back the same', () => {
  const pages = pagesOf('1:1-4, 2:2@180, blank, 1:9; 1:5', [9, 2])
  const text = writePageList(pages)
  expect(text).toBe('1:1-4, 2:2@180, blank, 1:9; 1:5')
  expect(pagesOf(text, [9, 2])).toEqual(pages)
})
