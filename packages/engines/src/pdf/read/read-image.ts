/** Extracts pixels, position and orientation of images decoded by pdf.js. */

import {
  type Box,
  boxHeight,
  boxWidth,
  type ImagePixels,
  type PlacedImage,
} from '../../page-layout/page-model.ts'
import { intersect } from './graphics-state.ts'
import { type Matrix, transformBox } from './matrix.ts'

export interface DecodedImage {
  readonly data?: Uint8Array | Uint8ClampedArray
  readonly width: number
  readonly height: number
  /** ImageKind of pdf.js. 1: 1-bit gray; 2: RGB; 3: RGBA. Undefined for masks. */
  readonly kind?: number
}

const oneBit = 1
const rgb = 2

export function pixelsOf(image: DecodedImage): ImagePixels | undefined {
  if (!image.data) return undefined
  const { width, height } = image
  const data = new Uint8Array(image.data.buffer, image.data.byteOffset, image.data.byteLength)
  if (image.kind === oneBit)
    return { data: spreadBits(data, width, height, 0, 255), width, height, channels: 1 }
  return { data, width, height, channels: image.kind === rgb ? 3 : 4 }
}

/** Stencil mask: the fill color where the mask is set, transparent elsewhere. */
export function stencilPixels(image: DecodedImage, color: string): ImagePixels | undefined {
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

/** PDF images fill the unit square, with the first row at its upper edge. */
export function placeImage(pixels: ImagePixels, matrix: Matrix, clip: Box): PlacedImage | undefined {
  const box = transformBox(matrix, 0, 0, 1, 1)
  const visible = intersect(box, clip)
  const [width, height] = [boxWidth(box), boxHeight(box)]
  if (boxWidth(visible) < 0.5 || boxHeight(visible) < 0.5) return undefined
  return {
    ...visible,
    pixels,
    orientation: orientationOf(matrix),
    visible: {
      left: (visible.left - box.left) / width,
      top: (visible.top - box.top) / height,
      right: (visible.right - box.left) / width,
      bottom: (visible.bottom - box.top) / height,
    },
  }
}

function orientationOf(matrix: Matrix): PlacedImage['orientation'] {
  // The page's y axis points down, that of the unit square up: an upright image has a positive a and a negative d.
  const angle = Math.atan2(matrix[1], matrix[0])
  const quarterRotations = ((Math.round(angle / (Math.PI / 2)) + 4) % 4) as 0 | 1 | 2 | 3
  const isMirrored = matrix[0] * matrix[3] - matrix[1] * matrix[2] > 0
  return { quarterRotations, isMirrored }
}
