import { expect, test } from 'vitest'
import { readWorkspace, writeWorkspace } from './saved-workspace.ts'
import { workspaceOf } from './workspace.fixture.ts'

const sources = [
  { id: 'file-1', name: 'Report 1', pageCount: 3 },
  { id: 'file-2', name: 'Report 2', pageCount: 2 },
  { id: 'unused', name: 'Unused', pageCount: 9 },
]

test('saved workspace: documents, order, rotations, selection and focus are restored', () => {
  const { documents, ...rest } = workspaceOf('abc|de', 'bd', 'd')
  const [first, second] = documents
  const blank = { id: 'x', source: undefined, page: 0, rotation: 0 } as const
  const changed = {
    ...rest,
    documents: [
      { id: '1', name: 'Report 1', pages: [...(first?.pages ?? [])].reverse() },
      {
        id: '2',
        name: 'Other',
        pages: [blank, ...(second?.pages ?? []).map(page => ({ ...page, rotation: 90 as const }))],
      },
      { id: 'p', name: 'Pending', pending: 'p', pages: [] },
    ],
  }
  const restored = readWorkspace(writeWorkspace(changed, sources))
  const pages = restored?.workspace.documents.map(document =>
    document.pages.map(({ source, page, rotation }) => `${source}:${page}@${rotation}`),
  )
  expect(pages).toEqual([
    ['file-1:3@0', 'file-1:2@0', 'file-1:1@0'],
    ['undefined:0@0', 'file-2:1@90', 'file-2:2@90'],
    [],
  ])
  expect(restored?.sources.map(({ id }) => id)).toEqual(['file-1', 'file-2'])
  expect(restored?.workspace.documents[2]?.pending).toBe('p')
  const ids = restored?.workspace.documents.flatMap(document => document.pages.map(({ id }) => id)) ?? []
  expect([...(restored?.workspace.selected ?? [])].map(id => ids.indexOf(id))).toEqual([1, 4])
  expect(ids.indexOf(restored?.workspace.focus ?? '')).toBe(4)
})

test('saved workspace: nothing selected stays nothing', () => {
  expect(readWorkspace(writeWorkspace(workspaceOf('abc'), sources))?.workspace.selected.size).toBe(0)
})

test('saved workspace: undefined for what cannot be read', () => {
  for (const text of [undefined, '', '{', '{"documents":[]}']) expect(readWorkspace(text)).toBeUndefined()
})
