import { expect, test } from 'vitest'
import { fakeFile, fakeFolder, fakeTransfer } from './drop.fixture.ts'
import { readDropped } from './files-zone.tsx'

test('readDropped: reads a dropped folder recursively and keeps folder paths', async () => {
  const { files, unreadablePaths } = await readDropped(
    fakeTransfer(
      fakeFolder('/trip', [
        fakeFile('/trip/b10.jpg'),
        fakeFile('/trip/b9.jpg'),
        fakeFolder('/trip/sea', [fakeFile('/trip/sea/a.jpg')]),
      ]),
      fakeFile('/alone.jpg'),
    ),
  )
  expect(files.map(({ path }) => path)).toEqual([
    'trip/b9.jpg',
    'trip/b10.jpg',
    'trip/sea/a.jpg',
    'alone.jpg',
  ])
  expect(files[2]?.file.name).toBe('a.jpg')
  expect(unreadablePaths).toEqual([])
})

test('readDropped: reads folders with more files than one batch of the reader', async () => {
  const children = Array.from({ length: 250 }, (_, index) => fakeFile(`/many/${index}.txt`))
  const { files } = await readDropped(fakeTransfer(fakeFolder('/many', children)))
  expect(files).toHaveLength(250)
})

test('readDropped: names unreadable entries and reads the rest', async () => {
  const { files, unreadablePaths } = await readDropped(
    fakeTransfer(
      fakeFolder('/mixed', [fakeFile('/mixed/locked.txt', { isLocked: true }), fakeFile('/mixed/open.txt')]),
    ),
  )
  expect(files.map(({ path }) => path)).toEqual(['mixed/open.txt'])
  expect(unreadablePaths).toEqual(['mixed/locked.txt'])
})

test('readDropped: falls back to plain files without FileSystem entries', async () => {
  const file = new File(['x'], 'plain.txt')
  const { files } = await readDropped({ files: [file] } as unknown as DataTransfer)
  expect(files).toEqual([{ file, path: 'plain.txt' }])
})
