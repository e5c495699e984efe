/** Decompression of Palm records. */
import { expect, test } from 'vitest'
import { createHuffReader } from './huff-cdic.ts'
import { unpackPalmDoc } from './mobi-header.ts'

test('unpackPalmDoc: literals, runs, spaces and repetitions', () => {
  expect(unpackPalmDoc(Buffer.from('ab')).toString()).toBe('ab')
  expect(unpackPalmDoc(Buffer.from([3, 0xe4, 0xf6, 0xfc])).toString('latin1')).toBe('äöü')
  expect(unpackPalmDoc(Buffer.from([0x61, 0xe2])).toString()).toBe('a b')
  // Distance 2, length 4.
  const pair = 0x8000 | (2 << 3) | 1
  expect(unpackPalmDoc(Buffer.from([0x61, 0x62, pair >> 8, pair & 0xff])).toString()).toBe('ababab')
})

test('unpackPalmDoc: a distance before the start is ignored, and a record stays small', () => {
  expect(unpackPalmDoc(Buffer.from([0x61, 0xbf, 0xff])).toString()).toBe('a')
  expect(unpackPalmDoc(Buffer.alloc(200_000, 0xc1)).length).toBe(65_536)
})

/** Codes of eight bits, whose phrase is the byte itself; the code of `A` is the compressed phrase `bc`. */
function tables(): { huff: Buffer; dictionary: Buffer } {
  const huff = Buffer.alloc(24 + 1024 + 256)
  huff.write('HUFF')
  huff.writeUInt32BE(24, 8)
  huff.writeUInt32BE(24 + 1024, 12)
  for (let index = 0; index < 256; index++) huff.writeUInt32BE((0xff << 8) | 0x80 | 8, 24 + 4 * index)
  const phrases = Array.from({ length: 256 }, (_, index) => {
    const byte = 255 - index
    const content = byte === 0x41 ? Buffer.from('bc') : Buffer.from([byte])
    const head = Buffer.alloc(2)
    head.writeUInt16BE(content.length | (byte === 0x41 ? 0 : 0x8000))
    return Buffer.concat([head, content])
  })
  const head = Buffer.alloc(16 + 512)
  head.write('CDIC')
  head.writeUInt32BE(256, 8)
  head.writeUInt32BE(8, 12)
  let at = 512
  for (const [index, phrase] of phrases.entries()) {
    head.writeUInt16BE(at, 16 + 2 * index)
    at += phrase.length
  }
  return { huff, dictionary: Buffer.concat([head, ...phrases]) }
}

test('createHuffReader: codes of phrases, also of compressed ones', () => {
  const { huff, dictionary } = tables()
  expect(createHuffReader(huff, [dictionary])(Buffer.from('xAz')).toString()).toBe('xbcz')
})

test('createHuffReader: a phrase that contains itself is damaged', () => {
  const { huff, dictionary } = tables()
  const circle = Buffer.from(dictionary)
  circle.write('AA', circle.indexOf('bc', 528))
  expect(() => createHuffReader(huff, [circle])(Buffer.from('A'))).toThrow(
    expect.objectContaining({ code: 'file-damaged' }),
  )
})
