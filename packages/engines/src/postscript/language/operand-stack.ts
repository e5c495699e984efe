/** The operand stack, from which operators take their operands by type. */
import { PsError } from './errors.ts'
import {
  isNumber,
  mark,
  numberValue,
  PsArray,
  PsDict,
  PsFile,
  type PsObject,
  PsReal,
  PsString,
} from './objects.ts'

export class OperandStack {
  private readonly stack: PsObject[] = []
  private readonly maxOperands: number
  private count = 0

  constructor(maxOperands: number) {
    this.maxOperands = maxOperands
  }

  get size(): number {
    return this.count
  }

  push(object: PsObject): void {
    if (this.count >= this.maxOperands) throw new PsError('stackoverflow')
    this.stack[this.count++] = object
  }

  pushNumber(value: number): void {
    if (!Number.isFinite(value)) throw new PsError('undefinedresult')
    this.push(new PsReal(value))
  }

  /** An integer, if it is in the range. */
  pushInteger(value: number): void {
    this.push(value >= -0x8000_0000 && value <= 0x7fff_ffff ? value : new PsReal(value))
  }

  pop(): PsObject {
    if (this.count === 0) throw new PsError('stackunderflow')
    return this.stack[--this.count] as PsObject
  }

  /** From the top, which is 0. */
  peek(index = 0): PsObject {
    if (index < 0 || index >= this.count) throw new PsError('stackunderflow')
    return this.stack[this.count - 1 - index] as PsObject
  }

  setAt(index: number, object: PsObject): void {
    this.stack[this.count - 1 - index] = object
  }

  /** Removes the top ones and returns them, the lowest first. */
  popMany(count: number): PsObject[] {
    if (count > this.count) throw new PsError('stackunderflow')
    this.count -= count
    return this.stack.slice(this.count, this.count + count)
  }

  /** Operands above the topmost mark. */
  countToMark(): number {
    for (let at = 0; at < this.count; at++) if (this.peek(at) === mark) return at
    throw new PsError('unmatchedmark')
  }

  /** Forgets operands, or finds those again that an operator popped before it failed. */
  resize(count: number): void {
    this.count = count
  }

  popNumber(): number {
    const object = this.pop()
    if (typeof object === 'number') return object
    if (object instanceof PsReal) return object.value
    throw new PsError('typecheck')
  }

  popInteger(): number {
    const object = this.pop()
    if (typeof object === 'number') return object
    // Some programs compute indexes with division.
    if (object instanceof PsReal && Number.isInteger(object.value)) return object.value
    throw new PsError('typecheck')
  }

  popBoolean(): boolean {
    const object = this.pop()
    if (typeof object !== 'boolean') throw new PsError('typecheck')
    return object
  }

  popString(): PsString {
    return this.popAs(PsString)
  }

  popDict(): PsDict {
    return this.popAs(PsDict)
  }

  popArray(): PsArray {
    return this.popAs(PsArray)
  }

  popProcedure(): PsArray {
    const object = this.popArray()
    if (!object.isExecutable) throw new PsError('typecheck')
    return object
  }

  popFile(): PsFile {
    return this.popAs(PsFile)
  }

  popNumbers(count: number): number[] {
    return this.numbersOf(this.popMany(count))
  }

  numbersOf(objects: readonly PsObject[]): number[] {
    return objects.map(object => {
      if (!isNumber(object)) throw new PsError('typecheck')
      return numberValue(object)
    })
  }

  popAs<Kind extends PsObject>(kind: new (...given: never[]) => Kind): Kind {
    const object = this.pop()
    if (object instanceof kind) return object
    throw new PsError('typecheck')
  }

  /** The topmost ones, the lowest first. */
  top(count: number): PsObject[] {
    return this.stack.slice(Math.max(0, this.count - count), this.count)
  }
}
