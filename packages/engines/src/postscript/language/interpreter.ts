/** Runs PostScript: dictionary and call stacks, memory with `save`, names, procedures, errors and `stopped`. */
import { type ByteStream, MemoryStream } from '../files/byte-stream.ts'
import { LimitSignal, type Limits, PsError, StopSignal } from './errors.ts'
import {
  type ArrayStore,
  arrayOf,
  type DictKey,
  latinText,
  PsArray,
  PsDict,
  PsFile,
  PsName,
  type PsObject,
  PsOperator,
  PsReal,
  PsString,
  psName,
} from './objects.ts'
import { OperandStack } from './operand-stack.ts'
import { endOfSource, readToken, type TokenContext } from './tokenizer.ts'

export type OperatorTable = Readonly<Record<string, (ps: Interpreter) => void>>

const arrayElementBytes = 8
const dictEntryBytes = 64

/** What has changed since a `save`. */
interface SaveLevel {
  readonly arrays: Map<ArrayStore, PsObject[]>
  readonly dicts: Map<PsDict, Map<DictKey, PsObject>>
}

export class Interpreter extends OperandStack implements TokenContext {
  readonly limits: Limits
  readonly system = new PsDict(1000)
  readonly global = new PsDict(1000)
  readonly user = new PsDict(1000)
  readonly errors = new PsDict(100)
  readonly lastError = new PsDict(20)
  readonly dictionaries: PsDict[] = [this.system, this.global, this.user]
  readonly files: PsFile[] = []
  /** First error that no `stopped` of the program caught. */
  uncaught: string | undefined
  isAllocatingGlobal = false
  /** Set by an operator whose last act is a procedure: the caller runs it in its own place. */
  next: PsObject | undefined
  private steps = 0
  private memory = 0
  private depth = 0
  private readonly saves: SaveLevel[] = []

  constructor(limits: Limits) {
    super(limits.maxOperands)
    this.limits = limits
    for (const dict of [this.system, this.global]) dict.isGlobal = true
  }

  addOperators(table: OperatorTable): void {
    for (const [name, run] of Object.entries(table)) this.system.map.set(name, new PsOperator(name, run))
  }

  // Limits

  /** Work in units of one executed object. */
  charge(steps: number): void {
    this.steps += steps
    if (this.steps > this.limits.maxSteps) throw new LimitSignal('steps')
  }

  allocate(bytes: number): void {
    this.memory += bytes
    if (this.memory > this.limits.maxMemoryBytes) throw new LimitSignal('memory')
  }

  // Composite objects

  newArray(items: PsObject[], isExecutable = false): PsArray {
    this.allocate(32 + arrayElementBytes * items.length)
    const store = { items, level: this.saves.length, isGlobal: this.isAllocatingGlobal }
    return new PsArray(store, 0, items.length, isExecutable)
  }

  newString(length: number): PsString {
    this.allocate(32 + length)
    return new PsString(new Uint8Array(length))
  }

  newDict(capacity = 0): PsDict {
    this.allocate(dictEntryBytes * 2)
    const dict = new PsDict(capacity)
    dict.level = this.saves.length
    dict.isGlobal = this.isAllocatingGlobal
    return dict
  }

  put(dict: PsDict, key: DictKey, value: PsObject): void {
    if (dict.level < this.saves.length && !dict.isGlobal) {
      this.charge(dict.map.size >> 3)
      this.allocate(dictEntryBytes * dict.map.size)
      this.saves.at(-1)?.dicts.set(dict, new Map(dict.map))
      dict.level = this.saves.length
    }
    if (!dict.map.has(key)) this.allocate(dictEntryBytes)
    dict.map.set(key, value)
  }

  removeKey(dict: PsDict, key: DictKey): void {
    if (!dict.map.has(key)) return
    this.put(dict, key, null)
    dict.map.delete(key)
  }

  putAt(array: PsArray, index: number, value: PsObject): void {
    if (index < 0 || index >= array.length) throw new PsError('rangecheck')
    const { store } = array
    if (store.level < this.saves.length && !store.isGlobal) {
      this.charge(store.items.length >> 4)
      this.allocate(arrayElementBytes * store.items.length)
      this.saves.at(-1)?.arrays.set(store, store.items.slice())
      store.level = this.saves.length
    }
    store.items[array.start + index] = value
  }

  /** Returns the level to restore to. */
  save(): number {
    if (this.saves.length >= this.limits.maxSaves) throw new PsError('limitcheck')
    this.saves.push({ arrays: new Map(), dicts: new Map() })
    return this.saves.length - 1
  }

  restore(level: number): void {
    if (level >= this.saves.length) throw new PsError('invalidrestore')
    while (this.saves.length > level) {
      const { arrays, dicts } = this.saves.pop() as SaveLevel
      const below = this.saves.length
      for (const [store, items] of arrays) {
        store.items = items
        store.level = below
      }
      for (const [dict, map] of dicts) {
        dict.map = map
        dict.level = below
      }
    }
  }

  // Names

  keyOf(object: PsObject): DictKey {
    if (object instanceof PsName) return object.text
    if (typeof object === 'number' || typeof object === 'boolean') return object
    if (object instanceof PsString) return latinText(object)
    if (object instanceof PsReal) return object.value
    if (object instanceof PsArray) return object.store
    if (object === null) throw new PsError('typecheck')
    return object
  }

