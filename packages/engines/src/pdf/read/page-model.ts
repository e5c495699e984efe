/** What is drawn on one page, in points from its top left corner as a reader sees it. */

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface FontStyle {
  /** As the document names it, without the mark of a subset. */
  readonly name: string
  readonly isBold: boolean
  readonly isItalic: boolean
  readonly isMonospaced: boolean
  readonly hasSerifs: boolean
}

/** A piece of text without a gap in it: mostly a word, sometimes less. */
export interface Fragment {
  readonly text: string
  /** Along the direction of writing; the page is turned so that it runs to the right. */
  readonly left: number
  readonly right: number
  readonly baseline: number
  readonly size: number
  readonly font: FontStyle
  /** #rrggbb */
  readonly color: string
  /** Degrees clockwise the text is turned by; 90 also stands for vertical writing. */
  readonly angle: number
  /** Drawn without ink: the text layer of a scan. */
  readonly isInvisible: boolean
  /** A space character stands before it. */
  readonly isAfterSpace: boolean
  /** Its characters stand in reading order already; those of a drawn word stand from left to right. */
  readonly isInReadingOrder?: boolean
  /** Role of the tagged element it belongs to: H1, P, LI, Artifact ... */
  readonly role?: string
  readonly link?: string
  /** A small picture that stands in the line instead of letters. */
  readonly image?: LineImage
}

export interface LineImage {
  readonly id: string
  readonly width: number
  readonly height: number
}

/** A straight line, or a bar so thin that it is meant as one. */
export interface Rule extends Box {
  readonly isHorizontal: boolean
  readonly thickness: number
  readonly color: string
}

export interface Fill extends Box {
  readonly color: string
}

export interface Pixels {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
  readonly channels: 1 | 3 | 4
}

export interface PlacedImage extends Box {
  readonly pixels: Pixels
  /** What turns the stored pixels into what is seen. */
  readonly orientation: { readonly quarterRotations: 0 | 1 | 2 | 3; readonly isMirrored: boolean }
  /** Of the whole picture, 0 to 1: what a clip leaves of it. */
  readonly visible: Box
}

export interface PageLink extends Box {
  readonly url: string
}

export interface PdfPage {
  readonly number: number
  readonly width: number
  readonly height: number
  readonly fragments: readonly Fragment[]
  readonly images: readonly PlacedImage[]
  readonly rules: readonly Rule[]
  readonly fills: readonly Fill[]
  /** Places of curves and slanted lines: parts of drawings. */
  readonly strokes: readonly Box[]
}

export interface OutlineEntry {
  readonly title: string
  /** 1 is the highest. */
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

export function isCentreIn(inner: Box, outer: Box): boolean {
  const [x, y] = [(inner.left + inner.right) / 2, (inner.top + inner.bottom) / 2]
  return x >= outer.left && x <= outer.right && y >= outer.top && y <= outer.bottom
}

export function boxArea(box: Box): number {
  return boxWidth(box) * boxHeight(box)
}
