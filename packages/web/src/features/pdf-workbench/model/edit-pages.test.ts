import { expect, test } from 'vitest'
import {
  duplicatePages,
  insertBlankPage,
  joinDocument,
  movePages,
  removeDocument,
  removePages,
  rotatePages,
  shiftPages,
  splitDocument,
} from './edit-pages.ts'
import { selectedText, textOf, workspaceOf } from './workspace.fixture.ts'

const newIds = () => {
  const ids = ['x', 'y', 'z']
  return () => ids.shift() ?? ''
}

test('rotatePages: selected pages, or the one with the focus, in both directions', () => {
  const rotations = (text: string, selected: string, focus?: string) =>
    rotatePages(workspaceOf(text, selected, focus), -90).documents.flatMap(({ pages }) =>
      pages.map(({ rotation }) => rotation),
    )
  expect(rotations('abc', 'ac')).toEqual([270, 0, 270])
  expect(rotations('abc', '', 'b')).toEqual([0, 270, 0])
  const none = workspaceOf('abc')
  expect(rotatePages(none, 90)).toBe(none)
})

test('removePages: documents without pages disappear, and the next page gets the focus', () => {
  const removed = removePages(workspaceOf('ab|cd', 'bcd'))
  expect([textOf(removed), removed.focus, removed.selected.size]).toEqual(['a', 'a', 0])
  expect(removePages(workspaceOf('abc', 'b')).focus).toBe('c')
})

test('removePages: a document whose file is still opened stays', () => {
  const { documents, ...rest } = workspaceOf('ab', 'ab')
  const pending = { id: 'p', name: 'p', pending: 'p', pages: [] }
  expect(removePages({ ...rest, documents: [...documents, pending] }).documents).toEqual([pending])
})

test('duplicatePages: copies follow the last selected page and are selected', () => {
  const copied = duplicatePages(workspaceOf('abc|d', 'ab'), newIds())
  expect([textOf(copied), selectedText(copied)]).toEqual(['abxyc|d', 'xy'])
  expect(copied.documents[0]?.pages[3]).toEqual({ id: 'y', source: 'file-1', page: 2, rotation: 0 })
})

test('insertBlankPage: after the selection, or at the end', () => {
  expect(textOf(insertBlankPage(workspaceOf('abc', 'a'), newIds()))).toBe('axbc')
  const atEnd = insertBlankPage(workspaceOf('ab|c'), newIds())
  expect(textOf(atEnd)).toBe('ab|cx')
  expect(atEnd.documents[1]?.pages[1]?.source).toBeUndefined()
})

test('splitDocument: a new document begins with the first selected page', () => {
  const split = splitDocument(workspaceOf('abcd', 'cd'), newIds(), name => `${name} (2)`)
  expect([textOf(split), split.documents[1]?.name]).toEqual(['ab|cd', 'Report 1 (2)'])
  const first = workspaceOf('abcd', 'a')
  expect(splitDocument(first, newIds(), name => name)).toBe(first)
})

test('joinDocument: appends to the document before, but not to one that is being opened', () => {
  expect(textOf(joinDocument(workspaceOf('ab|c|d'), 'document-2'))).toBe('abc|d')
  const first = workspaceOf('ab|c')
  expect(joinDocument(first, 'document-1')).toBe(first)
  const [document, ...others] = first.documents
  const pending = {
    ...first,
    documents: [{ ...document, id: 'p', name: 'p', pending: 'p', pages: [] }, ...others],
  }
  expect(joinDocument(pending, 'document-2')).toBe(pending)
})

test('removeDocument: with its selection and focus', () => {
  const removed = removeDocument(workspaceOf('ab|cd', 'bc'), 'document-1')
  expect([textOf(removed), selectedText(removed), removed.focus]).toEqual(['cd', 'c', 'c'])
})

test('movePages: within a document, across documents, and together', () => {
  const moved = (text: string, selected: string, document: number, index: number) =>
    textOf(movePages(workspaceOf(text, selected), { document: `document-${document}`, index }))
  expect(moved('abcd', 'a', 1, 3)).toBe('bcad')
  expect(moved('abcd', 'd', 1, 0)).toBe('dabc')
  expect(moved('abc|def', 'ac', 2, 1)).toBe('b|dacef')
  expect(moved('ab|cd', 'ab', 2, 2)).toBe('cdab')
})

test('movePages: nothing changes at the same place or at a place that is gone', () => {
  const workspace = workspaceOf('abc', 'b')
  expect(movePages(workspace, { document: 'document-1', index: 1 })).toBe(workspace)
  expect(movePages(workspace, { document: 'document-1', index: 2 })).toBe(workspace)
  expect(movePages(workspace, { document: 'document-9', index: 0 })).toBe(workspace)
})

test.each([
  ['abc', 'b', 1, 'acb'],
  ['abc', 'b', -1, 'bac'],
  ['abc', 'c', 1, 'abc'],
  ['ab|cd', 'b', 1, 'a|bcd'],
  ['ab|cd', 'c', -1, 'abc|d'],
  ['a|bc', 'a', 1, 'abc'],
  ['abcd', 'bc', 2, 'adbc'],
  ['abcdef', 'a', 3, 'bcdaef'],
])('shiftPages: %s with %s selected by %i is %s', (text, selected, by, expected) => {
  expect(textOf(shiftPages(workspaceOf(text, selected), by))).toBe(expected)
})
