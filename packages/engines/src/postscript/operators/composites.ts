/** Arrays, strings and dictionaries. */
import { PsError } from '../language/errors.ts'
import type { Interpreter, OperatorTable } from '../language/interpreter.ts'
import { isExecutable, latinText, PsArray, PsDict, PsName, PsString } from '../language/objects.ts'

const maxElements = 4_000_000
const maxStringBytes = 64 * 1024 * 1024

function checkRange(start: number, count: number, length: number): void {
  if (start < 0 || count < 0 || start + count > length) throw new PsError('rangecheck')
}

/** `copy` of a composite object: its content into another one. */
export function copyInto(ps: Interpreter): void {
  const [target, source] = [ps.pop(), ps.pop()]
  if (target instanceof PsArray && source instanceof PsArray) {
    if (source.length > target.length) throw new PsError('rangecheck')
    ps.charge(source.length)
    for (const [at, item] of source.toList().entries()) ps.putAt(target, at, item)
    ps.push(new PsArray(target.store, target.start, source.length, target.isExecutable))
  } else if (target instanceof PsString && source instanceof PsString) {
    if (source.bytes.length > target.bytes.length) throw new PsError('rangecheck')
    target.bytes.set(source.bytes)
    ps.push(new PsString(target.bytes.subarray(0, source.bytes.length), target.isExecutable))
  } else if (target instanceof PsDict && source instanceof PsDict) {
    ps.charge(source.map.size)
    for (const [key, value] of source.map) ps.put(target, key, value)
    ps.push(target)
  } else throw new PsError('typecheck')
}

function endArray(ps: Interpreter): void {
  const items = ps.popMany(ps.countToMark())
  ps.pop()
  ps.push(ps.newArray(items))
}

function endDict(ps: Interpreter): void {
  const items = ps.popMany(ps.countToMark())
  ps.pop()
  if (items.length % 2 !== 0) throw new PsError('rangecheck')
  const dict = ps.newDict(items.length / 2)
  for (let at = 0; at < items.length; at += 2)
    ps.put(dict, ps.keyOf(items[at] ?? null), items[at + 1] ?? null)
  ps.push(dict)
}

function getInterval(ps: Interpreter): void {
  const count = ps.popInteger()
  const start = ps.popInteger()
  const source = ps.pop()
  if (source instanceof PsArray) {
    checkRange(start, count, source.length)
    ps.push(new PsArray(source.store, source.start + start, count, source.isExecutable, source.isPacked))
  } else if (source instanceof PsString) {
    checkRange(start, count, source.bytes.length)
    ps.push(new PsString(source.bytes.subarray(start, start + count), source.isExecutable))
  } else throw new PsError('typecheck')
}

function putInterval(ps: Interpreter): void {
  const source = ps.pop()
  const start = ps.popInteger()
  const target = ps.pop()
  if (source instanceof PsArray && target instanceof PsArray) {
    checkRange(start, source.length, target.length)
    ps.charge(source.length)
    for (const [at, item] of source.toList().entries()) ps.putAt(target, start + at, item)
  } else if (source instanceof PsString && target instanceof PsString) {
    checkRange(start, source.bytes.length, target.bytes.length)
    target.bytes.set(source.bytes, start)
  } else throw new PsError('typecheck')
}

function get(ps: Interpreter): void {
  const key = ps.pop()
  const source = ps.pop()
  if (source instanceof PsDict) {
    const value = source.get(ps.keyOf(key))
    if (value === undefined) throw new PsError('undefined')
    ps.push(value)
    return
  }
  if (typeof key !== 'number') throw new PsError('typecheck')
  if (source instanceof PsArray) {
    checkRange(key, 1, source.length)
    ps.push(source.at(key))
  } else if (source instanceof PsString) {
    checkRange(key, 1, source.bytes.length)
    ps.push(source.bytes[key] as number)
  } else throw new PsError('typecheck')
}

function put(ps: Interpreter): void {
  const [value, key, target] = [ps.pop(), ps.pop(), ps.pop()]
  if (target instanceof PsDict) ps.put(target, ps.keyOf(key), value)
  else if (target instanceof PsArray && typeof key === 'number') ps.putAt(target, key, value)
  else if (target instanceof PsString && typeof key === 'number' && typeof value === 'number') {
    checkRange(key, 1, target.bytes.length)
    target.bytes[key] = value
  } else throw new PsError('typecheck')
}

function length(ps: Interpreter): void {
  const object = ps.pop()
  if (object instanceof PsArray) ps.push(object.length)
  else if (object instanceof PsString) ps.push(object.bytes.length)
  else if (object instanceof PsDict) ps.push(object.map.size)
  else if (object instanceof PsName) ps.push(object.text.length)
  else throw new PsError('typecheck')
}

