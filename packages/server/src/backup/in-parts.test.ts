import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { inParts } from './in-parts.ts'

async function partsOf(pieces: readonly string[], maxBytes: number): Promise<string[]> {
  const parts: string[] = []
  for await (const part of inParts(Readable.from(pieces.map(piece => Buffer.from(piece))), maxBytes))
    parts.push(String(part))
  return parts
}

test('pieces are put together up to a size, in their order, and none is lost', async () => {
  expect(await partsOf(['ab', 'cd', 'ef', 'g'], 4)).toEqual(['abcd', 'efg'])
  expect(await partsOf(['abcdef', 'g'], 4)).toEqual(['abcdef', 'g'])
})

test('of nothing there is no part', async () => {
  expect(await partsOf([], 4)).toEqual([])
})
