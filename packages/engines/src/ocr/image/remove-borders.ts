/** Removes dark borders at the edge of a page, left by a scanner or the surface below the page. */
import { type Blob, type Blobs, findBlobs } from './find-blobs.ts'
import type { GrayImage } from './gray-image.ts'

/** Share of a side: shorter blobs at the edge are clipped letters. */
const minSideShare = 0.3
/** Holes of letter size in a dark bar: it is part of the page. */
const minLettersInBar = 6

/** Undefined if the page has no border. */
export function removeBorders(
  image: GrayImage,
  { blobs, eachRun }: Blobs,
  threshold: number,
): GrayImage | undefined {
  const borders = blobs.filter(blob => isBorder(blob, image) && !containsLetters(image, blob, threshold))
  if (borders.length === 0) return undefined
  const pixels = Uint8Array.from(image.pixels)
  const soft = Math.ceil(Math.max(image.width, image.height) / 800)
  for (const border of borders)
    eachRun(border, (y, from, to) => {
      const start = y * image.width
      pixels.fill(255, start + Math.max(0, from - soft), start + Math.min(image.width, to + 1 + soft))
    })
  return { ...image, pixels }
}

function isBorder(blob: Blob, { width, height }: GrayImage): boolean {
  const touches = [blob.left === 0, blob.top === 0, blob.right === width - 1, blob.bottom === height - 1]
  if (!touches.includes(true)) return false
  const isLong =
    blob.bottom - blob.top > minSideShare * height || blob.right - blob.left > minSideShare * width
  return isLong && blob.area > 0.002 * width * height
}

function containsLetters(image: GrayImage, blob: Blob, threshold: number): boolean {
  const [width, height] = [blob.right - blob.left + 1, blob.bottom - blob.top + 1]
  // Inside a frame around the whole page, the white area is the page itself.
  if (width > 0.9 * image.width && height > 0.5 * image.height) return false
  const inside = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1) {
    const start = (blob.top + y) * image.width + blob.left
    inside.set(image.pixels.subarray(start, start + width), y * width)
  }
  const holes = findBlobs({ pixels: inside, width, height }, value => value >= threshold).blobs
  const letters = holes.filter(hole => {
    const isInner = hole.left > 0 && hole.top > 0 && hole.right < width - 1 && hole.bottom < height - 1
    return isInner && hole.bottom - hole.top >= 6 && hole.area >= 16 && hole.bottom - hole.top < height / 2
  })
  return letters.length >= minLettersInBar
}
