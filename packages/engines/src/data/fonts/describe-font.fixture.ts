/** Name, glyph count and outlines of a font, by a reader that Filesmith does not use to convert fonts. */
import { create } from '@cantoo/fontkit'

export function describeFont(bytes: Buffer) {
  const font = create(bytes)
  if (!('layout' in font)) throw new Error('a collection')
  return {
    name: font.fullName,
    glyphs: font.numGlyphs,
    outlines: Array.from({ length: 12 }, (_, glyph) => font.getGlyph(glyph)?.path.toSVG()),
  }
}
