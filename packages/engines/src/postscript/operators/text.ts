/** Fonts and text. */
import { isoLatin1Encoding, standardGlyphNames, symbolEncoding } from '../fonts/encodings.ts'
import { currentFont, fontMatrix, measureString, setGlyphWidth, showGlyph, showText } from '../fonts/show.ts'
import { standardFont } from '../fonts/standard-fonts.ts'
import type { Graphics } from '../graphics/graphics.ts'
import { applyDistance, multiplyMatrices, type PointPair, type PsMatrix } from '../graphics/matrix.ts'
import { PsError } from '../language/errors.ts'
import type { Interpreter, OperatorTable } from '../language/interpreter.ts'
import { PsArray, type PsDict, PsName, PsOpaque, PsReal, PsString, psName } from '../language/objects.ts'
import { resourcesOf } from './memory.ts'
import { matrixFrom, numberString } from './paths.ts'

function findFont(ps: Interpreter): void {
  const key = ps.keyOf(ps.pop())
  const fonts = resourcesOf(ps, 'Font')
  const found = fonts.get(key)
  if (found !== undefined) {
    ps.push(found)
    return
  }
  const font = standardFont(ps, String(key))
  ps.put(font, 'FID', new PsOpaque('fonttype'))
  ps.put(fonts, key, font)
  ps.push(font)
}

function defineFont(ps: Interpreter): void {
  const font = ps.popDict()
  const key = ps.keyOf(ps.pop())
  if (font.get('FontMatrix') === undefined || font.get('FontType') === undefined)
    throw new PsError('invalidfont')
  if (font.get('FID') === undefined) ps.put(font, 'FID', new PsOpaque('fonttype'))
  ps.put(resourcesOf(ps, 'Font'), key, font)
  ps.push(font)
}

function transformedFont(ps: Interpreter, font: PsDict, matrix: PsMatrix): PsDict {
  const copy = ps.newDict(font.map.size)
  ps.charge(font.map.size)
  for (const [key, value] of font.map) copy.map.set(key, value)
  const own = fontMatrix(font)
  copy.map.set('FontMatrix', ps.newArray(multiplyMatrices(own, matrix).map(value => new PsReal(value))))
  return copy
}

function popFontMatrix(ps: Interpreter): PsMatrix {
  const object = ps.pop()
  if (object instanceof PsArray) return matrixFrom(object)
  ps.push(object)
  const size = ps.popNumber()
  return [size, 0, 0, size, 0, 0]
}

/** Values that programs also read with `get` and `load`. */
export function addFontDictionaries(ps: Interpreter): void {
  const { map } = ps.system
  map.set('FontDirectory', resourcesOf(ps, 'Font'))
  for (const [name, encoding] of [
    ['StandardEncoding', standardGlyphNames],
    ['ISOLatin1Encoding', isoLatin1Encoding],
    ['SymbolEncoding', symbolEncoding],
  ] as const) {
    const array = ps.newArray(encoding.map(each => psName(each)))
    map.set(name, array)
    resourcesOf(ps, 'Encoding').map.set(name, array)
  }
}

