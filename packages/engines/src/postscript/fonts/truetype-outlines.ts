/** Outlines of TrueType and OpenType fonts, by fontkit. */
import { createRequire } from 'node:module'
import type { Font } from '@cantoo/fontkit'
import { Path } from '../graphics/path.ts'
import { PsError } from '../language/errors.ts'
import { PsArray, PsDict, PsString } from '../language/objects.ts'
import { unicodeOfNames } from './encodings.ts'
import { type GlyphOutline, nextFontId, type Outlines } from './outlines.ts'

const maxSegments = 50_000
const maxFontBytes = 64 * 1024 * 1024

/** Loaded on demand, as most drawings need no font of this kind. */
function openFont(bytes: Buffer): Font {
  const { create } = createRequire(import.meta.url)('@cantoo/fontkit') as typeof import('@cantoo/fontkit')
  try {
    const font = create(bytes)
    if ('fonts' in font) throw new PsError('invalidfont')
    return font as Font
  } catch (error) {
    throw error instanceof PsError ? error : new PsError('invalidfont')
  }
}

function glyphAt(font: Font, index: number): GlyphOutline | undefined {
  try {
    const glyph = font.getGlyph(index)
    if (glyph === null) return undefined
    const path = new Path(maxSegments)
    for (const { command, args } of glyph.path.commands) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x = 0, y = 0] = args
      if (command === 'moveTo') path.moveTo(x1, y1)
      else if (command === 'lineTo') path.lineTo(x1, y1)
      else if (command === 'bezierCurveTo') path.curveTo(x1, y1, x2, y2, x, y)
      else if (command === 'quadraticCurveTo') addQuadratic(path, x1, y1, x2, y2)
      else path.closePath()
    }
    return { path, width: glyph.advanceWidth }
  } catch {
    return undefined
  }
}

function addQuadratic(path: Path, controlX: number, controlY: number, x: number, y: number): void {
  const [fromX, fromY] = path.current ?? [controlX, controlY]
  const toward = (from: number, to: number) => from + (2 / 3) * (to - from)
  path.curveTo(
    toward(fromX, controlX),
    toward(fromY, controlY),
    toward(x, controlX),
    toward(y, controlY),
    x,
    y,
  )
}

/** Glyphs of an installed font, with 1000 units per em as Type 1 fonts have. */
export function installedOutlines(bytes: Buffer): Outlines {
  const font = openFont(bytes)
  const scale = 1000 / font.unitsPerEm
  const names = new Map<string, number>()
  for (let index = 0; index < font.numGlyphs; index++) {
    const name = font.getGlyph(index)?.name
    if (name && !names.has(name)) names.set(name, index)
  }
  const known = new Map<string, GlyphOutline | undefined>()
  const indexOf = (name: string): number | undefined => {
    const byName = names.get(name)
    if (byName !== undefined) return byName
    const coded = /^(?:uni|u)([0-9A-F]{4,6})$/.exec(name)?.[1]
    const unicode = coded ? Number.parseInt(coded, 16) : unicodeOfNames[name]
    return unicode !== undefined && font.hasGlyphForCodePoint(unicode)
      ? font.glyphForCodePoint(unicode)?.id
      : undefined
  }
  return {
    id: nextFontId(),
    unit: [scale, 0, 0, scale, 0, 0],
    glyph(name) {
      if (!known.has(name)) {
        const index = indexOf(name)
        known.set(name, index === undefined ? undefined : glyphAt(font, index))
      }
      return known.get(name)
    },
  }
}

/** A TrueType font inside of a PostScript font (Type 42). */
export function type42Outlines(dict: PsDict): Outlines {
  const sfnts = dict.get('sfnts')
  if (!(sfnts instanceof PsArray)) throw new PsError('invalidfont')
  const parts = sfnts.toList().map(part => {
    if (!(part instanceof PsString)) throw new PsError('invalidfont')
    // A last byte that makes the length odd is padding.
    return part.bytes.subarray(0, part.bytes.length & ~1)
  })
  const bytes = Buffer.concat(parts)
  if (bytes.length > maxFontBytes) throw new PsError('limitcheck')
  const font = openFont(bytes)
  const scale = 1 / font.unitsPerEm
  const charStrings = dict.get('CharStrings')
  const known = new Map<number, GlyphOutline | undefined>()
  const byIndex = (index: number) => {
    if (!known.has(index)) known.set(index, glyphAt(font, index))
    return known.get(index)
  }
  return {
    id: nextFontId(),
    unit: [scale, 0, 0, scale, 0, 0],
    byIndex,
    glyph(name) {
      const index = charStrings instanceof PsDict ? charStrings.get(name) : undefined
      return typeof index === 'number' ? byIndex(index) : undefined
    },
  }
}
