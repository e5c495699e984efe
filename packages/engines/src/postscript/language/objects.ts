/** Objects of the PostScript language. Integers, booleans and null are those of JavaScript. */
import type { ByteStream } from '../files/byte-stream.ts'

export class PsReal {
  readonly value: number
  constructor(value: number) {
    this.value = value
  }
}

/** One object for each text and attribute, so that names are compared by identity. */
export class PsName {
  readonly text: string
  readonly isExecutable: boolean
  constructor(text: string, isExecutable: boolean) {
    this.text = text
    this.isExecutable = isExecutable
  }
}

const literalNames = new Map<string, PsName>()
const executableNames = new Map<string, PsName>()
const maxInternedNames = 100_000

export function psName(text: string, isExecutable = false): PsName {
  const names = isExecutable ? executableNames : literalNames
  const known = names.get(text)
  if (known) return known
  const name = new PsName(text, isExecutable)
  // A warm process reads many files.
  if (names.size >= maxInternedNames) names.clear()
  names.set(text, name)
  return name
}

/** Substrings share the bytes. */
export class PsString {
  readonly bytes: Uint8Array
  readonly isExecutable: boolean
  constructor(bytes: Uint8Array, isExecutable = false) {
    this.bytes = bytes
    this.isExecutable = isExecutable
  }
}

/** Elements with the save level at which they were last copied. */
export interface ArrayStore {
  items: PsObject[]
  level: number
  readonly isGlobal: boolean
}

/** Subarrays share the store. */
export class PsArray {
  readonly store: ArrayStore
  readonly start: number
  readonly length: number
  readonly isExecutable: boolean
  readonly isPacked: boolean
  constructor(store: ArrayStore, start: number, length: number, isExecutable = false, isPacked = false) {
    this.store = store
    this.start = start
    this.length = length
    this.isExecutable = isExecutable
    this.isPacked = isPacked
  }
  at(index: number): PsObject {
    return this.store.items[this.start + index] ?? null
  }
  toList(): PsObject[] {
    return this.store.items.slice(this.start, this.start + this.length)
  }
}

export function arrayOf(items: PsObject[], isExecutable = false, level = 0): PsArray {
  return new PsArray({ items, level, isGlobal: false }, 0, items.length, isExecutable)
}

/** Names and strings are text; arrays and other composite objects are keys by identity. */
export type DictKey = string | number | boolean | object

export class PsDict {
  map = new Map<DictKey, PsObject>()
  /** Save level at which it was last copied. */
  level = 0
  isGlobal = false
  capacity: number
  constructor(capacity = 0) {
    this.capacity = capacity
  }
  get(key: DictKey): PsObject | undefined {
    return this.map.get(key)
  }
}

/** A method, so that an operator may ask for more than an object: the interpreter, which is built on this module. */
type RunOperator = { run(ps: object): void }['run']

export class PsOperator {
  readonly name: string
  readonly run: RunOperator
  constructor(name: string, run: RunOperator) {
    this.name = name
    this.run = run
  }
}

export class PsFile {
  readonly stream: ByteStream
  readonly isExecutable: boolean
  constructor(stream: ByteStream, isExecutable = false) {
    this.stream = stream
    this.isExecutable = isExecutable
  }
}

/** Marks, saved states, font identifiers: objects that programs only keep. What has content is a class of its file. */
export class PsOpaque {
  readonly type: string
  constructor(type: string) {
    this.type = type
  }
}

export type PsObject =
  | number
  | boolean
  | null
  | PsReal
  | PsName
  | PsString
  | PsArray
  | PsDict
  | PsOperator
  | PsFile
  | PsOpaque

export const mark = new PsOpaque('marktype')

export function isProcedure(object: PsObject | undefined): object is PsArray {
  return object instanceof PsArray && object.isExecutable
}

export function isNumber(object: PsObject | undefined): object is number | PsReal {
  return typeof object === 'number' || object instanceof PsReal
}

export function numberValue(object: number | PsReal): number {
  return typeof object === 'number' ? object : object.value
}

const encoder = new TextEncoder()

export function stringOf(text: string): PsString {
  return new PsString(encoder.encode(text))
}

/** Latin-1, as bytes are. */
export function latinText(string: PsString): string {
  return Buffer.from(string.bytes.buffer, string.bytes.byteOffset, string.bytes.length).toString('latin1')
}

export function typeName(object: PsObject): string {
  if (typeof object === 'number') return 'integertype'
  if (typeof object === 'boolean') return 'booleantype'
  if (object === null) return 'nulltype'
  if (object instanceof PsReal) return 'realtype'
  if (object instanceof PsName) return 'nametype'
  if (object instanceof PsString) return 'stringtype'
  if (object instanceof PsArray) return object.isPacked ? 'packedarraytype' : 'arraytype'
  if (object instanceof PsDict) return 'dicttype'
  if (object instanceof PsOperator) return 'operatortype'
  if (object instanceof PsFile) return 'filetype'
  return object.type
}

export function isExecutable(object: PsObject): boolean {
  if (object instanceof PsOperator) return true
  return (
    (object instanceof PsArray ||
      object instanceof PsName ||
      object instanceof PsString ||
      object instanceof PsFile) &&
    object.isExecutable
  )
}