/** Position of the pattern in the text; -1 without. */
function findIn(ps: Interpreter): { text: PsString; pattern: PsString; at: number } {
  const [pattern, text] = [ps.popString(), ps.popString()]
  ps.charge(text.bytes.length >> 3)
  return { text, pattern, at: Buffer.from(text.bytes).indexOf(pattern.bytes) }
}

function part(string: PsString, start: number, end = string.bytes.length): PsString {
  return new PsString(string.bytes.subarray(start, end), string.isExecutable)
}

function search(ps: Interpreter): void {
  const { text, pattern, at } = findIn(ps)
  if (at < 0) {
    ps.push(text)
    ps.push(false)
    return
  }
  const end = at + pattern.bytes.length
  ps.push(part(text, end))
  ps.push(part(text, at, end))
  ps.push(part(text, 0, at))
  ps.push(true)
}

function anchorSearch(ps: Interpreter): void {
  const [pattern, text] = [ps.popString(), ps.popString()]
  const isFound = latinText(text).startsWith(latinText(pattern))
  if (isFound) {
    ps.push(part(text, pattern.bytes.length))
    ps.push(part(text, 0, pattern.bytes.length))
  } else ps.push(text)
  ps.push(isFound)
}

function where(ps: Interpreter): void {
  const dict = ps.dictWith(ps.keyOf(ps.pop()))
  if (dict) ps.push(dict)
  ps.push(dict !== undefined)
}

export const compositeOperators: OperatorTable = {
  ']': endArray,
  '>>': endDict,
  array: ps => {
    const count = ps.popInteger()
    if (count < 0 || count > maxElements) throw new PsError(count < 0 ? 'rangecheck' : 'limitcheck')
    ps.charge(count >> 4)
    ps.push(ps.newArray(new Array(count).fill(null)))
  },
  packedarray: ps => {
    const items = ps.popMany(ps.popInteger())
    const { store } = ps.newArray(items)
    ps.push(new PsArray(store, 0, items.length, false, true))
  },
  setpacking: ps => {
    ps.popBoolean()
  },
  currentpacking: ps => ps.push(false),
  string: ps => {
    const count = ps.popInteger()
    if (count < 0 || count > maxStringBytes) throw new PsError(count < 0 ? 'rangecheck' : 'limitcheck')
    ps.charge(count >> 7)
    ps.push(ps.newString(count))
  },
  dict: ps => {
    const capacity = ps.popInteger()
    if (capacity < 0) throw new PsError('rangecheck')
    ps.push(ps.newDict(capacity))
  },
  length,
  maxlength: ps => {
    const dict = ps.popDict()
    ps.push(Math.max(dict.capacity, dict.map.size))
  },
  get,
  put,
  getinterval: getInterval,
  putinterval: putInterval,
  aload: ps => {
    const array = ps.popArray()
    ps.charge(array.length)
    for (const item of array.toList()) ps.push(item)
    ps.push(array)
  },
  astore: ps => {
    const array = ps.popArray()
    const items = ps.popMany(array.length)
    ps.charge(array.length)
    for (const [at, item] of items.entries()) ps.putAt(array, at, item)
    ps.push(array)
  },
  search,
  anchorsearch: anchorSearch,
  begin: ps => ps.beginDict(ps.popDict()),
  end: ps => {
    if (ps.dictionaries.length <= 3) throw new PsError('dictstackunderflow')
    ps.dictionaries.pop()
  },
  def: ps => {
    const value = ps.pop()
    ps.put(ps.current, ps.keyOf(ps.pop()), value)
  },
  load: ps => {
    const value = ps.find(ps.keyOf(ps.pop()))
    if (value === undefined) throw new PsError('undefined')
    ps.push(value)
  },
  store: ps => {
    const value = ps.pop()
    const key = ps.keyOf(ps.pop())
    ps.put(ps.dictWith(key) ?? ps.current, key, value)
  },
  undef: ps => {
    const key = ps.keyOf(ps.pop())
    ps.removeKey(ps.popDict(), key)
  },
  known: ps => {
    const key = ps.keyOf(ps.pop())
    ps.push(ps.popDict().map.has(key))
  },
  where,
  currentdict: ps => ps.push(ps.current),
  countdictstack: ps => ps.push(ps.dictionaries.length),
  dictstack: ps => {
    const array = ps.popArray()
    if (array.length < ps.dictionaries.length) throw new PsError('rangecheck')
    for (const [at, dict] of ps.dictionaries.entries()) ps.putAt(array, at, dict)
    ps.push(new PsArray(array.store, array.start, ps.dictionaries.length))
  },
  cleardictstack: ps => {
    ps.dictionaries.length = 3
  },
  xcheck: ps => ps.push(isExecutable(ps.pop())),
  rcheck: ps => {
    ps.pop()
    ps.push(true)
  },
  wcheck: ps => {
    ps.pop()
    ps.push(true)
  },
  readonly: () => {},
  executeonly: () => {},
  noaccess: () => {},
}