export function textOperators(graphics: Graphics): OperatorTable {
  const show = (
    ps: Interpreter,
    bytes: Uint8Array,
    adjust?: (index: number, code: number, advance: PointPair) => PointPair,
  ) => {
    showText(ps, graphics, { bytes, mode: 'paint', ...(adjust && { adjust }) })
  }
  /** Advances from an array or a number string. */
  const placed =
    (coordinates: 1 | 2, place: (numbers: readonly number[]) => PointPair) => (ps: Interpreter) => {
      const given = ps.pop()
      const numbers =
        given instanceof PsString
          ? numberString(given)
          : given instanceof PsArray
            ? ps.numbersOf(given.toList())
            : undefined
      if (numbers === undefined) throw new PsError('typecheck')
      show(ps, ps.popString().bytes, index => {
        const own = numbers.slice(index * coordinates, (index + 1) * coordinates)
        if (own.length < coordinates) throw new PsError('rangecheck')
        return place(own)
      })
    }
  const selectFont = (font: PsDict) => {
    graphics.state.font = font
  }
  return {
    findfont: findFont,
    definefont: defineFont,
    undefinefont: ps => ps.removeKey(resourcesOf(ps, 'Font'), ps.keyOf(ps.pop())),
    scalefont: ps => {
      const matrix = popFontMatrix(ps)
      ps.push(transformedFont(ps, ps.popDict(), matrix))
    },
    makefont: ps => {
      const matrix = matrixFrom(ps.pop())
      ps.push(transformedFont(ps, ps.popDict(), matrix))
    },
    setfont: ps => selectFont(ps.popDict()),
    selectfont: ps => {
      const matrix = popFontMatrix(ps)
      findFont(ps)
      selectFont(transformedFont(ps, ps.popDict(), matrix))
    },
    currentfont: ps => ps.push(graphics.state.font ?? standardFont(ps, 'Courier')),
    rootfont: ps => ps.push(currentFont(graphics)),
    composefont: ps => {
      const [descendants, , key] = [ps.popArray(), ps.pop(), ps.pop()]
      const font = ps.newDict(8)
      const fonts = descendants
        .toList()
        .map(each => (each instanceof PsName ? resourcesOf(ps, 'CIDFont').get(each.text) : each) ?? null)
      ps.put(font, 'FontType', 0)
      ps.put(font, 'FMapType', 9)
      ps.put(font, 'FontMatrix', ps.newArray([1, 0, 0, 1, 0, 0]))
      ps.put(font, 'FDepVector', ps.newArray(fonts))
      ps.push(key)
      ps.push(font)
      defineFont(ps)
    },
    findencoding: ps => {
      const found = resourcesOf(ps, 'Encoding').get(ps.keyOf(ps.pop()))
      if (found === undefined) throw new PsError('undefinedresource')
      ps.push(found)
    },
    show: ps => show(ps, ps.popString().bytes),
    ashow: ps => {
      const { bytes } = ps.popString()
      const [x = 0, y = 0] = ps.popNumbers(2)
      show(ps, bytes, (_index, _code, advance) => [advance[0] + x, advance[1] + y])
    },
    widthshow: ps => {
      const { bytes } = ps.popString()
      const [x = 0, y = 0, wanted = 0] = ps.popNumbers(3)
      show(ps, bytes, (_index, code, advance) =>
        code === wanted ? [advance[0] + x, advance[1] + y] : advance,
      )
    },
    awidthshow: ps => {
      const { bytes } = ps.popString()
      const [wordX = 0, wordY = 0, wanted = 0, x = 0, y = 0] = ps.popNumbers(5)
      show(ps, bytes, (_index, code, advance) => {
        const isWanted = code === wanted
        return [advance[0] + x + (isWanted ? wordX : 0), advance[1] + y + (isWanted ? wordY : 0)]
      })
    },
    xshow: placed(1, ([x = 0]) => [x, 0]),
    yshow: placed(1, ([y = 0]) => [0, y]),
    xyshow: placed(2, ([x = 0, y = 0]) => [x, y]),
    kshow: ps => {
      const { bytes } = ps.popString()
      const procedure = ps.popProcedure()
      showText(ps, graphics, {
        bytes,
        mode: 'paint',
        between: (code, next) => {
          ps.push(code)
          ps.push(next)
          ps.runProcedure(procedure)
        },
      })
    },
    cshow: ps => {
      const { bytes } = ps.popString()
      const procedure = ps.popProcedure()
      for (const code of bytes) {
        const [x, y] = measureString(ps, graphics, Uint8Array.of(code))
        ps.push(code)
        ps.pushNumber(x)
        ps.pushNumber(y)
        ps.runProcedure(procedure)
      }
    },
    glyphshow: ps => {
      const object = ps.pop()
      const font = currentFont(graphics)
      const code = typeof object === 'number' ? object : 0
      const advance = showGlyph(ps, graphics, {
        font,
        code,
        name: object,
        matrix: fontMatrix(font),
        mode: 'paint',
      })
      const [fromX, fromY] = graphics.state.point
      const [x, y] = applyDistance(graphics.state.matrix, ...advance)
      graphics.state.ownPath.moveTo(fromX + x, fromY + y)
    },
    stringwidth: ps => {
      for (const value of measureString(ps, graphics, ps.popString().bytes)) ps.pushNumber(value)
    },
    charpath: ps => {
      ps.popBoolean()
      showText(ps, graphics, { bytes: ps.popString().bytes, mode: 'path' })
    },
    setcachedevice: ps => {
      const [x = 0, y = 0] = ps.popNumbers(6)
      setGlyphWidth(x, y)
    },
    setcachedevice2: ps => {
      const [x = 0, y = 0] = ps.popNumbers(10)
      setGlyphWidth(x, y)
    },
    setcharwidth: ps => {
      const [x = 0, y = 0] = ps.popNumbers(2)
      setGlyphWidth(x, y)
    },
  }
}
