/** Takes a picture out of what pdf.js decoded: its pixels in plain rows, its place and how it is turned. */
import { intersect } from './graphics-state.ts'
import { type Matrix, transformBox } from './matrix.ts'
import { type Box, boxHeight, boxWidth, type Pixels, type PlacedImage } from './page-model.ts'

export interface DecodedImage {
  readonly data?: Uint8Array | Uint8ClampedArray
  readonly width: number
  readonly height: number
  /** 1: one bit grey; 2: RGB; 3: RGBA. Masks have none. */
  readonly kind?: number
}

const oneBit = 1
const rgb = 2

export function pixelsOf(image: DecodedImage): Pixels | undefined {
  if (!image.data) return undefined
  const { width, height } = image
  const data = new Uint8Array(image.data.buffer, image.data.byteOffset, image.data.byteLength)
  if (image.kind === oneBit)
    return { data: spreadBits(data, width, height, 0, 255), width, height, channels: 1 }
  return { data, width, height, channels: image.kind === rgb ? 3 : 4 }
}

/** A stencil: the colour where the mask lets it through, nothing elsewhere. */
export function stencilPixels(image: DecodedImage, color: string): Pixels | undefined {
  if (!image.data) return undefined
  const { width, height } = image
  const data = new Uint8Array(image.data.buffer, image.data.byteOffset, image.data.byteLength)
  const alpha = spreadBits(data, width, height, 255, 0)
  const ink = Number.parseInt(color.slice(1), 16) || 0
  const filled = new Uint8Array(width * height * 4)
  for (let index = 0; index < alpha.length; index++) {
    filled[index * 4] = ink >> 16
    filled[index * 4 + 1] = (ink >> 8) & 255
    filled[index * 4 + 2] = ink & 255
    filled[index * 4 + 3] = alpha[index] ?? 0
  }
  return { data: filled, width, height, channels: 4 }
}

function spreadBits(bits: Uint8Array, width: number, height: number, zero: number, one: number): Uint8Array {
  const rowBytes = (width + 7) >> 3
  const bytes = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const bit = ((bits[y * rowBytes + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1
      bytes[y * width + x] = bit ? one : zero
    }
  }
  return bytes
}

/** Pictures are drawn into the unit square, first row at its upper edge. */
export function placeImage(pixels: Pixels, matrix: Matrix, clip: Box): PlacedImage | undefined {
  const box = transformBox(matrix, 0, 0, 1, 1)
  const shown = intersect(box, clip)
  const [width, height] = [boxWidth(box), boxHeight(box)]
  if (boxWidth(shown) < 0.5 || boxHeight(shown) < 0.5) return undefined
  return {
    ...shown,
    pixels,
    orientation: orientationOf(matrix),
    visible: {
      left: (shown.left - box.left) / width,
      top: (shown.top - box.top) / height,
      right: (shown.right - box.left) / width,
      bottom: (shown.bottom - box.top) / height,
    },
  }
}

function orientationOf(matrix: Matrix): PlacedImage['orientation'] {
  // On the page y grows downward, in the unit square upward: upright is a positive, d negative.
  const angle = Math.atan2(matrix[1], matrix[0])
  const quarterRotations = ((Math.round(angle / (Math.PI / 2)) + 4) % 4) as 0 | 1 | 2 | 3
  const isMirrored = matrix[0] * matrix[3] - matrix[1] * matrix[2] > 0
  return { quarterRotations, isMirrored }
}
