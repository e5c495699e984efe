/** Packs the boxes of letter-like blobs for the main process, which uses them to find text that Tesseract missed. */
import type { CleanPage } from './clean-page.ts'
import type { GrayImage } from './gray-image.ts'
import { isLetterLike } from './measure-text.ts'

export interface LetterBox {
  /** Center. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const maxLetters = 20_000
const bytesPerLetter = 8

/** In pixels of the image to recognize, which may be rotated and scaled relative to the cleaned one. */
export function packLetters(
  { image, blobs }: CleanPage,
  read: Pick<GrayImage, 'width' | 'height'>,
  skewDegrees: number,
  scale: number,
): Buffer {
  const letters = blobs.filter(blob => isLetterLike(blob, image)).slice(0, maxLetters)
  const packed = Buffer.alloc(letters.length * bytesPerLetter)
  const angle = (-skewDegrees * Math.PI) / 180
  const [cos, sin] = [scale * Math.cos(angle), scale * Math.sin(angle)]
  letters.forEach(({ left, right, top, bottom }, index) => {
    const [across, down] = [(left + right + 1 - image.width) / 2, (top + bottom + 1 - image.height) / 2]
    const box = [
      read.width / 2 + across * cos - down * sin,
      read.height / 2 + across * sin + down * cos,
      (right - left + 1) * scale,
      (bottom - top + 1) * scale,
    ]
    box.forEach((value, at) => {
      packed.writeUInt16LE(Math.max(0, Math.min(65_535, Math.round(value))), index * bytesPerLetter + 2 * at)
    })
  })
  return packed
}

export function unpackLetters(packed: Buffer): LetterBox[] {
  return Array.from({ length: Math.floor(packed.length / bytesPerLetter) }, (_, index) => {
    const at = index * bytesPerLetter
    return {
      x: packed.readUInt16LE(at),
      y: packed.readUInt16LE(at + 2),
      width: packed.readUInt16LE(at + 4),
      height: packed.readUInt16LE(at + 6),
    }
  })
}
