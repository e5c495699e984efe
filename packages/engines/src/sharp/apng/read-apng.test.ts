import { expect, test } from 'vitest'
import { readApng } from './read-apng.ts'

function chunk(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  return Buffer.concat([length, Buffer.from(type), body, Buffer.alloc(4)])
}

test('readApng: rejects a truncated acTL chunk with file-damaged', () => {
  const png = Buffer.concat([
    Buffer.alloc(8),
    chunk('IHDR', Buffer.alloc(13)),
    chunk('acTL', Buffer.alloc(3)),
  ])
  expect(() => readApng(png)).toThrow(expect.objectContaining({ name: 'JobFailure', code: 'file-damaged' }))
})
