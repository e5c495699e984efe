import { expect, test } from 'vitest'
import { allPages } from './page-workspace.ts'
import { readHistory, writeHistory } from './saved-history.ts'
import {
  emptyWorkspaceHistory,
  type WorkspaceAction,
  type WorkspaceHistory,
  workspaceReducer,
} from './workspace-history.ts'

const sources = [
  { id: 'file-a', name: 'Report', pageCount: 3 },
  { id: 'file-b', name: 'Other', pageCount: 2 },
  { id: 'pending', name: 'Pending', pageCount: 0 },
  { id: 'unused', name: 'Unused', pageCount: 9 },
]

const after = (history: WorkspaceHistory, ...actions: readonly WorkspaceAction[]) =>
  actions.reduce(workspaceReducer, history)
const steps = (type: 'undo' | 'redo', count: number) => Array.from({ length: count }, () => ({ type }))

const opened = after(
  emptyWorkspaceHistory,
  { type: 'open', files: [{ source: 'file-a', name: 'Report' }] },
  { type: 'fill', source: 'file-a', pageCount: 3 },
  { type: 'open', files: [{ source: 'file-b', name: 'Other' }] },
  { type: 'fill', source: 'file-b', pageCount: 2 },
)
const edited = after(
  opened,
  { type: 'select', page: 'file-a-2', mode: 'only' },
  { type: 'rotate', degrees: 90 },
  { type: 'duplicate' },
  { type: 'insert-blank' },
  { type: 'split' },
  { type: 'remove-document', document: 'file-b' },
  { type: 'open', files: [{ source: 'pending', name: 'Pending' }] },
)

/** What the user sees of a step; where a range begins is not saved. */
const seen = ({ present: { documents, selected, focus } }: WorkspaceHistory) =>
  JSON.stringify({ documents, selected: [...selected], focus })

function reloaded(history: WorkspaceHistory): WorkspaceHistory {
  return readHistory(writeHistory(history, sources))?.history ?? expect.fail('not restored')
}

test('saved history: every step is undone and redone after a reload as before it', () => {
  const history = after(edited, ...steps('undo', 3))
  expect([history.past.length, history.future.length]).toEqual([5, 3])
  const restored = reloaded(history)
  for (const [type, count] of [
    ['undo', 5],
    ['redo', 3],
  ] as const)
    for (let done = 0; done <= count; done++) {
      const actions = steps(type, done)
      expect(seen(after(restored, ...actions))).toBe(seen(after(history, ...actions)))
    }
})

test('saved history: pages made after a reload have new ids', () => {
  const { present } = after(reloaded(edited), { type: 'duplicate' }, { type: 'insert-blank' })
  const ids = allPages(present).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('saved history: only the files that a step needs, also those of removed documents', () => {
  const restored = readHistory(writeHistory(edited, sources))
  expect(restored?.sources.map(({ id }) => id)).toEqual(['file-a', 'file-b', 'pending'])
  expect(restored?.history.present.documents.map(({ pending }) => pending)).toContain('pending')
})

test('saved history: documents that a step does not change are saved once', () => {
  const rotated = after(
    opened,
    ...Array.from({ length: 4 }, () => ({ type: 'rotate', degrees: 90 }) as const),
  )
  const { documents } = JSON.parse(writeHistory(rotated, sources))
  expect(documents.filter(({ name }: { name: string }) => name === 'Other')).toHaveLength(1)
})

test('saved history: the steps nearest to the present, bounded in number and in length', () => {
  const rotations = Array.from({ length: 190 }, () => ({ type: 'rotate', degrees: 90 }) as const)
  const many = after(opened, ...rotations, ...steps('undo', 30))
  const restored = reloaded(many)
  expect([restored.past.length, restored.future.length]).toEqual([70, 30])
  expect(seen(after(restored, { type: 'undo' }))).toBe(seen(after(many, { type: 'undo' })))

  const large = after(
    emptyWorkspaceHistory,
    { type: 'open', files: [{ source: 'file-a', name: 'Report' }] },
    { type: 'fill', source: 'file-a', pageCount: 2000 },
    { type: 'select-pages', pages: Array.from({ length: 1000 }, (_, index) => `file-a-${index * 2 + 1}`) },
    ...rotations,
  )
  const text = writeHistory(large, [{ id: 'file-a', name: 'Report', pageCount: 2000 }])
  expect(text.length).toBeLessThan(300_000)
  expect(readHistory(text)?.history.past.length).toBeGreaterThan(2)
})

test('saved history: nothing selected stays nothing', () => {
  expect(reloaded(opened).present.selected.size).toBe(0)
})

test('readHistory: a workspace that was saved without steps', () => {
  const restored = readHistory(
    JSON.stringify({
      sources: sources.slice(0, 2),
      documents: [
        { name: 'Report', pages: '1:3, 1:1-2' },
        { name: 'Other', pages: 'blank, 2:1-2@90' },
        { name: 'Pending', pending: 'p', pages: '' },
      ],
      selected: '1:2, 1:5',
      focus: 5,
    }),
  )
  const { past, present, future } = restored?.history ?? expect.fail('not restored')
  expect([past, future]).toEqual([[], []])
  expect(
    present.documents.map(({ pages }) =>
      pages.map(({ source, page, rotation }) => `${source}:${page}@${rotation}`),
    ),
  ).toEqual([['file-a:3@0', 'file-a:1@0', 'file-a:2@0'], ['undefined:0@0', 'file-b:1@90', 'file-b:2@90'], []])
  const ids = allPages(present).map(({ id }) => id)
  expect([...present.selected].map(id => ids.indexOf(id))).toEqual([1, 4])
  expect(ids.indexOf(present.focus ?? '')).toBe(4)
})

test('readHistory: undefined for what cannot be read', () => {
  const damaged = writeHistory(edited, sources).replace('"ids":"', '"ids":"1:7, ')
  for (const text of [undefined, '', '{', '{"documents":[]}', damaged])
    expect(readHistory(text)).toBeUndefined()
})
