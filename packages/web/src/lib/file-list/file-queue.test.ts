import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFakeIndexedDb } from '../indexed-db.fixture.ts'
import { readSavedWork, saveWork } from '../job/saved-work.ts'
import { FakeTusXhr, tusServer } from '../tus.fixture.ts'
import type { PickedFile } from './picked-file.ts'
import { createFileQueue, type FileQueue } from './use-file-list.ts'

let queue: FileQueue

beforeEach(() => {
  localStorage.clear()
  tusServer.reset()
  vi.stubGlobal('XMLHttpRequest', FakeTusXhr)
  queue = createFileQueue('batch-images', 'batch-convert')
  queue.open()
})
afterEach(() => {
  queue.close()
  vi.unstubAllGlobals()
})

const pick = (path: string, content = 'x'): PickedFile => ({
  file: new File([content], path.split('/').at(-1) ?? '', { lastModified: 1 }),
  path,
})
const picks = (...paths: string[]) => paths.map(path => pick(path))
const phases = () => queue.current().map(({ path, sending }) => `${path} ${sending.phase}`)
const paths = () => queue.current().map(({ path }) => path)
const keyOf = (path: string) => queue.current().find(listed => listed.path === path)?.key ?? ''
const allUploaded = () =>
  vi.waitFor(() => expect(queue.current().every(({ sending }) => sending.phase === 'complete')).toBe(true))

test('TOOL-01 createFileQueue: uploads three files at a time and starts the next when one completes', async () => {
  tusServer.hold()
  queue.add(picks('a.png', 'b.png', 'c.png', 'd.png', 'e.png'))
  await vi.waitFor(() => expect(tusServer.heldCount()).toBe(3))
  expect(phases()).toEqual([
    'a.png uploading',
    'b.png uploading',
    'c.png uploading',
    'd.png waiting',
    'e.png waiting',
  ])
  tusServer.release(1)
  await vi.waitFor(() => expect(phases()[3]).toBe('d.png uploading'))
  expect(phases()[0]).toBe('a.png complete')
  tusServer.release()
  await allUploaded()
  expect(tusServer.received().map(({ purpose }) => purpose)).toEqual(Array(5).fill('batch-convert'))
})

test('createFileQueue: finds the files themselves again after a reload, until they are removed', async () => {
  const { indexedDB, records } = createFakeIndexedDb()
  vi.stubGlobal('indexedDB', indexedDB)
  queue.add(picks('a.mp4', 'b.mp4'))
  await allUploaded()
  await vi.waitFor(() => expect(records.size).toBe(2))
  const headers = { 'upload-length': '1', 'upload-offset': '1' }
  vi.stubGlobal('fetch', async () => new Response(null, { headers }))
  queue.close()
  queue = createFileQueue('batch-images', 'batch-convert')
  queue.open()
  const restoredNames = () => queue.current().map(({ file, restoredFile }) => [file, restoredFile?.name])
  await vi.waitFor(() =>
    expect(restoredNames()).toEqual([
      [undefined, 'a.mp4'],
      [undefined, 'b.mp4'],
    ]),
  )
  queue.remove(keyOf('a.mp4'))
  await vi.waitFor(() => expect(records.size).toBe(1))
  queue.clear()
  await vi.waitFor(() => expect(records.size).toBe(0))
})

test('createFileQueue: files of the same name, size and time in two folders are separate uploads', async () => {
  tusServer.hold()
  queue.add([pick('one/index.html', 'first'.repeat(150_000))])
  await vi.waitFor(() => expect(tusServer.heldCount()).toBe(1))
  tusServer.release(1)
  // Started, and remembered so that it could be resumed.
  await vi.waitFor(() => expect(tusServer.heldCount()).toBe(1))
  queue.add([pick('two/index.html', 'other'.repeat(150_000))])
  await vi.waitFor(() => expect(tusServer.heldCount()).toBe(2))
  tusServer.release()
  await allUploaded()
  const ids = queue.current().map(({ sending }) => sending.phase === 'complete' && sending.uploadId)
  expect(ids).toEqual(['u1', 'u2'])
})

test('createFileQueue: removing a file cancels its upload and starts the next one', async () => {
  tusServer.hold()
  const large = 'x'.repeat(600 * 1024)
  queue.add([pick('large.png', large), ...picks('b.png', 'c.png', 'd.png')])
  await vi.waitFor(() => expect(tusServer.heldCount()).toBe(3))
  tusServer.release(1)
  await vi.waitFor(() => expect(tusServer.received()).toHaveLength(1))
  queue.remove(keyOf('large.png'))
  expect(phases()).toEqual(['b.png uploading', 'c.png uploading', 'd.png uploading'])
  await vi.waitFor(() => expect(tusServer.deletedIds()).toEqual(['u1']))
  tusServer.release()
  await allUploaded()
  expect(paths()).toEqual(['b.png', 'c.png', 'd.png'])
})

test('createFileQueue: a rejected file keeps its reason, does not block others and can be retried', async () => {
  tusServer.refuse('a.png', 'The server is full.')
  queue.add(picks('a.png', 'b.png'))
  await vi.waitFor(() => expect(phases()).toEqual(['a.png stopped', 'b.png complete']))
  expect(queue.current()[0]?.sending).toMatchObject({ reason: 'The server is full.' })
  tusServer.acceptAgain('a.png')
  queue.retry(keyOf('a.png'))
  await allUploaded()
})

test('createFileQueue: stores the order of moved files', async () => {
  queue.add(picks('a.png', 'b.png', 'c.png'))
  await allUploaded()
  queue.move(keyOf('c.png'), 0)
  queue.move(keyOf('a.png'), 9)
  expect(paths()).toEqual(['c.png', 'b.png', 'a.png'])
  expect(readSavedWork('batch-images').files?.map(({ path }) => path)).toEqual(['c.png', 'b.png', 'a.png'])
})

test('createFileQueue: restores the files that the server still has', async () => {
  saveWork('compress', {
    files: [
      { uploadId: 'kept', path: 'album/a.png', sizeBytes: 7 },
      { uploadId: 'deleted', path: 'album/b.png', sizeBytes: 8 },
    ],
  })
  vi.stubGlobal('fetch', async (url: string) =>
    url.endsWith('kept')
      ? new Response(null, { headers: { 'upload-length': '7', 'upload-offset': '7' } })
      : new Response(null, { status: 404 }),
  )
  const restored = createFileQueue('compress', 'compress-files')
  restored.open()
  await vi.waitFor(() => expect(restored.current()).toHaveLength(1))
  expect(restored.current()[0]).toMatchObject({
    path: 'album/a.png',
    file: undefined,
    sending: { phase: 'complete', uploadId: 'kept' },
  })
  expect(readSavedWork('compress').files?.map(({ uploadId }) => uploadId)).toEqual(['kept'])
})

test('createFileQueue: clearing the list removes the stored state', async () => {
  queue.add(picks('a.png'))
  await allUploaded()
  expect(readSavedWork('batch-images').files).toHaveLength(1)
  queue.clear()
  expect(queue.current()).toEqual([])
  expect(localStorage.getItem('filesmith.work.batch-images')).toBeNull()
})
