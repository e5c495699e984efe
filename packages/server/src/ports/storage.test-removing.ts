/** Conformance suite of Storage: removal. */
import { describe, expect, test } from 'vitest'
import { listed, mebibyte, randomContent, streamOf } from './storage.test-content.ts'
import type { StorageTestContext } from './storage.test-harness.ts'

export function testRemoving(current: () => StorageTestContext): void {
  describe('removing', () => {
    test('remove: deletes one object only, and is idempotent', async () => {
      const { storage } = current()
      await storage.write('results/a/1', streamOf(randomContent(1)))
      await storage.write('results/a/2', streamOf(randomContent(1)))
      await storage.remove('results/a/1')
      await storage.remove('results/a/1')
      expect((await listed(storage, '')).map(object => object.key)).toEqual(['results/a/2'])
    })

    test('remove: discards an unfinished append', async () => {
      const { storage, harness } = current()
      await storage.append('uploads/a', 0, streamOf(randomContent(9 * mebibyte)))
      await storage.remove('uploads/a')
      expect(await storage.appendedBytes('uploads/a')).toBe(0)
      expect(await harness.leftovers()).toEqual([])
    })

    test('removeAll: deletes everything below a prefix, including unfinished appends, and nothing else', async () => {
      const { storage, harness } = current()
      for (const key of ['results/a/1', 'results/a/b/2', 'results/ab', 'uploads/a']) {
        await storage.write(key, streamOf(randomContent(1)))
      }
      await storage.append('results/a/growing', 0, streamOf(randomContent(9 * mebibyte)))
      await storage.append('uploads/growing', 0, streamOf(randomContent(3)))
      await storage.removeAll('results/a/')
      expect((await listed(storage, '')).map(object => object.key)).toEqual(['results/ab', 'uploads/a'])
      expect(await storage.appendedBytes('results/a/growing')).toBe(0)
      expect(await storage.appendedBytes('uploads/growing')).toBe(3)
      await storage.removeAll('results/a/')

      await storage.removeAll('')
      expect(await listed(storage, '')).toEqual([])
      expect(await harness.leftovers()).toEqual([])
    })

    test('write and remove: concurrent calls in one folder do not interfere', async () => {
      const { storage } = current()
      async function comeAndGo(key: string): Promise<void> {
        for (let round = 0; round < 20; round++) {
          await storage.write(key, streamOf(randomContent(1)))
          await storage.remove(key)
        }
      }
      await Promise.all(['busy/a', 'busy/b', 'busy/c/d', 'busy/c/e'].map(comeAndGo))
      expect(await listed(storage, '')).toEqual([])
    })
  })
}
