/** Conformance suite of Storage: writing, reading, ranges, listing and fetching to a local path. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { contentOf, listed, mebibyte, randomContent, streamOf } from './storage.test-content.ts'
import type { StorageTestContext } from './storage.test-harness.ts'

const sizes = [0, 1, 8 * mebibyte - 1, 8 * mebibyte, 8 * mebibyte + 1, 20 * mebibyte]

export function testReadingAndWriting(current: () => StorageTestContext): void {
  describe('writing and reading', () => {
    test.each(sizes)('write and read: %d bytes are read back unchanged', async bytes => {
      const { storage, harness } = current()
      const content = randomContent(bytes)
      expect(await storage.write('results/one/1', streamOf(content))).toEqual({ sizeBytes: bytes })
      expect(await storage.stat('results/one/1')).toEqual({ sizeBytes: bytes })
      expect(content.equals(await contentOf(storage, 'results/one/1'))).toBe(true)
      expect(await harness.leftovers()).toEqual([])
    })

    test('read: a range returns exactly its bytes, clamped to the end of the object', async () => {
      const { storage } = current()
      const content = randomContent(100_000)
      await storage.write('uploads/ranged', streamOf(content))
      for (const [start, end] of [
        [0, 1],
        [7, 7],
        [10, 99],
        [65_000, 99_999],
        [99_995, 200_000],
      ] as const) {
        const part = await buffer(await storage.read('uploads/ranged', { start, end }))
        expect(part.equals(content.subarray(start, end + 1)), `${start}-${end}`).toBe(true)
      }
      await expect(storage.read('uploads/ranged', { start: 100_000, end: 100_001 })).rejects.toMatchObject({
        code: 'invalid-request',
      })
    })

    test('stat, read, fetchTo, seal: a missing key and a folder of objects are not found', async () => {
      const { storage } = current()
      await storage.write('results/one/1', streamOf(randomContent(10)))
      for (const key of ['results/two/1', 'results/one', 'results/one/1/deeper']) {
        expect(await storage.stat(key), key).toBeUndefined()
        await expect(storage.read(key), key).rejects.toMatchObject({ code: 'not-found' })
        await expect(storage.fetchTo(key, '/nowhere'), key).rejects.toMatchObject({ code: 'not-found' })
        await expect(storage.seal(key), key).rejects.toMatchObject({ code: 'not-found' })
        expect(await storage.appendedBytes(key), key).toBe(0)
        await storage.remove(key)
      }
      expect(await storage.stat('results/one/1')).toEqual({ sizeBytes: 10 })
    })

    test('write: a second write replaces the object', async () => {
      const { storage } = current()
      await storage.write('uploads/twice', streamOf(randomContent(9 * mebibyte)))
      const second = randomContent(2 * mebibyte)
      await storage.write('uploads/twice', streamOf(second))
      expect(second.equals(await contentOf(storage, 'uploads/twice'))).toBe(true)
    })

    test('write: concurrent writers of one key never mix their bytes', async () => {
      const { storage, harness } = current()
      const other = await harness.open()
      const contents = Array.from({ length: 8 }, (_, index) => Buffer.alloc(mebibyte + index, index))
      await Promise.all(
        contents.map((content, index) =>
          (index % 2 ? storage : other).write('uploads/raced', streamOf(content)),
        ),
      )
      const kept = await contentOf(storage, 'uploads/raced')
      expect(contents.some(content => content.equals(kept))).toBe(true)
      expect(await listed(storage, 'uploads/')).toHaveLength(1)
      expect(await harness.leftovers()).toEqual([])
      await other.close()
    })

    test('list: returns finished objects below a prefix with size and date', async () => {
      const { storage } = current()
      const before = Date.now() - 2000
      for (const key of ['results/a/1', 'results/a/2', 'results/ab/1', 'uploads/a']) {
        await storage.write(key, streamOf(randomContent(5)))
      }
      await storage.append('results/a/growing', 0, streamOf(randomContent(5)))
      const keys = async (prefix: string) => (await listed(storage, prefix)).map(object => object.key)
      expect(await keys('results/a/')).toEqual(['results/a/1', 'results/a/2'])
      expect(await keys('results/a')).toEqual(['results/a/1', 'results/a/2', 'results/ab/1'])
      expect(await keys('')).toEqual(['results/a/1', 'results/a/2', 'results/ab/1', 'uploads/a'])
      expect(await keys('nothing/')).toEqual([])
      const [object] = await listed(storage, 'uploads/')
      expect(object?.sizeBytes).toBe(5)
      expect(object?.modifiedAt.getTime()).toBeGreaterThan(before)
      expect(object?.modifiedAt.getTime()).toBeLessThan(Date.now() + 2000)
    })
  })

  describe('fetching to a local path', () => {
    let folder: string

    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'filesmith-fetch-'))
    })

    afterEach(() => rm(folder, { recursive: true }))

    test('moveIn: the object has the bytes of the file, and replaces an older one', async () => {
      const { storage, harness } = current()
      await storage.write('results/one/1', streamOf(randomContent(9)))
      const content = randomContent(3 * mebibyte)
      const path = join(folder, 'made')
      await writeFile(path, content)
      expect(await storage.moveIn('results/one/1', path)).toEqual({ sizeBytes: content.length })
      expect(content.equals(await contentOf(storage, 'results/one/1'))).toBe(true)
      expect(await harness.leftovers()).toEqual([])
    })

    test('moveIn: a file that is shared with another object becomes a separate object', async () => {
      const { storage } = current()
      const content = randomContent(1000)
      await storage.write('uploads/given', streamOf(content))
      const path = join(folder, 'same')
      await storage.fetchTo('uploads/given', path)
      await storage.moveIn('results/one/1', path)
      await storage.remove('uploads/given')
      expect(content.equals(await contentOf(storage, 'results/one/1'))).toBe(true)
    })

    test('fetchTo: the file has the bytes, and removing it does not affect the object', async () => {
      const { storage } = current()
      const content = randomContent(3 * mebibyte)
      await storage.write('uploads/fetched', streamOf(content))
      await storage.fetchTo('uploads/fetched', join(folder, 'input'))
      expect(content.equals(await readFile(join(folder, 'input')))).toBe(true)
      await rm(join(folder, 'input'))
      expect(content.equals(await contentOf(storage, 'uploads/fetched'))).toBe(true)
    })

    test('fetchTo: refuses to overwrite an existing file', async () => {
      const { storage } = current()
      await storage.write('uploads/fetched', streamOf(randomContent(10)))
      await writeFile(join(folder, 'input'), 'mine')
      await expect(storage.fetchTo('uploads/fetched', join(folder, 'input'))).rejects.toThrow()
      expect(await readFile(join(folder, 'input'), 'utf8')).toBe('mine')
    })
  })
}
