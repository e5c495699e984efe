import { expect, test } from 'vitest'
import { createFrameParser, frameHeader, frameTypes, messageFrame } from './frames.ts'

function parseIn(pieces: readonly Buffer[]) {
  const messages: unknown[] = []
  const parts: Buffer[] = []
  const parse = createFrameParser({
    onMessage: (type, message) => messages.push([type, message]),
    onBytes: bytes => parts.push(Buffer.from(bytes)),
  })
  for (const piece of pieces) parse(piece)
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

test('frames are read whole', () => {
  expect(parseIn([stream])).toEqual(expected)
})

test('frames are read however the pipe cuts them', () => {
  for (let size = 1; size < 20; size++) {
    const pieces = Array.from({ length: Math.ceil(stream.length / size) }, (_, index) =>
      stream.subarray(index * size, (index + 1) * size),
    )
    expect(parseIn(pieces)).toEqual(expected)
  }
})

test('a chunk is handed on before it is complete', () => {
  expect(parseIn([frameHeader(frameTypes.chunk, 1_000_000), Buffer.from('part')]).bytes).toBe('part')
})

test('a message of absurd length is refused instead of waited for', () => {
  expect(() => parseIn([frameHeader(frameTypes.done, 0xffff_ffff)])).toThrow('not one of ours')
})
