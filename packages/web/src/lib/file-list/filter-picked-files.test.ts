import { expect, test } from 'vitest'
import { filterPickedFiles } from './filter-picked-files.ts'
import type { ListedFile } from './listed-file.ts'
import type { PickedFiles } from './picked-file.ts'

const modifiedMs = 1_700_000_000_000
const withoutEmpty = { keepsEmpty: false }

function picked(...files: readonly (readonly [path: string, content: string])[]): PickedFiles {
  return {
    files: files.map(([path, content]) => ({
      file: new File([content], path.split('/').at(-1) ?? '', { lastModified: modifiedMs }),
      path,
    })),
    unreadablePaths: [],
  }
}
const pathsOf = ({ files }: { files: readonly { path: string }[] }) => files.map(({ path }) => path)

test('filterPickedFiles: skips hidden system files with a note, but not other hidden files', () => {
  const filtered = filterPickedFiles(
    picked(
      ['site/.DS_Store', 'x'],
      ['site/Thumbs.db', 'x'],
      ['__MACOSX/site/a.txt', 'x'],
      ['site/._a.txt', 'x'],
      ['site/.env', 'x'],
      ['site/a.txt', 'x'],
    ),
    [],
    withoutEmpty,
  )
  expect(pathsOf(filtered)).toEqual(['site/.env', 'site/a.txt'])
  expect(filtered.notes).toEqual([{ text: '4 hidden system files skipped.', names: [] }])
})

test('filterPickedFiles: skips empty and unreadable files with a note', () => {
  const filtered = filterPickedFiles(
    { ...picked(['a.txt', ''], ['b.txt', 'x']), unreadablePaths: ['c.txt', 'd.txt'] },
    [],
    withoutEmpty,
  )
  expect(pathsOf(filtered)).toEqual(['b.txt'])
  expect(filtered.notes).toEqual([
    { text: '2 files could not be read and were skipped.', names: ['c.txt', 'd.txt'] },
    { text: '1 empty file skipped.', names: ['a.txt'] },
  ])
})

test('filterPickedFiles: keeps empty files for archives', () => {
  const filtered = filterPickedFiles(picked(['a.txt', ''], ['b.txt', 'x']), [], { keepsEmpty: true })
  expect(pathsOf(filtered)).toEqual(['a.txt', 'b.txt'])
  expect(filtered.notes).toEqual([])
})

test('filterPickedFiles: skips duplicates, but not the same name in another folder', () => {
  const listed: ListedFile = {
    key: 'k',
    path: 'a.txt',
    sizeBytes: 1,
    modifiedAt: new Date(modifiedMs).toISOString(),
    file: undefined,
    sending: { phase: 'complete', uploadId: 'u1' },
  }
  const filtered = filterPickedFiles(
    picked(['a.txt', 'x'], ['b.txt', 'x'], ['b.txt', 'x'], ['sub/a.txt', 'x'], ['a.txt', 'changed']),
    [listed],
    withoutEmpty,
  )
  expect(pathsOf(filtered)).toEqual(['b.txt', 'sub/a.txt', 'a.txt'])
  expect(filtered.notes).toEqual([{ text: '2 files were already in the list.', names: ['a.txt', 'b.txt'] }])
})

test('filterPickedFiles: limits the list to 10,000 files', () => {
  const file = new File(['x'], 'same.txt')
  const files = Array.from({ length: 10_002 }, (_, index) => ({ file, path: `${index}.txt` }))
  const many = { files, unreadablePaths: [] }
  const filtered = filterPickedFiles(many, [], withoutEmpty)
  expect(filtered.files).toHaveLength(10_000)
  expect(filtered.notes).toEqual([
    { text: 'You can add up to 10,000 files.', names: ['10000.txt', '10001.txt'] },
  ])
})
