/** Color spaces: how many components a color has, and which sRGB it is. */
import { PsError } from '../language/errors.ts'
import type { Interpreter } from '../language/interpreter.ts'
import {
  isNumber,
  numberValue,
  PsArray,
  PsDict,
  PsName,
  type PsObject,
  PsString,
  psName,
} from '../language/objects.ts'
import { resourcesOf } from '../operators/memory.ts'
import { cmykColor, grayColor, type Rgb, rgbColor, xyzColor } from './color.ts'

export interface ColorSpace {
  readonly kind: string
  readonly components: number
  readonly initial: readonly number[]
  /** As `currentcolorspace` returns it. */
  readonly object: PsObject
  /** Largest value of an image sample without a Decode array. */
  readonly mostOf: (bits: number) => number
  /** Smallest and largest component. */
  readonly range?: readonly (readonly [number, number])[]
  /** Of an uncolored pattern. */
  readonly base?: ColorSpace
  /** 0 to 1, or an index. */
  toRgb(components: readonly number[]): Rgb
}

const one = () => 1

function device(
  name: string,
  components: number,
  toRgb: ColorSpace['toRgb'],
  initial = new Array(components).fill(0),
) {
  return { kind: name, components, initial, object: psName(name), mostOf: one, toRgb } satisfies ColorSpace
}

export const deviceGray: ColorSpace = device('DeviceGray', 1, ([gray = 0]) => grayColor(gray))
export const deviceRgb: ColorSpace = device('DeviceRGB', 3, ([red = 0, green = 0, blue = 0]) =>
  rgbColor(red, green, blue),
)
export const deviceCmyk: ColorSpace = device(
  'DeviceCMYK',
  4,
  ([cyan = 0, magenta = 0, yellow = 0, key = 0]) => cmykColor(cyan, magenta, yellow, key),
  [0, 0, 0, 1],
)

const patternSpace = (object: PsObject, base?: ColorSpace): ColorSpace => ({
  kind: 'Pattern',
  components: base?.components ?? 0,
  initial: base?.initial ?? [],
  object,
  mostOf: one,
  ...(base && { base }),
  toRgb: components => base?.toRgb(components) ?? [0.5, 0.5, 0.5],
})

const maxNesting = 4

export function readColorSpace(ps: Interpreter, object: PsObject, depth = 0): ColorSpace {
  if (depth > maxNesting) throw new PsError('limitcheck')
  const list = object instanceof PsArray ? object.toList() : [object]
  const family = list[0]
  if (!(family instanceof PsName)) throw new PsError('typecheck')
  const inner = (at: number) => readColorSpace(ps, list[at] ?? null, depth + 1)
  switch (family.text) {
    case 'DeviceGray':
      return deviceGray
    case 'DeviceRGB':
      return deviceRgb
    case 'DeviceCMYK':
      return deviceCmyk
    case 'Pattern':
      return patternSpace(object, list.length > 1 ? inner(1) : undefined)
    case 'Indexed':
      return indexed(ps, object, inner(1), list)
    case 'Separation':
    case 'DeviceN':
      return tinted(ps, object, inner(2), list)
    case 'CIEBasedA':
      return { ...deviceGray, kind: 'CIEBasedA', object }
    case 'CIEBasedABC':
      return cieBasedAbc(ps, object, list[1])
    case 'CIEBasedDEF':
      return { ...deviceRgb, kind: 'CIEBasedDEF', object }
    case 'CIEBasedDEFG':
      return { ...deviceCmyk, kind: 'CIEBasedDEFG', object }
    default: {
      const named = resourcesOf(ps, 'ColorSpace').get(family.text)
      if (named === undefined || list.length > 1) throw new PsError('undefined')
      return readColorSpace(ps, named, depth + 1)
    }
  }
}

