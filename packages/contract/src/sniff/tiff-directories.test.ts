import { expect, test } from 'vitest'
import { tiffPages } from './tiff-directories.ts'

/** Directories with the NewSubfileType of each and nothing else. */
function drawTiff(subfileTypes: readonly number[], isLittle: boolean): Uint8Array {
  const bytes = new Uint8Array(8 + 18 * subfileTypes.length)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, isLittle ? 0x4949 : 0x4d4d)
  view.setUint16(2, 42, isLittle)
  view.setUint32(4, 8, isLittle)
  subfileTypes.forEach((type, index) => {
    const at = 8 + 18 * index
    view.setUint16(at, 1, isLittle)
    view.setUint16(at + 2, 254, isLittle)
    view.setUint16(at + 4, 4, isLittle)
    view.setUint32(at + 6, 1, isLittle)
    view.setUint32(at + 10, type, isLittle)
    view.setUint32(at + 14, index === subfileTypes.length - 1 ? 0 : at + 18, isLittle)
  })
  return bytes
}

test.for([true, false])('tiffPages: leaves out thumbnails and masks (little-endian: %s)', isLittle => {
  expect(tiffPages(drawTiff([0, 1, 2, 4, 2], isLittle))).toEqual([0, 2, 4])
})

test('tiffPages: a file that is only a thumbnail has one page', () => {
  expect(tiffPages(drawTiff([1], true))).toEqual([0])
})

test('tiffPages: ends at a directory that links to itself', () => {
  const bytes = drawTiff([0, 0], true)
  new DataView(bytes.buffer).setUint32(8 + 18 + 14, 8, true)
  expect(tiffPages(bytes)).toEqual([0, 1])
})

test('tiffPages: reads BigTIFF', () => {
  const view = new DataView(new ArrayBuffer(16 + 2 * 36))
  view.setUint16(0, 0x4949)
  view.setUint16(2, 43, true)
  view.setUint16(4, 8, true)
  view.setBigUint64(8, 16n, true)
  for (const [index, next] of [52n, 0n].entries()) {
    const at = 16 + 36 * index
    view.setBigUint64(at, 1n, true)
    view.setUint16(at + 8, 256, true)
    view.setUint16(at + 10, 4, true)
    view.setBigUint64(at + 12, 1n, true)
    view.setBigUint64(at + 28, next, true)
  }
  expect(tiffPages(new Uint8Array(view.buffer))).toEqual([0, 1])
})
