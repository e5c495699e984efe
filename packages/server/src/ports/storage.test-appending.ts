/** Conformance: objects that arrive in several goes. */
import { describe, expect, test } from 'vitest'
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
import type { StorageTests } from './storage.test-place.ts'
import { patternedBytes } from './storage.test-writer.ts'

const key = 'uploads/growing'

export function testAppending(current: () => StorageTests): void {
  describe('appending', () => {
    test('an object grows out of sight and is there when it is sealed', async () => {
      const { storage, place } = current()
      const content = randomContent(19 * mebibyte + 5)
      let end = 0
      for (const bytes of [3 * mebibyte, 6 * mebibyte, 1, 10 * mebibyte, 4]) {
        const piece = content.subarray(end, end + bytes)
        end += bytes
        expect(await storage.append(key, end - bytes, streamOf(piece))).toEqual({ lengthBytes: end })
        expect(await storage.appendedBytes(key)).toBe(end)
        expect(await storage.stat(key)).toBeUndefined()
      }
      await expect(storage.read(key)).rejects.toMatchObject({ code: 'not-found' })
      expect(await listed(storage, '')).toEqual([])

      await storage.seal(key)
      expect(content.equals(await contentOf(storage, key))).toBe(true)
      expect(await storage.appendedBytes(key)).toBe(0)
      await storage.seal(key)
      expect(await storage.stat(key)).toEqual({ sizeBytes: content.length })
      expect(await place.leftovers()).toEqual([])
    })

    test('an empty object can be appended to, and sealed', async () => {
      const { storage } = current()
      expect(await storage.append(key, 0, streamOf(Buffer.alloc(0)))).toEqual({ lengthBytes: 0 })
      await storage.seal(key)
      expect(await storage.stat(key)).toEqual({ sizeBytes: 0 })
    })

    test.each([1, 100_000, 5 * mebibyte, 9 * mebibyte])(
      'UP-04 what arrived before a cut after %d bytes stays, and another process goes on there',
      async bytes => {
        const { storage, place } = current()
        const content = randomContent(bytes + 7 * mebibyte)
        const source = streamFailingAfter(content.subarray(0, bytes))
        await expect(storage.append(key, 0, source)).rejects.toBe(sourceFailure)
        expect(await storage.appendedBytes(key)).toBe(bytes)

        const other = await place.open()
        expect(await other.appendedBytes(key)).toBe(bytes)
        await other.append(key, bytes, streamOf(content.subarray(bytes)))
        await other.seal(key)
        await other.close()
        expect(content.equals(await contentOf(storage, key))).toBe(true)
      },
    )

    test('another offset than the present length is refused and changes nothing', async () => {
      const { storage } = current()
      const content = randomContent(1000)
      await storage.append(key, 0, streamOf(content))
      for (const offset of [0, 999, 1001]) {
        const source = streamOf(randomContent(10))
        await expect(storage.append(key, offset, source)).rejects.toMatchObject({ code: 'invalid-request' })
        expect(source.destroyed).toBe(true)
      }
      await storage.seal(key)
      expect(content.equals(await contentOf(storage, key))).toBe(true)
    })

    test('after a kill only bytes that arrived are there, and the upload goes on after them', async () => {
      const { storage, place } = current()
      const content = patternedBytes(12 * mebibyte)
      const order = { action: 'append', key, bytes: content.length, isStalling: true } as const
      await killWhenStalled(spawnWriter({ ...order, factory: place.factory }))

      const arrived = await storage.appendedBytes(key)
      expect(arrived).toBeLessThanOrEqual(content.length)
      expect(await storage.stat(key)).toBeUndefined()
      await storage.append(key, arrived, streamOf(content.subarray(arrived)))
      await storage.seal(key)
      expect(content.equals(await contentOf(storage, key))).toBe(true)
    })
  })
}
