import { expect, test } from 'vitest'
import { fakeFile, fakeFolder, fakeTransfer } from './drop.fixture.ts'
import { readDropped } from './read-dropped.ts'

test('a dropped folder is read to its last file, with the folders kept in the paths', async () => {
  const { files, unreadableCount } = await readDropped(
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
  expect(unreadableCount).toBe(0)
})

test('a folder of more files than a reader gives at once is read to its end', async () => {
  const children = Array.from({ length: 250 }, (_, index) => fakeFile(`/many/${index}.txt`))
  const { files } = await readDropped(fakeTransfer(fakeFolder('/many', children)))
  expect(files).toHaveLength(250)
})

test('what cannot be opened is counted, and the rest is read', async () => {
  const { files, unreadableCount } = await readDropped(
    fakeTransfer(
      fakeFolder('/mixed', [fakeFile('/mixed/locked.txt', { isLocked: true }), fakeFile('/mixed/open.txt')]),
    ),
  )
  expect(files.map(({ path }) => path)).toEqual(['mixed/open.txt'])
  expect(unreadableCount).toBe(1)
})

test('a browser that cannot look into folders gives its files', async () => {
  const file = new File(['x'], 'plain.txt')
  const { files } = await readDropped({ files: [file] } as unknown as DataTransfer)
  expect(files).toEqual([{ file, path: 'plain.txt' }])
})
