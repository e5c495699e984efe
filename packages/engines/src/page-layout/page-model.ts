/** Content of one page in points from its top left corner, as displayed. */

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface FontStyle {
  /** Name in the document, without the subset prefix. */
  readonly name: string
  readonly isBold: boolean
  readonly isItalic: boolean
  readonly isMonospaced: boolean
  readonly hasSerifs: boolean
}

/** Text without gaps: usually a word, sometimes part of one. */
export interface Fragment {
  readonly text: string
  /** Along the writing direction: coordinates are rotated so that text runs to the right. */
  readonly left: number
  readonly right: number
  readonly baseline: number
  readonly size: number
  readonly font: FontStyle
  /** #rrggbb */
  readonly color: string
  /** Clockwise rotation of the text in degrees; 90 also for vertical writing. */
  readonly angle: number
  /** Rendering mode 3: the text layer of a scan. */
  readonly isInvisible: boolean
  /** Preceded by a space character. */
  readonly isAfterSpace: boolean
  /** Does not start where the text drawn before it ended. */
  readonly isMoved?: boolean
  /** Space characters before it. */
  readonly spaces?: number
  /** Smallest distance to the next fragment that separates words, by the metrics of the font. */
  readonly wordGap?: number
  /** Width of a space in this font. */
  readonly spaceWidth?: number
  /** Number of its text block in the reading order that OCR found. */
  readonly block?: number
  /** In logical order already; drawn words are in visual order. */
  readonly isInReadingOrder?: boolean
  /** Role of its structure element: H1, P, LI, Artifact ... */
  readonly role?: string
  readonly link?: string
  /** Inline image in place of text. */
  readonly image?: InlineImage
}

export interface InlineImage {
  readonly id: string
  readonly width: number
  readonly height: number
}

/** A straight line, or a rectangle thin enough to be one. */
export interface Rule extends Box {
  readonly isHorizontal: boolean
  readonly thickness: number
  readonly color: string
}

export interface Fill extends Box {
  readonly color: string
}

export interface ImagePixels {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
  readonly channels: 1 | 3 | 4
}

export interface PlacedImage extends Box {
  readonly pixels: ImagePixels
  /** Transforms the stored pixels to what is displayed. */
  readonly orientation: { readonly quarterRotations: 0 | 1 | 2 | 3; readonly isMirrored: boolean }
  /** Visible part after clipping, relative to the whole image, 0 to 1. */
  readonly visible: Box
}

export interface PageLink extends Box {
  readonly url: string
}

export interface PageModel {
  readonly number: number
  readonly width: number
  readonly height: number
  readonly fragments: readonly Fragment[]
  readonly images: readonly PlacedImage[]
  readonly rules: readonly Rule[]
  readonly fills: readonly Fill[]
  /** Bounding boxes of curves and slanted lines: parts of drawings. */
  readonly strokes: readonly Box[]
}

export interface OutlineEntry {
  readonly title: string
  /** 1 is the top level. */
  readonly level: number
}

export function boxWidth(box: Box): number {
  return box.right - box.left
}

export function boxHeight(box: Box): number {
  return box.bottom - box.top
}

export function boxAround(boxes: readonly Box[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const box of boxes) {
    left = Math.min(left, box.left)
    top = Math.min(top, box.top)
    right = Math.max(right, box.right)
    bottom = Math.max(bottom, box.bottom)
  }
  return { left, top, right, bottom }
}

export function overlap(one: Box, other: Box): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left)
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  return width > 0 && height > 0 ? width * height : 0
}

export function isCenterIn(inner: Box, outer: Box): boolean {
  const [x, y] = [(inner.left + inner.right) / 2, (inner.top + inner.bottom) / 2]
  return x >= outer.left && x <= outer.right && y >= outer.top && y <= outer.bottom
}

export function boxArea(box: Box): number {
  return boxWidth(box) * boxHeight(box)
}

/** Rotates a point around the page origin so that text of this angle runs to the right. */
export function rotatePoint(x: number, y: number, angle: number): readonly [number, number] {
  if (angle === 0) return [x, y]
  const radians = (angle * Math.PI) / 180
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
  return [x * cos + y * sin, -x * sin + y * cos]
}
