import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFakeIndexedDb } from './indexed-db.fixture.ts'
import { keepLocalFile, readLocalFile, removeAllLocalFiles, removeLocalFile } from './local-files.ts'

let fake: ReturnType<typeof createFakeIndexedDb>
beforeEach(() => {
  fake = createFakeIndexedDb()
  vi.stubGlobal('indexedDB', fake.indexedDB)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const fileOf = (name: string) => new File(['x'], name)

test('local files: a kept file is found by its id until it is removed', async () => {
  await keepLocalFile('u1', fileOf('a.mp4'))
  await keepLocalFile('u2', fileOf('b.mp4'))
  await keepLocalFile('u2', fileOf('c.mp4'))
  expect((await readLocalFile('u1'))?.name).toBe('a.mp4')
  expect((await readLocalFile('u2'))?.name).toBe('c.mp4')
  await removeLocalFile('u1')
  expect(await readLocalFile('u1')).toBeUndefined()
  await removeAllLocalFiles()
  expect(fake.records.size).toBe(0)
})

test('local files: those of the day before are removed with the next one', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T10:00:00Z') })
  await keepLocalFile('old', fileOf('a.mp4'))
  vi.setSystemTime(new Date('2026-03-02T10:00:01Z'))
  await keepLocalFile('new', fileOf('b.mp4'))
  expect([...fake.records.keys()].map(key => key.split(' ')[1])).toEqual(['new'])
})

test('local files: nothing fails without IndexedDB', async () => {
  vi.stubGlobal('indexedDB', undefined)
  await keepLocalFile('u1', fileOf('a.mp4'))
  expect(await readLocalFile('u1')).toBeUndefined()
})
