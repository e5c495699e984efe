/** Control operators: conditions, loops, `stopped`, and names that systems define. */
import { ExitSignal, loopExit, PsError, QuitSignal, StopSignal } from '../language/errors.ts'
import type { Interpreter, OperatorTable } from '../language/interpreter.ts'
import {
  type DictKey,
  isNumber,
  numberValue,
  PsArray,
  PsDict,
  PsName,
  type PsObject,
  PsOperator,
  PsReal,
  PsString,
  psName,
} from '../language/objects.ts'

const isExit = (error: unknown) => error instanceof ExitSignal

/** Runs the work until it is done or the program leaves it by `exit`. */
function loop(ps: Interpreter, work: () => void): void {
  ps.catching(work, isExit)
}

function keyObject(key: DictKey): PsObject {
  if (typeof key === 'string') return psName(key)
  if (typeof key === 'number') return Number.isInteger(key) ? key : new PsReal(key)
  if (typeof key === 'boolean') return key
  return key instanceof PsDict || key instanceof PsOperator ? key : null
}

function forAll(ps: Interpreter): void {
  const procedure = ps.popProcedure()
  const given = ps.pop()
  if (given instanceof PsArray)
    loop(ps, () => {
      for (let at = 0; at < given.length; at++) {
        ps.push(given.at(at))
        ps.charge(1)
        ps.runProcedure(procedure)
      }
    })
  else if (given instanceof PsString)
    loop(ps, () => {
      for (const byte of given.bytes) {
        ps.push(byte)
        ps.charge(1)
        ps.runProcedure(procedure)
      }
    })
  else if (given instanceof PsDict) {
    ps.charge(given.map.size)
    loop(ps, () => {
      for (const [key, value] of [...given.map]) {
        ps.push(keyObject(key))
        ps.push(value)
        ps.runProcedure(procedure)
      }
    })
  } else throw new PsError('typecheck')
}

function bind(ps: Interpreter, procedure: PsArray, seen: Set<object>): void {
  if (seen.has(procedure.store)) return
  seen.add(procedure.store)
  ps.charge(procedure.length)
  for (let at = 0; at < procedure.length; at++) {
    const item = procedure.at(at)
    if (item instanceof PsName && item.isExecutable) {
      const value = ps.find(item.text)
      if (value instanceof PsOperator) procedure.store.items[procedure.start + at] = value
    } else if (item instanceof PsArray && item.isExecutable && seen.size < 10_000) bind(ps, item, seen)
  }
}

export const controlOperators: OperatorTable = {
  exec: ps => {
    ps.next = ps.pop()
  },
  if: ps => {
    const procedure = ps.popProcedure()
    if (ps.popBoolean()) ps.next = procedure
  },
  ifelse: ps => {
    const [otherwise, procedure] = [ps.popProcedure(), ps.popProcedure()]
    ps.next = ps.popBoolean() ? procedure : otherwise
  },
  for: ps => {
    const procedure = ps.popProcedure()
    const [limit, increment, initial] = [ps.pop(), ps.pop(), ps.pop()]
    if (!isNumber(limit) || !isNumber(increment) || !isNumber(initial)) throw new PsError('typecheck')
    const isInteger = typeof initial === 'number' && typeof increment === 'number'
    const [end, step] = [numberValue(limit), numberValue(increment)]
    loop(ps, () => {
      for (let value = numberValue(initial); step > 0 ? value <= end : value >= end; value += step) {
        if (isInteger) ps.pushInteger(value)
        else ps.pushNumber(value)
        ps.charge(1)
        ps.runProcedure(procedure)
      }
    })
  },
  repeat: ps => {
    const procedure = ps.popProcedure()
    const count = ps.popInteger()
    if (count < 0) throw new PsError('rangecheck')
    loop(ps, () => {
      for (let turn = 0; turn < count; turn++) {
        ps.charge(1)
        ps.runProcedure(procedure)
      }
    })
  },
  loop: ps => {
    const procedure = ps.popProcedure()
    loop(ps, () => {
      for (;;) {
        ps.charge(1)
        ps.runProcedure(procedure)
      }
    })
  },
  forall: forAll,
  exit: () => {
    throw loopExit
  },
  stop: () => {
    throw new StopSignal()
  },
  stopped: ps => {
    const object = ps.pop()
    const dictionaries = ps.dictionaries.length
    const wasStopped = ps.catching(
      () => ps.execute(object),
      error => {
        // Not of an operator: a stack was full.
        if (error instanceof PsError) ps.record(error.error, null)
        return error instanceof PsError || error instanceof StopSignal
      },
    )
    // An error inside of `begin` and `end` leaves the dictionaries as they are; none below may be missing.
    if (ps.dictionaries.length < Math.min(3, dictionaries)) throw new PsError('dictstackunderflow')
    ps.push(wasStopped)
  },
  quit: () => {
    throw new QuitSignal()
  },
  start: () => {},
  countexecstack: ps => ps.push(ps.files.length),
  execstack: ps => {
    const array = ps.popArray()
    ps.push(new PsArray(array.store, array.start, 0))
  },
  bind: ps => {
    const procedure = ps.peek()
    if (procedure instanceof PsArray) bind(ps, procedure, new Set())
    else throw new PsError('typecheck')
  },
  handleerror: () => {},
  // The same in every run.
  usertime: ps => ps.push(0),
  realtime: ps => ps.push(0),
}
