/** Conformance suite of Storage: invalid keys (path traversal) are refused, and an interrupted write leaves nothing. */
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import {
  contentOf,
  killWhenStalled,
  listed,
  mebibyte,
  randomContent,
  sourceFailure,
  spawnWriter,
  streamFailingAfter,
  streamOf,
} from './storage.test-content.ts'
import type { StorageTestContext } from './storage.test-harness.ts'

const oddKeys = [
  '',
  '.',
  '..',
  '../outside',
  'uploads/../../outside',
  'uploads/..',
  '/etc/passwd',
  'uploads//double',
  'uploads/',
  'uploads/.hidden',
  'uploads\\..\\outside',
  'uploads/nul\0byte',
  'uploads/new\nline',
  'uploads/a b',
  'uploads/ü',
  '%2e%2e/outside',
  'a'.repeat(300),
]

export function testFailing(current: () => StorageTestContext): void {
  test.each(oddKeys)('every method: refuses the key %j', async key => {
    const { storage } = current()
    const refusal = { code: 'invalid-request' }
    await expect(storage.write(key, streamOf(randomContent(1)))).rejects.toMatchObject(refusal)
    await expect(storage.append(key, 0, streamOf(randomContent(1)))).rejects.toMatchObject(refusal)
    await expect(storage.read(key)).rejects.toMatchObject(refusal)
    await expect(storage.stat(key)).rejects.toMatchObject(refusal)
    await expect(storage.remove(key)).rejects.toMatchObject(refusal)
    await expect(storage.fetchTo(key, '/nowhere')).rejects.toMatchObject(refusal)
    await expect(storage.seal(key)).rejects.toMatchObject(refusal)
    await expect(storage.appendedBytes(key)).rejects.toMatchObject(refusal)
    expect(await listed(storage, '')).toEqual([])
  })

  test.each(['..', '../', 'uploads/../', '/', 'uploads//'])(
    'removeAll and list: refuse the prefix %j',
    async prefix => {
      const { storage } = current()
      await expect(storage.removeAll(prefix)).rejects.toMatchObject({ code: 'invalid-request' })
      await expect(listed(storage, prefix)).rejects.toMatchObject({ code: 'invalid-request' })
    },
  )

  test.each([0, 100_000, 9 * mebibyte])(
    'write: leaves no object if the source fails after %d bytes',
    async bytes => {
      const { storage, harness } = current()
      const source = streamFailingAfter(randomContent(bytes))
      await expect(storage.write('uploads/cut', source)).rejects.toBe(sourceFailure)
      expect(source.destroyed).toBe(true)
      expect(await storage.stat('uploads/cut')).toBeUndefined()
      expect(await listed(storage, '')).toEqual([])
      expect(await harness.leftovers()).toEqual([])
    },
  )

  test('write: a failed write keeps the previous object', async () => {
    const { storage } = current()
    const content = randomContent(1000)
    await storage.write('uploads/kept', streamOf(content))
    await expect(storage.write('uploads/kept', streamFailingAfter(randomContent(5000)))).rejects.toBe(
      sourceFailure,
    )
    expect(content.equals(await contentOf(storage, 'uploads/kept'))).toBe(true)
  })

  test('write and append: reject a source that had already failed', async () => {
    const { storage, harness } = current()
    const source = new Readable({ read() {} })
    const writing = storage.write('uploads/cut', source)
    source.destroy(sourceFailure)
    await expect(writing).rejects.toBe(sourceFailure)
    const appending = storage.append('uploads/cut', 0, Readable.from([]).destroy())
    await expect(appending).rejects.toThrow()
    expect(await listed(storage, '')).toEqual([])
    expect(await harness.leftovers()).toEqual([])
  })

  test('write: a killed writer leaves no partial object', async () => {
    const { storage, harness } = current()
    const command = {
      action: 'write',
      key: 'uploads/killed',
      bytes: 12 * mebibyte,
      isStalling: true,
    } as const
    await killWhenStalled(spawnWriter({ ...command, factory: harness.factory }))
    expect(await storage.stat('uploads/killed')).toBeUndefined()
    await expect(storage.read('uploads/killed')).rejects.toMatchObject({ code: 'not-found' })
    expect(await listed(storage, '')).toEqual([])

    const content = randomContent(1000)
    await storage.write('uploads/killed', streamOf(content))
    expect(content.equals(await contentOf(storage, 'uploads/killed'))).toBe(true)
  })
}