function indexed(ps: Interpreter, object: PsObject, base: ColorSpace, list: readonly PsObject[]): ColorSpace {
  const last = list[2]
  const lookup = list[3]
  if (typeof last !== 'number' || last < 0 || last > 4095) throw new PsError('rangecheck')
  const colors: Rgb[] = []
  const scale = (value: number, at: number) => {
    const [least, most] = base.range?.[at] ?? [0, 1]
    return least + value * (most - least)
  }
  for (let index = 0; index <= last; index++) {
    if (lookup instanceof PsString) {
      const bytes = lookup.bytes.subarray(index * base.components, (index + 1) * base.components)
      colors.push(base.toRgb([...bytes].map((byte, at) => scale(byte / 255, at))))
    } else if (lookup instanceof PsArray) {
      ps.push(index)
      ps.runProcedure(lookup)
      colors.push(base.toRgb(ps.popNumbers(base.components)))
    } else throw new PsError('typecheck')
  }
  return {
    kind: 'Indexed',
    components: 1,
    initial: [0],
    object,
    mostOf: bits => 2 ** bits - 1,
    toRgb: ([index = 0]) => colors[Math.max(0, Math.min(last, Math.floor(index)))] ?? [0, 0, 0],
  }
}

const maxCachedColors = 65_536

/** Spot colors, by the procedure that computes an alternative. */
function tinted(ps: Interpreter, object: PsObject, base: ColorSpace, list: readonly PsObject[]): ColorSpace {
  const [family, names, , procedure] = list
  const components = names instanceof PsArray ? names.length : 1
  if (!(procedure instanceof PsArray)) throw new PsError('typecheck')
  const isNone = names instanceof PsName && names.text === 'None'
  const known = new Map<string, Rgb>()
  return {
    kind: family instanceof PsName ? family.text : 'Separation',
    components,
    initial: new Array(components).fill(1),
    object,
    mostOf: one,
    toRgb: tints => {
      if (isNone) return [1, 1, 1]
      const key = tints.join()
      const found = known.get(key)
      if (found) return found
      for (const tint of tints) ps.pushNumber(tint)
      ps.runProcedure(procedure)
      const color = base.toRgb(ps.popNumbers(base.components))
      if (known.size < maxCachedColors) known.set(key, color)
      return color
    },
  }
}

function numbersIn(dict: PsDict, key: string, otherwise: readonly number[]): readonly number[] {
  const value = dict.get(key)
  if (!(value instanceof PsArray)) return otherwise
  const numbers = value.toList().filter(isNumber).map(numberValue)
  return numbers.length === otherwise.length ? numbers : otherwise
}

/** Calibrated RGB or Lab: decoding procedures and matrices lead to XYZ. */
function cieBasedAbc(ps: Interpreter, object: PsObject, dict: PsObject | undefined): ColorSpace {
  if (!(dict instanceof PsDict)) throw new PsError('typecheck')
  const unit = [1, 0, 0, 0, 1, 0, 0, 0, 1]
  const [matrixAbc, matrixLmn] = [numbersIn(dict, 'MatrixABC', unit), numbersIn(dict, 'MatrixLMN', unit)]
  const white = numbersIn(dict, 'WhitePoint', [0.9505, 1, 1.089])
  const rangeAbc = numbersIn(dict, 'RangeABC', [0, 1, 0, 1, 0, 1])
  const decode = (key: string, values: readonly number[]): number[] => {
    const procedures = dict.get(key)
    return values.map((value, at) => {
      const procedure = procedures instanceof PsArray ? procedures.at(at) : null
      if (!(procedure instanceof PsArray)) return value
      ps.pushNumber(value)
      ps.runProcedure(procedure)
      return ps.popNumber()
    })
  }
  const times = (matrix: readonly number[], [a = 0, b = 0, c = 0]: readonly number[]) =>
    [0, 1, 2].map(row => a * (matrix[row] ?? 0) + b * (matrix[row + 3] ?? 0) + c * (matrix[row + 6] ?? 0))
  const known = new Map<string, Rgb>()
  return {
    kind: 'CIEBasedABC',
    components: 3,
    initial: [0, 0, 0],
    object,
    mostOf: one,
    range: [0, 2, 4].map(at => [rangeAbc[at] ?? 0, rangeAbc[at + 1] ?? 1] as const),
    toRgb: abc => {
      const key = abc.join()
      const found = known.get(key)
      if (found) return found
      const lmn = decode('DecodeLMN', times(matrixAbc, decode('DecodeABC', abc)))
      const [x = 0, y = 0, z = 0] = times(matrixLmn, lmn)
      const color = xyzColor(
        (x / (white[0] || 1)) * 0.9505,
        y / (white[1] || 1),
        (z / (white[2] || 1)) * 1.089,
      )
      if (known.size < maxCachedColors) known.set(key, color)
      return color
    },
  }
}
