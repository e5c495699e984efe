import { expect, test } from 'vitest'
import { describeChange } from './describe-change.ts'
import { findListedPages } from './select-pages.ts'
import { selectedText, textOf, workspaceOf } from './workspace.fixture.ts'
import {
  emptyWorkspaceHistory,
  type WorkspaceAction,
  type WorkspaceHistory,
  workspaceReducer,
} from './workspace-history.ts'

const historyOf = (text: string, selected = '', focus?: string): WorkspaceHistory => ({
  ...emptyWorkspaceHistory,
  present: workspaceOf(text, selected, focus ?? selected[0]),
})
const after = (history: WorkspaceHistory, ...actions: readonly WorkspaceAction[]) =>
  actions.reduce(workspaceReducer, history)

test('workspaceReducer: every edit can be undone and redone, with its selection', () => {
  const edits: readonly WorkspaceAction[] = [
    { type: 'rotate', degrees: 90 },
    { type: 'duplicate' },
    { type: 'insert-blank' },
    { type: 'split' },
    { type: 'shift', by: -1 },
    { type: 'remove' },
    { type: 'open', files: [{ source: 's', name: 'New' }] },
    { type: 'remove-document', document: 's' },
  ]
  const start = historyOf('abcd', 'bc')
  const edited = after(start, ...edits)
  expect(edited.past).toHaveLength(edits.length)
  const undone = after(edited, ...edits.map((): WorkspaceAction => ({ type: 'undo' })))
  expect(undone.present).toEqual(start.present)
  const redone = after(undone, ...edits.map((): WorkspaceAction => ({ type: 'redo' })))
  expect(redone.present).toEqual(edited.present)
})

test('workspaceReducer: selecting and edits without effect are not steps', () => {
  const history = after(
    historyOf('abc', 'a'),
    { type: 'select', page: 'b', mode: 'only' },
    { type: 'select-all' },
    { type: 'shift', by: -1 },
  )
  expect(history.past).toEqual([])
})

test('workspaceReducer: a new edit drops what was undone', () => {
  const history = after(
    historyOf('abc', 'a'),
    { type: 'remove' },
    { type: 'undo' },
    { type: 'rotate', degrees: 90 },
  )
  expect(history.future).toEqual([])
})

test('workspaceReducer: the pages of a file also come into the steps before', () => {
  const history = after(
    historyOf('abc', 'a'),
    { type: 'open', files: [{ source: 's', name: 'New' }] },
    { type: 'remove' },
    { type: 'fill', source: 's', pageCount: 2 },
    { type: 'undo' },
  )
  expect(history.present.documents[1]).toMatchObject({ name: 'New', pages: [{ page: 1 }, { page: 2 }] })
  expect(history.present.documents[1]?.pending).toBeUndefined()
  expect(after(history, { type: 'undo' }).present.documents).toHaveLength(1)
})

test('workspaceReducer: split documents get free names', () => {
  const history = after(
    historyOf('abcd', 'd'),
    { type: 'split' },
    { type: 'select', page: 'c', mode: 'only' },
    { type: 'split' },
  )
  expect(history.present.documents.map(({ name }) => name)).toEqual([
    'Report 1',
    'Report 1 (3)',
    'Report 1 (2)',
  ])
})

test.each<[string, readonly WorkspaceAction[], string]>([
  ['a click', [{ type: 'select', page: 'c', mode: 'only' }], 'c'],
  ['Ctrl and click', [{ type: 'select', page: 'c', mode: 'toggle' }], 'ac'],
  ['a second one', [{ type: 'select', page: 'a', mode: 'toggle' }], ''],
  ['Shift and click, across documents', [{ type: 'select', page: 'd', mode: 'range' }], 'abcd'],
  [
    'a range that shrinks',
    [
      { type: 'select', page: 'd', mode: 'range' },
      { type: 'select', page: 'b', mode: 'range' },
    ],
    'ab',
  ],
  [
    'Shift and arrow keys',
    [
      { type: 'focus', by: 2, isExtending: true },
      { type: 'focus', by: -1, isExtending: true },
    ],
    'ab',
  ],
  ['all', [{ type: 'select-all' }], 'abcde'],
])('workspaceReducer: selection by %s', (_, actions, expected) => {
  expect(selectedText(after(historyOf('abc|de', 'a'), ...actions).present)).toBe(expected)
})

test('findListedPages: positions over all documents, or a problem', () => {
  const workspace = workspaceOf('abc|de')
  expect(findListedPages(workspace, '1-2, 5, odd')).toEqual({ ids: ['a', 'b', 'e', 'c'] })
  expect(findListedPages(workspace, '7')).toEqual({ problem: 'There is no page 7; the file has 5 pages.' })
  expect(findListedPages(workspace, 'x')).toHaveProperty('problem')
})

test.each<[WorkspaceAction, string]>([
  [{ type: 'rotate', degrees: -90 }, '2 pages rotated left.'],
  [{ type: 'remove' }, '2 pages deleted.'],
  [{ type: 'shift', by: 1 }, '2 pages moved to position 2.'],
  [{ type: 'split' }, 'Split: 3 documents now.'],
  [{ type: 'join', document: 'document-2' }, 'Joined: 1 document now.'],
  [{ type: 'select-all' }, '5 pages selected.'],
  [{ type: 'undo' }, ''],
])('describeChange: %o', (action, expected) => {
  const before = historyOf('abc|de', 'bc')
  expect(describeChange(before, workspaceReducer(before, action), action)).toBe(expected)
})

test('workspaceReducer: shifted pages keep their order', () => {
  expect(textOf(after(historyOf('abcde', 'bd'), { type: 'shift', by: 1 }).present)).toBe('acbde')
})
