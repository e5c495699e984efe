/** Draws strings in the current font: the glyphs one after the other. */
import type { Graphics } from '../graphics/graphics.ts'
import { svgValue } from '../graphics/graphics.ts'
import { apply, applyDistance, multiplyMatrices, type PointPair, type PsMatrix } from '../graphics/matrix.ts'
import { formatMatrix, toSvgPath } from '../graphics/path.ts'
import { PsError } from '../language/errors.ts'
import type { Interpreter } from '../language/interpreter.ts'
import { isProcedure, PsArray, PsDict, PsName, type PsObject, psName } from '../language/objects.ts'
import { matrixFrom } from '../operators/paths.ts'
import { charactersInFont } from './composite-fonts.ts'
import type { GlyphOutline, Outlines } from './outlines.ts'
import { InstalledOutlines, outlinesKey } from './standard-fonts.ts'
import { type42Outlines } from './truetype-outlines.ts'
import { type1Outlines } from './type1-outlines.ts'

export type TextMode = 'paint' | 'path' | 'measure'

/** Set by `setcachedevice` and `setcharwidth` in procedures of Type 3 fonts, in character space. */
export interface GlyphWidth {
  x: number
  y: number
}

const widths: GlyphWidth[] = []
const maxNesting = 10

export function setGlyphWidth(x: number, y: number): void {
  const width = widths.at(-1)
  if (width) Object.assign(width, { x, y })
}

export interface ShownString {
  readonly bytes: Uint8Array
  readonly mode: TextMode
  /** Replaces or adds to the advance of a glyph, in user space. */
  readonly adjust?: (index: number, code: number, advance: PointPair) => PointPair
  /** Between two glyphs. */
  readonly between?: (code: number, next: number) => void
}

const outlinesOfDicts = new WeakMap<object, Outlines>()

function outlinesOf(font: PsDict): Outlines {
  const type = font.get('FontType')
  const key = type === 42 ? font.get('sfnts') : font.get('CharStrings')
  const holder = key instanceof PsArray ? key.store : key instanceof PsDict ? key : undefined
  if (holder === undefined) throw new PsError('invalidfont')
  const known = outlinesOfDicts.get(holder)
  if (known) return known
  const outlines = type === 42 ? type42Outlines(font) : type1Outlines(font)
  outlinesOfDicts.set(holder, outlines)
  return outlines
}

export function currentFont(graphics: Graphics): PsDict {
  const { font } = graphics.state
  if (font === undefined) throw new PsError('invalidfont')
  return font
}

/** Draws the string at the current point, and moves that to its end. */
export function showText(ps: Interpreter, graphics: Graphics, run: ShownString): void {
  const characters = charactersInFont(currentFont(graphics), run.bytes)
  for (const [index, { font, code, matrix }] of characters.entries()) {
    ps.charge(4)
    const encoding = font.get('Encoding')
    const name = encoding instanceof PsArray && code < encoding.length ? encoding.at(code) : null
    const advance = showGlyph(ps, graphics, { font, code, name, matrix, mode: run.mode })
    const [x, y] = run.adjust?.(index, code, advance) ?? advance
    move(graphics, x, y)
    const next = characters[index + 1]
    if (next) run.between?.(code, next.code)
  }
}

function move(graphics: Graphics, x: number, y: number): void {
  const [fromX, fromY] = graphics.state.point
  const [byX, byY] = applyDistance(graphics.state.matrix, x, y)
  graphics.state.ownPath.moveTo(fromX + byX, fromY + byY)
}

interface ShownGlyph {
  readonly font: PsDict
  readonly code: number
  readonly name: PsObject
  /** From character space to user space. */
  readonly matrix: PsMatrix
  readonly mode: TextMode
}

/** Returns the advance in user space. */
export function showGlyph(ps: Interpreter, graphics: Graphics, shown: ShownGlyph): PointPair {
  const { font, matrix } = shown
  if (font.get('FontType') === 3) return runGlyphProcedure(ps, graphics, shown)
  const found = findGlyph(font, shown)
  if (found === undefined) return [0, 0]
  const { glyph, outlines } = found
  const toUser = multiplyMatrices(outlines.unit, matrix)
  const [x, y] = shown.mode === 'measure' ? [0, 0] : graphics.state.point
  const [a, b, c, d] = multiplyMatrices(toUser, graphics.state.matrix)
  const [e, f] = applyDistance(graphics.state.matrix, toUser[4], toUser[5])
  const toDevice: PsMatrix = [a, b, c, d, x + e, y + f]
  if (shown.mode === 'path') graphics.state.ownPath.append(glyph.path, toDevice)
  else if (shown.mode === 'paint') paintGlyph(graphics, glyph, outlines, found.key, toDevice)
  if (shown.mode === 'path') graphics.state.ownPath.moveTo(x, y)
  return metricsOf(font, found.key, matrix) ?? applyDistance(toUser, glyph.width, glyph.widthY ?? 0)
}

