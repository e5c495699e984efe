import { expect, test } from 'vitest'
import type { ListedFile } from './listed-file.ts'
import type { PickedFiles } from './picked-file.ts'
import { sortOut } from './sort-out.ts'

const modifiedMs = 1_700_000_000_000
const forBatch = { keepsEmpty: false }

function picked(...files: readonly (readonly [path: string, content: string])[]): PickedFiles {
  return {
    files: files.map(([path, content]) => ({
      file: new File([content], path.split('/').at(-1) ?? '', { lastModified: modifiedMs }),
      path,
    })),
    unreadableCount: 0,
  }
}
const pathsOf = ({ files }: { files: readonly { path: string }[] }) => files.map(({ path }) => path)

test('hidden files of operating systems are left out with a note, hidden files of people are not', () => {
  const sorted = sortOut(
    picked(
      ['site/.DS_Store', 'x'],
      ['site/Thumbs.db', 'x'],
      ['__MACOSX/site/a.txt', 'x'],
      ['site/._a.txt', 'x'],
      ['site/.env', 'x'],
      ['site/a.txt', 'x'],
    ),
    [],
    forBatch,
  )
  expect(pathsOf(sorted)).toEqual(['site/.env', 'site/a.txt'])
  expect(sorted.notes).toEqual(['4 hidden system files left out.'])
})

test('empty files and unreadable ones are left out with a note', () => {
  const sorted = sortOut({ ...picked(['a.txt', ''], ['b.txt', 'x']), unreadableCount: 2 }, [], forBatch)
  expect(pathsOf(sorted)).toEqual(['b.txt'])
  expect(sorted.notes).toEqual(['2 files could not be read and were left out.', '1 empty file left out.'])
})

test('an archive may hold empty files', () => {
  const sorted = sortOut(picked(['a.txt', ''], ['b.txt', 'x']), [], { keepsEmpty: true })
  expect(pathsOf(sorted)).toEqual(['a.txt', 'b.txt'])
  expect(sorted.notes).toEqual([])
})

test('the same file twice is once in the list; the same name in another folder is another file', () => {
  const listed: ListedFile = {
    key: 'k',
    path: 'a.txt',
    sizeBytes: 1,
    modifiedAt: new Date(modifiedMs).toISOString(),
    file: undefined,
    sending: { phase: 'complete', uploadId: 'u1' },
  }
  const sorted = sortOut(
    picked(['a.txt', 'x'], ['b.txt', 'x'], ['b.txt', 'x'], ['sub/a.txt', 'x'], ['a.txt', 'changed']),
    [listed],
    forBatch,
  )
  expect(pathsOf(sorted)).toEqual(['b.txt', 'sub/a.txt', 'a.txt'])
  expect(sorted.notes).toEqual(['2 files were in the list already.'])
})

test('a list is full at ten thousand files', () => {
  const file = new File(['x'], 'same.txt')
  const files = Array.from({ length: 10_002 }, (_, index) => ({ file, path: `${index}.txt` }))
  const many = { files, unreadableCount: 0 }
  const sorted = sortOut(many, [], forBatch)
  expect(sorted.files).toHaveLength(10_000)
  expect(sorted.notes).toEqual(['A list has room for 10,000 files.'])
})
