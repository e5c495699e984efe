import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { groupIntoParts } from './make-backup.ts'

async function partsOf(chunks: readonly string[], maxBytes: number): Promise<string[]> {
  const parts: string[] = []
  for await (const part of groupIntoParts(Readable.from(chunks.map(chunk => Buffer.from(chunk))), maxBytes))
    parts.push(String(part))
  return parts
}

test('splitIntoParts: joins chunks up to the size limit, in order and without loss', async () => {
  expect(await partsOf(['ab', 'cd', 'ef', 'g'], 4)).toEqual(['abcd', 'efg'])
  expect(await partsOf(['abcdef', 'g'], 4)).toEqual(['abcdef', 'g'])
})

test('splitIntoParts: an empty stream gives no parts', async () => {
  expect(await partsOf([], 4)).toEqual([])
})
