import { expect, test } from 'vitest'
import { readApng } from './read-apng.ts'

function chunk(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  return Buffer.concat([length, Buffer.from(type), body, Buffer.alloc(4)])
}

test('a count of frames that is cut short is an error of the file', () => {
  const png = Buffer.concat([
    Buffer.alloc(8),
    chunk('IHDR', Buffer.alloc(13)),
    chunk('acTL', Buffer.alloc(3)),
  ])
  expect(() => readApng(png)).toThrow(expect.objectContaining({ name: 'JobFailure', code: 'file-damaged' }))
})
