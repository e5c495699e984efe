/** Reads and writes PGM: uncompressed, so that passing pages to Tesseract costs no encoding. */
import type { GrayImage } from './gray-image.ts'

export function writePgm({ pixels, width, height }: GrayImage): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), pixels])
}

/** Undefined if the file was not written by `writePgm`. */
export function readPgm(file: Buffer): GrayImage | undefined {
  const head = /^P5\n(\d+) (\d+)\n255\n/.exec(file.subarray(0, 64).toString('latin1'))
  return head
    ? { pixels: file.subarray(head[0].length), width: Number(head[1]), height: Number(head[2]) }
    : undefined
}
