/** Arithmetic, comparison and bit operators. */
import { PsError } from '../language/errors.ts'
import type { Interpreter, OperatorTable } from '../language/interpreter.ts'
import {
  isNumber,
  latinText,
  numberValue,
  PsArray,
  PsName,
  type PsObject,
  PsReal,
  PsString,
} from '../language/objects.ts'

function binary(compute: (one: number, other: number) => number) {
  return (ps: Interpreter) => {
    const [other, one] = [ps.pop(), ps.pop()]
    if (!isNumber(one) || !isNumber(other)) throw new PsError('typecheck')
    const value = compute(numberValue(one), numberValue(other))
    if (typeof one === 'number' && typeof other === 'number') ps.pushInteger(value)
    else ps.pushNumber(value)
  }
}

/** Keeps the type of the operand. */
function unary(compute: (value: number) => number) {
  return (ps: Interpreter) => {
    const object = ps.pop()
    if (typeof object === 'number') ps.pushInteger(compute(object))
    else if (object instanceof PsReal) ps.pushNumber(compute(object.value))
    else throw new PsError('typecheck')
  }
}

function real(compute: (value: number) => number) {
  return (ps: Interpreter) => ps.pushNumber(compute(ps.popNumber()))
}

function integerDivision(compute: (one: number, other: number) => number) {
  return (ps: Interpreter) => {
    const other = ps.popInteger()
    const one = ps.popInteger()
    if (other === 0) throw new PsError('undefinedresult')
    ps.pushInteger(Math.trunc(compute(one, other)))
  }
}

const radians = Math.PI / 180

/** Exact at multiples of a right angle. */
export function sine(degrees: number): number {
  const quarters = degrees / 90
  return Number.isInteger(quarters)
    ? ([0, 1, 0, -1][((quarters % 4) + 4) % 4] ?? 0)
    : Math.sin(degrees * radians)
}

export const cosine = (degrees: number) => sine(degrees + 90)

function fullAngle(degrees: number): number {
  return degrees < 0 ? degrees + 360 : degrees
}

/** Half is rounded up. */
const round = (value: number) => Math.floor(value + 0.5)

function logic(
  onBooleans: (one: boolean, other: boolean) => boolean,
  onBits: (one: number, other: number) => number,
) {
  return (ps: Interpreter) => {
    const [other, one] = [ps.pop(), ps.pop()]
    if (typeof one === 'boolean' && typeof other === 'boolean') ps.push(onBooleans(one, other))
    else if (typeof one === 'number' && typeof other === 'number') ps.push(onBits(one, other))
    else throw new PsError('typecheck')
  }
}

function compare(accepts: (order: number) => boolean) {
  return (ps: Interpreter) => {
    const [other, one] = [ps.pop(), ps.pop()]
    if (isNumber(one) && isNumber(other)) ps.push(accepts(numberValue(one) - numberValue(other)))
    else if (one instanceof PsString && other instanceof PsString) {
      const [left, right] = [latinText(one), latinText(other)]
      ps.push(accepts(left < right ? -1 : left > right ? 1 : 0))
    } else throw new PsError('typecheck')
  }
}

function isEqual(one: PsObject, other: PsObject): boolean {
  if (one === other) return true
  if (isNumber(one) && isNumber(other)) return numberValue(one) === numberValue(other)
  const [left, right] = [wordOf(one), wordOf(other)]
  if (left !== undefined && right !== undefined) return left === right
  if (one instanceof PsArray && other instanceof PsArray)
    return one.store === other.store && one.start === other.start && one.length === other.length
  return false
}

function wordOf(object: PsObject): string | undefined {
  if (object instanceof PsName) return object.text
  return object instanceof PsString ? latinText(object) : undefined
}

/** That of the PostScript manual's suggestion: a Lehmer generator, the same in every run. */
const multiplier = 16807
const modulus = 2 ** 31 - 1
const seeds = new WeakMap<Interpreter, number>()

export const arithmeticOperators: OperatorTable = {
  add: binary((one, other) => one + other),
  sub: binary((one, other) => one - other),
  mul: binary((one, other) => one * other),
  div: ps => {
    const other = ps.popNumber()
    const one = ps.popNumber()
    if (other === 0) throw new PsError('undefinedresult')
    ps.pushNumber(one / other)
  },
  idiv: integerDivision((one, other) => one / other),
  mod: integerDivision((one, other) => one % other),
  neg: unary(value => (value === 0 ? 0 : -value)),
  abs: unary(Math.abs),
  ceiling: unary(Math.ceil),
  floor: unary(Math.floor),
  round: unary(round),
  truncate: unary(Math.trunc),
  sqrt: ps => {
    const value = ps.popNumber()
    if (value < 0) throw new PsError('rangecheck')
    ps.pushNumber(Math.sqrt(value))
  },
  exp: ps => {
    const exponent = ps.popNumber()
    ps.pushNumber(ps.popNumber() ** exponent)
  },
  ln: ps => {
    const value = ps.popNumber()
    if (value <= 0) throw new PsError('rangecheck')
    ps.pushNumber(Math.log(value))
  },
  log: ps => {
    const value = ps.popNumber()
    if (value <= 0) throw new PsError('rangecheck')
    ps.pushNumber(Math.log10(value))
  },
  sin: real(sine),
  cos: real(cosine),
  atan: ps => {
    const denominator = ps.popNumber()
    const numerator = ps.popNumber()
    if (numerator === 0 && denominator === 0) throw new PsError('undefinedresult')
    ps.pushNumber(fullAngle(Math.atan2(numerator, denominator) / radians))
  },
  srand: ps => {
    const seed = Math.abs(ps.popInteger()) % modulus
    seeds.set(ps, seed === 0 ? 1 : seed)
  },
  rrand: ps => ps.push(seeds.get(ps) ?? 1),
  rand: ps => {
    const value = Number((BigInt(seeds.get(ps) ?? 1) * BigInt(multiplier)) % BigInt(modulus))
    seeds.set(ps, value)
    ps.push(value)
  },
  eq: ps => ps.push(isEqual(ps.pop(), ps.pop())),
  ne: ps => ps.push(!isEqual(ps.pop(), ps.pop())),
  gt: compare(order => order > 0),
  ge: compare(order => order >= 0),
  lt: compare(order => order < 0),
  le: compare(order => order <= 0),
  and: logic(
    (one, other) => one && other,
    (one, other) => one & other,
  ),
  or: logic(
    (one, other) => one || other,
    (one, other) => one | other,
  ),
  xor: logic(
    (one, other) => one !== other,
    (one, other) => one ^ other,
  ),
  not: ps => {
    const object = ps.pop()
    if (typeof object === 'boolean') ps.push(!object)
    else if (typeof object === 'number') ps.push(~object)
    else throw new PsError('typecheck')
  },
  bitshift: ps => {
    const shift = ps.popInteger()
    const value = ps.popInteger()
    if (Math.abs(shift) > 31) ps.push(0)
    else ps.push(shift >= 0 ? value << shift : value >>> -shift)
  },
}