  /** The dictionary in which a name is defined, from the top of the dictionary stack. */
  dictWith(key: DictKey): PsDict | undefined {
    for (let at = this.dictionaries.length - 1; at >= 0; at--) {
      const dict = this.dictionaries[at] as PsDict
      if (dict.map.has(key)) return dict
    }
    return undefined
  }

  find(key: DictKey): PsObject | undefined {
    for (let at = this.dictionaries.length - 1; at >= 0; at--) {
      const value = (this.dictionaries[at] as PsDict).map.get(key)
      if (value !== undefined) return value
    }
    return undefined
  }

  lookUp(text: string): PsObject {
    const value = this.find(text)
    if (value === undefined) throw new PsError('undefined')
    return value
  }

  get current(): PsDict {
    return this.dictionaries.at(-1) as PsDict
  }

  beginDict(dict: PsDict): void {
    if (this.dictionaries.length >= this.limits.maxDictionaries) throw new PsError('dictstackoverflow')
    this.dictionaries.push(dict)
  }

  // Execution

  /** Runs a procedure, or any other object as if its name had been executed. */
  execute(object: PsObject): void {
    const next = this.start(object)
    if (next) this.runProcedure(next)
  }

  /** Runs a file until its end or until it is closed. */
  runStream(stream: ByteStream): void {
    this.enter()
    this.files.push(new PsFile(stream, true))
    try {
      for (;;) {
        this.charge(1)
        const next = this.runToken(stream)
        if (next === endOfSource) break
        if (next) this.runProcedure(next)
        if (stream.isClosed) break
      }
    } finally {
      this.files.pop()
    }
    this.depth--
  }

  private runToken(stream: ByteStream): PsArray | undefined | typeof endOfSource {
    let token: PsObject | typeof endOfSource
    try {
      token = readToken(stream, this)
    } catch (error) {
      if (!(error instanceof PsError)) throw error
      return this.raise(error.error, psName('token', true))
    }
    return token === endOfSource ? token : this.evaluate(token)
  }

  /** Restores the call depth after an exit from nested procedures. */
  catching(work: () => void, isExpected: (error: unknown) => boolean): boolean {
    const { depth } = this
    const files = this.files.length
    try {
      work()
      return false
    } catch (error) {
      this.depth = depth
      this.files.length = Math.min(files, this.files.length)
      if (!isExpected(error)) throw error
      return true
    }
  }

  private enter(): void {
    if (++this.depth > this.limits.maxCallDepth) {
      this.depth--
      throw new PsError('execstackoverflow')
    }
  }

  runProcedure(procedure: PsArray): void {
    this.enter()
    let { store, start, length } = procedure
    let [at, end] = [start, start + length]
    while (at < end) {
      if (++this.steps > this.limits.maxSteps) throw new LimitSignal('steps')
      const item = store.items[at++] as PsObject
      if (typeof item === 'number') {
        this.push(item)
        continue
      }
      const next = this.evaluate(item)
      if (next === undefined) continue
      if (at < end) this.runProcedure(next)
      else {
        // The last call replaces this one, so that recursion at the end needs no depth.
        ;({ store, start, length } = next)
        at = start
        end = start + length
      }
    }
    this.depth--
  }

  /** What is read in a file or in a procedure: procedures are operands, names are executed. Returns what to run next. */
  private evaluate(object: PsObject): PsArray | undefined {
    if (object instanceof PsName) {
      if (!object.isExecutable) {
        this.push(object)
        return undefined
      }
      const value = this.find(object.text)
      if (value === undefined) return this.raise('undefined', object)
      return this.start(value)
    }
    if (object instanceof PsOperator) return this.call(object)
    this.push(object)
    return undefined
  }

  private start(object: PsObject): PsArray | undefined {
    if (object instanceof PsOperator) return this.call(object)
    if (object instanceof PsArray && object.isExecutable) return object
    if (object instanceof PsName && object.isExecutable) {
      this.charge(1)
      this.enter()
      const next = this.evaluate(object)
      this.depth--
      return next
    }
    if (object instanceof PsString && object.isExecutable) this.runStream(new MemoryStream(object.bytes))
    else if (object instanceof PsFile && object.isExecutable) this.runStream(object.stream)
    else this.push(object)
    return undefined
  }

  private call(operator: PsOperator): PsArray | undefined {
    const { size } = this
    try {
      operator.run(this)
    } catch (error) {
      if (error instanceof RangeError && !error.message.startsWith('Invalid'))
        throw new LimitSignal('call stack', { cause: error })
      if (!(error instanceof PsError)) throw error
      this.next = undefined
      // The error handler finds the operands on the stack.
      this.resize(size)
      return this.raise(error.error, operator)
    }
    const { next } = this
    if (next === undefined) return undefined
    this.next = undefined
    return this.start(next)
  }

  /** Runs the handler of the error, which is that of the program or ends in `stop`. */
  private raise(error: string, command: PsObject): PsArray | undefined {
    const handler = this.errors.get(error)
    this.record(error, command)
    if (handler instanceof PsArray && handler.isExecutable) {
      this.push(command)
      return handler
    }
    throw new StopSignal(error)
  }

  /** For programs that read `$error`. */
  record(error: string, command: PsObject): void {
    const { map } = this.lastError
    map.set('newerror', true)
    map.set('errorname', psName(error))
    map.set('command', command)
    map.set('ostack', arrayOf(this.top(100)))
  }
}
