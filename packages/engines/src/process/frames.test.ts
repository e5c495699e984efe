import { expect, test } from 'vitest'
import { createFrameParser, frameHeader, frameTypes, messageFrame } from './frames.ts'

function parseIn(chunks: readonly Buffer[]) {
  const messages: unknown[] = []
  const parts: Buffer[] = []
  const parse = createFrameParser({
    onMessage: (type, message) => messages.push([type, message]),
    onBytes: bytes => parts.push(Buffer.from(bytes)),
  })
  for (const bytes of chunks) parse(bytes)
  return { messages, bytes: Buffer.concat(parts).toString() }
}

const stream = Buffer.concat([
  messageFrame(frameTypes.progress, { percent: 10 }),
  frameHeader(frameTypes.chunk, 5),
  Buffer.from('hello'),
  frameHeader(frameTypes.chunk, 0),
  frameHeader(frameTypes.chunk, 6),
  Buffer.from(' world'),
  messageFrame(frameTypes.done, {}),
])

const expected = {
  messages: [
    [frameTypes.progress, { percent: 10 }],
    [frameTypes.done, {}],
  ],
  bytes: 'hello world',
}

test('createFrameParser: parses frames that arrive at once', () => {
  expect(parseIn([stream])).toEqual(expected)
})

test('createFrameParser: parses frames split at any position', () => {
  for (let size = 1; size < 20; size++) {
    const chunks = Array.from({ length: Math.ceil(stream.length / size) }, (_, index) =>
      stream.subarray(index * size, (index + 1) * size),
    )
    expect(parseIn(chunks)).toEqual(expected)
  }
})

test('createFrameParser: emits bytes of a chunk before it is complete', () => {
  expect(parseIn([frameHeader(frameTypes.chunk, 1_000_000), Buffer.from('part')]).bytes).toBe('part')
})

test('createFrameParser: rejects a message that exceeds the maximum length', () => {
  expect(() => parseIn([frameHeader(frameTypes.done, 0xffff_ffff)])).toThrow('too long')
})
