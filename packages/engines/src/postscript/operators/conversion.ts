/** Conversion of types and attributes. */
import { MemoryStream } from '../files/byte-stream.ts'
import { PsError } from '../language/errors.ts'
import type { Interpreter, OperatorTable } from '../language/interpreter.ts'
import {
  latinText,
  PsArray,
  PsFile,
  PsName,
  type PsObject,
  PsOperator,
  PsReal,
  PsString,
  psName,
  typeName,
} from '../language/objects.ts'
import { endOfSource, readToken } from '../language/tokenizer.ts'

function withAttribute(object: PsObject, isExecutable: boolean): PsObject {
  if (object instanceof PsArray)
    return new PsArray(object.store, object.start, object.length, isExecutable, object.isPacked)
  if (object instanceof PsString) return new PsString(object.bytes, isExecutable)
  if (object instanceof PsName) return psName(object.text, isExecutable)
  if (object instanceof PsFile) return new PsFile(object.stream, isExecutable)
  return object
}

/** The number that an object is, or that a string spells. */
function toNumber(ps: Interpreter): number | PsReal {
  const object = ps.pop()
  if (typeof object === 'number' || object instanceof PsReal) return object
  if (!(object instanceof PsString)) throw new PsError('typecheck')
  const token = readToken(new MemoryStream(object.bytes), ps)
  if (typeof token === 'number' || token instanceof PsReal) return token
  throw new PsError(token === endOfSource ? 'syntaxerror' : 'typecheck')
}

/** As PostScript prints it: six digits. */
function formatReal(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e10) return value.toFixed(1)
  const text = Number(value.toPrecision(6)).toString()
  return /[.e]/.test(text) ? text : `${text}.0`
}

export function formatObject(object: PsObject): string {
  if (object instanceof PsReal) return formatReal(object.value)
  if (typeof object === 'number' || typeof object === 'boolean') return String(object)
  if (object instanceof PsName) return object.text
  if (object instanceof PsString) return latinText(object)
  if (object instanceof PsOperator) return object.name
  return '--nostringval--'
}

/** Writes into the start of the string, and pushes what was written. */
function pushWritten(ps: Interpreter, target: PsString, text: string): void {
  const bytes = Buffer.from(text, 'latin1')
  if (bytes.length > target.bytes.length) throw new PsError('rangecheck')
  target.bytes.set(bytes)
  ps.push(new PsString(target.bytes.subarray(0, bytes.length), target.isExecutable))
}

export const conversionOperators: OperatorTable = {
  cvx: ps => ps.push(withAttribute(ps.pop(), true)),
  cvlit: ps => ps.push(withAttribute(ps.pop(), false)),
  cvi: ps => {
    const number = toNumber(ps)
    const value = Math.trunc(typeof number === 'number' ? number : number.value)
    if (value < -0x8000_0000 || value > 0x7fff_ffff) throw new PsError('rangecheck')
    ps.push(value === 0 ? 0 : value)
  },
  cvr: ps => {
    const number = toNumber(ps)
    ps.push(typeof number === 'number' ? new PsReal(number) : number)
  },
  cvn: ps => {
    const string = ps.popString()
    ps.push(psName(latinText(string), string.isExecutable))
  },
  cvs: ps => {
    const target = ps.popString()
    pushWritten(ps, target, formatObject(ps.pop()))
  },
  cvrs: ps => {
    const target = ps.popString()
    const base = ps.popInteger()
    const object = ps.pop()
    if (typeof object !== 'number' && !(object instanceof PsReal)) throw new PsError('typecheck')
    if (base < 2 || base > 36) throw new PsError('rangecheck')
    const value = Math.trunc(typeof object === 'number' ? object : object.value)
    const text = base === 10 ? formatObject(object) : (value >>> 0).toString(base).toUpperCase()
    pushWritten(ps, target, text)
  },
  type: ps => ps.push(psName(typeName(ps.pop()), true)),
}
