/** Compression of Palm records: what is written is what was given, and text becomes smaller. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { unpackPalmDoc } from '../../read/mobi/mobi-header.ts'
import { packPalmDoc } from './pack-palm-doc.ts'

/** The same bytes in every run. */
function randomBytes(seed: number, length: number, values: number): Buffer {
  const bytes: number[] = []
  for (let block = 0; bytes.length < length; block++)
    bytes.push(...createHash('sha256').update(`${seed} ${block}`).digest())
  return Buffer.from(bytes.slice(0, length).map(byte => byte % values))
}

test('packPalmDoc: random bytes of large and small alphabets come back, at every length', () => {
  for (const values of [2, 9, 64, 256])
    for (const length of [0, 1, 2, 3, 4, 9, 10, 11, 255, 2048, 4096]) {
      const bytes = randomBytes(values + length, length, values)
      expect(unpackPalmDoc(packPalmDoc(bytes)).equals(bytes)).toBe(true)
    }
})

test('packPalmDoc: multibyte text, control characters and repetitions farther than the window come back', () => {
  const far = Buffer.concat([
    Buffer.from('abcdefgh'),
    randomBytes(1, 2039, 256),
    Buffer.from('abcdefgh abcdefgh'),
  ])
  const texts = [
    '漢字かな交じり文。'.repeat(100),
    'Ünïcödé, naïve façade — ',
    '\u0001\u0008\u0000 a @\u007f ',
    ' A B',
  ]
  for (const bytes of [far, ...texts.map(text => Buffer.from(text))])
    expect(unpackPalmDoc(packPalmDoc(bytes)).equals(bytes)).toBe(true)
})

test('packPalmDoc: repeated text takes less than a quarter, random bytes at most an eighth more', () => {
  const text = Buffer.from('The lights of the harbor. '.repeat(150))
  expect(packPalmDoc(text).length).toBeLessThan(text.length / 4)
  const noise = randomBytes(7, 4096, 256)
  expect(packPalmDoc(noise).length).toBeLessThanOrEqual(noise.length * 1.125)
})
