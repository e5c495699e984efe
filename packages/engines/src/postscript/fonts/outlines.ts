/** Outlines of glyphs by name, whatever the font format is. */
import type { PsMatrix } from '../graphics/matrix.ts'
import type { Path } from '../graphics/path.ts'

export interface GlyphOutline {
  readonly path: Path
  /** In the units of the path. */
  readonly width: number
  /** Vertical part of the advance, which hardly any font has. */
  readonly widthY?: number
}

export interface Outlines {
  /** Distinguishes the glyphs of this font in the drawing. */
  readonly id: number
  /** From the units of the paths to the character space of the font dictionary. */
  readonly unit: PsMatrix
  /** Undefined if the font has no such glyph. */
  glyph(name: string): GlyphOutline | undefined
  byIndex?(index: number): GlyphOutline | undefined
}

let fonts = 0

export function nextFontId(): number {
  fonts++
  return fonts
}
