/** Conformance suite of Storage: append and seal (resumable uploads). */
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
import type { StorageTestContext } from './storage.test-harness.ts'
import { patternedBytes } from './storage.test-writer.ts'

const key = 'uploads/growing'

export function testAppending(current: () => StorageTestContext): void {
  describe('appending', () => {
    test('append: a growing object stays invisible until seal, then has all its bytes', async () => {
      const { storage, harness } = current()
      const content = randomContent(19 * mebibyte + 5)
      let end = 0
      for (const bytes of [3 * mebibyte, 6 * mebibyte, 1, 10 * mebibyte, 4]) {
        const chunk = content.subarray(end, end + bytes)
        end += bytes
        expect(await storage.append(key, end - bytes, streamOf(chunk))).toEqual({ lengthBytes: end })
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
      expect(await harness.leftovers()).toEqual([])
    })

    test('append: accepts an empty source, and seal creates an empty object', async () => {
      const { storage } = current()
      expect(await storage.append(key, 0, streamOf(Buffer.alloc(0)))).toEqual({ lengthBytes: 0 })
      await storage.seal(key)
      expect(await storage.stat(key)).toEqual({ sizeBytes: 0 })
    })

    test.each([1, 100_000, 5 * mebibyte, 9 * mebibyte])(
      'UP-04 append: keeps what arrived before the source failed after %d bytes, and another process resumes there',
      async bytes => {
        const { storage, harness } = current()
        const content = randomContent(bytes + 7 * mebibyte)
        const source = streamFailingAfter(content.subarray(0, bytes))
        await expect(storage.append(key, 0, source)).rejects.toBe(sourceFailure)
        expect(await storage.appendedBytes(key)).toBe(bytes)

        const other = await harness.open()
        expect(await other.appendedBytes(key)).toBe(bytes)
        await other.append(key, bytes, streamOf(content.subarray(bytes)))
        await other.seal(key)
        await other.close()
        expect(content.equals(await contentOf(storage, key))).toBe(true)
      },
    )

    test('append: refuses any offset but the current length and changes nothing', async () => {
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

    test('append: a killed writer leaves only received bytes, and the upload resumes after them', async () => {
      const { storage, harness } = current()
      const content = patternedBytes(12 * mebibyte)
      const command = { action: 'append', key, bytes: content.length, isStalling: true } as const
      await killWhenStalled(spawnWriter({ ...command, factory: harness.factory }))

      const arrived = await storage.appendedBytes(key)
      expect(arrived).toBeLessThanOrEqual(content.length)
      expect(await storage.stat(key)).toBeUndefined()
      await storage.append(key, arrived, streamOf(content.subarray(arrived)))
      await storage.seal(key)
      expect(content.equals(await contentOf(storage, key))).toBe(true)
    })
  })
}