function metricsOf(font: PsDict, name: string, matrix: PsMatrix): PointPair | undefined {
  const metrics = font.get('Metrics')
  if (!(metrics instanceof PsDict)) return undefined
  const width = metrics.get(name)
  if (typeof width === 'number') return applyDistance(matrix, width, 0)
  return undefined
}

function findGlyph(
  font: PsDict,
  { name, code }: ShownGlyph,
): { glyph: GlyphOutline; outlines: Outlines; key: string } | undefined {
  if (font.get('CIDFontType') === 2) {
    const outlines = outlinesOf(font)
    const glyph = outlines.byIndex?.(code)
    return glyph && { glyph, outlines, key: `#${code}` }
  }
  const text = name instanceof PsName ? name.text : '.notdef'
  const installed = font.get(outlinesKey)
  if (installed instanceof InstalledOutlines) {
    const outlines = installed.with(text)
    const glyph = outlines?.glyph(text)
    return outlines && glyph && { glyph, outlines, key: text }
  }
  const outlines = outlinesOf(font)
  const glyph = outlines.glyph(text) ?? outlines.glyph('.notdef')
  return glyph && { glyph, outlines, key: text }
}

function paintGlyph(
  graphics: Graphics,
  { path }: GlyphOutline,
  { id }: Outlines,
  key: string,
  toDevice: PsMatrix,
): void {
  if (path.isEmpty || !graphics.isPainting || graphics.state.paint.kind === 'none') return
  const definition = graphics.drawing.define(
    't',
    own => `<path id="${own}" d="${toSvgPath(path)}"/>`,
    `glyph ${id} ${key}`,
  )
  const fill = svgValue(graphics.state.paint)
  if (graphics.state.paint.kind === 'pattern') {
    // A pattern would otherwise be placed in the coordinates of the glyph.
    graphics.paintPath(path.transformed(toDevice), 'nonzero')
    return
  }
  graphics.add(`<use xlink:href="#${definition}" transform="${formatMatrix(toDevice)}" fill="${fill}"/>`)
}

function runGlyphProcedure(
  ps: Interpreter,
  graphics: Graphics,
  { font, code, name, matrix, mode }: ShownGlyph,
): PointPair {
  const procedure = font.get('BuildGlyph') ?? font.get('BuildChar')
  if (!isProcedure(procedure)) throw new PsError('invalidfont')
  if (widths.length >= maxNesting) throw new PsError('limitcheck')
  const width = { x: 0, y: 0 }
  widths.push(width)
  const wasMeasuring = graphics.isMeasuring
  try {
    graphics.isolated(() => {
      const { state } = graphics
      const [a, b, c, d] = multiplyMatrices(matrix, state.matrix)
      const [x, y] = mode === 'measure' ? [0, 0] : state.point
      const [e, f] = applyDistance(state.matrix, matrix[4], matrix[5])
      state.matrix = [a, b, c, d, x + e, y + f]
      state.newPath(graphics.limits.maxSegments)
      if (mode !== 'paint') graphics.isMeasuring = true
      ps.push(font)
      ps.push(font.get('BuildGlyph') ? (name instanceof PsName ? name : psName('.notdef')) : code)
      ps.runProcedure(procedure)
    })
  } finally {
    widths.pop()
    graphics.isMeasuring = wasMeasuring
  }
  return applyDistance(matrix, width.x, width.y)
}

export function fontMatrix(font: PsDict): PsMatrix {
  return matrixFrom(font.get('FontMatrix') ?? null)
}

export function measureString(ps: Interpreter, graphics: Graphics, bytes: Uint8Array): PointPair {
  let [x, y] = [0, 0]
  graphics.isolated(() => {
    graphics.state.newPath(graphics.limits.maxSegments)
    graphics.state.path.moveTo(...apply(graphics.state.matrix, 0, 0))
    showText(ps, graphics, {
      bytes,
      mode: 'measure',
      adjust: (_index, _code, advance) => {
        x += advance[0]
        y += advance[1]
        return [0, 0]
      },
    })
  })
  return [x, y]
}
