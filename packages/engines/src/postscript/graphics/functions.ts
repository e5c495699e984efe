/** Function dictionaries of shadings: sampled, exponential and stitched ones, and procedures. */
import { PsError } from '../language/errors.ts'
import type { Interpreter } from '../language/interpreter.ts'
import {
  isNumber,
  numberValue,
  PsArray,
  PsDict,
  PsFile,
  type PsObject,
  PsString,
} from '../language/objects.ts'

export type Compute = (inputs: readonly number[]) => readonly number[]

const maxNesting = 8
const maxSampleBytes = 16_000_000

function numbers(dict: PsDict, key: string): number[] {
  const value = dict.get(key)
  return value instanceof PsArray ? value.toList().filter(isNumber).map(numberValue) : []
}

const clamp = (value: number, least = 0, most = 1) => Math.min(most, Math.max(least, value))

export function readFunction(ps: Interpreter, object: PsObject | undefined, depth = 0): Compute {
  if (depth > maxNesting) throw new PsError('limitcheck')
  if (object instanceof PsArray && object.isExecutable) return procedureFunction(ps, object)
  if (object instanceof PsArray) {
    const parts = object.toList().map(each => readFunction(ps, each, depth + 1))
    return inputs => parts.flatMap(compute => [...compute(inputs)])
  }
  if (!(object instanceof PsDict)) throw new PsError('typecheck')
  const kind = object.get('FunctionType')
  if (kind === 0) return sampledFunction(object)
  if (kind === 2) return exponentialFunction(object)
  if (kind === 3) return stitchedFunction(ps, object, depth)
  throw new PsError('rangecheck')
}

function procedureFunction(ps: Interpreter, procedure: PsArray): Compute {
  return inputs => {
    const { size } = ps
    for (const input of inputs) ps.pushNumber(input)
    ps.runProcedure(procedure)
    return ps.popNumbers(Math.max(0, ps.size - size))
  }
}

function exponentialFunction(dict: PsDict): Compute {
  const exponent = numbers(dict, 'N')[0] ?? numberIn(dict, 'N', 1)
  const from = numbers(dict, 'C0')
  const to = numbers(dict, 'C1')
  const [least = 0, most = 1] = numbers(dict, 'Domain')
  const start = from.length > 0 ? from : [0]
  const end = to.length > 0 ? to : [1]
  return ([input = 0]) => {
    const power = clamp(input, least, most) ** exponent
    return start.map((value, at) => value + power * ((end[at] ?? 0) - value))
  }
}

function numberIn(dict: PsDict, key: string, otherwise: number): number {
  const value = dict.get(key)
  return isNumber(value) ? numberValue(value) : otherwise
}

function stitchedFunction(ps: Interpreter, dict: PsDict, depth: number): Compute {
  const list = dict.get('Functions')
  if (!(list instanceof PsArray)) throw new PsError('typecheck')
  const functions = list.toList().map(each => readFunction(ps, each, depth + 1))
  const [least = 0, most = 1] = numbers(dict, 'Domain')
  const bounds = numbers(dict, 'Bounds')
  const encode = numbers(dict, 'Encode')
  return ([given = 0]) => {
    const input = clamp(given, least, most)
    let index = bounds.findIndex(bound => input < bound)
    if (index < 0) index = functions.length - 1
    const [low, high] = [index === 0 ? least : (bounds[index - 1] ?? least), bounds[index] ?? most]
    const [from = 0, to = 1] = encode.slice(2 * index, 2 * index + 2)
    const share = high === low ? 0 : (input - low) / (high - low)
    return functions[index]?.([from + share * (to - from)]) ?? []
  }
}

/** Linear between the nearest samples of each input. */
function sampledFunction(dict: PsDict): Compute {
  const [domain, range, size] = [numbers(dict, 'Domain'), numbers(dict, 'Range'), numbers(dict, 'Size')]
  const bits = numberIn(dict, 'BitsPerSample', 8)
  const source = dict.get('DataSource')
  const outputs = range.length / 2
  const count = size.reduce((product, each) => product * each, 1)
  if (count * outputs * bits > maxSampleBytes * 8 || size.length > 4 || bits < 1 || bits > 32)
    throw new PsError('limitcheck')
  const bytes =
    source instanceof PsString
      ? source.bytes
      : source instanceof PsFile
        ? source.stream.readAll(maxSampleBytes)
        : undefined
  if (bytes === undefined) throw new PsError('typecheck')
  const encode = numbers(dict, 'Encode')
  const decode = numbers(dict, 'Decode')
  const most = 2 ** bits - 1
  const sample = (index: number) => {
    let value = 0
    for (let bit = index * bits; bit < (index + 1) * bits; bit++)
      value = value * 2 + (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1)
    return value / most
  }
  return inputs => {
    const places = size.map((length, at) => {
      const [least = 0, top = 1] = domain.slice(2 * at, 2 * at + 2)
      const [from = 0, to = length - 1] = encode.slice(2 * at, 2 * at + 2)
      const share = (clamp(inputs[at] ?? 0, least, top) - least) / (top - least || 1)
      return clamp(from + share * (to - from), 0, length - 1)
    })
    const corners = cornersOf(places, size)
    return Array.from({ length: outputs }, (_, output) => {
      const total = corners.reduce(
        (sum, [index, weight]) => sum + weight * sample(index * outputs + output),
        0,
      )
      const [low = range[2 * output] ?? 0, high = range[2 * output + 1] ?? 1] = decode.slice(
        2 * output,
        2 * output + 2,
      )
      return low + total * (high - low)
    })
  }
}

/** Samples around a place, with their weights. */
function cornersOf(
  places: readonly number[],
  size: readonly number[],
): (readonly [index: number, weight: number])[] {
  let corners: (readonly [number, number])[] = [[0, 1]]
  let stride = 1
  for (const [at, place] of places.entries()) {
    const last = (size[at] ?? 1) - 1
    const low = Math.min(Math.floor(place), last)
    const share = place - low
    const step = stride
    corners = corners.flatMap(([index, weight]) => {
      const lower = [index + low * step, weight * (1 - share)] as const
      return share === 0
        ? [lower]
        : [lower, [index + Math.min(low + 1, last) * step, weight * share] as const]
    })
    stride *= last + 1
  }
  return corners
}
