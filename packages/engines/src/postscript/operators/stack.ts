/** Operand stack operators. */
import { PsError } from '../language/errors.ts'
import type { OperatorTable } from '../language/interpreter.ts'
import { mark, PsArray, PsDict, PsString } from '../language/objects.ts'
import { copyInto } from './composites.ts'

export const stackOperators: OperatorTable = {
  pop: ps => {
    ps.pop()
  },
  exch: ps => {
    const [top, below] = [ps.peek(0), ps.peek(1)]
    ps.setAt(0, below)
    ps.setAt(1, top)
  },
  dup: ps => ps.push(ps.peek()),
  copy: ps => {
    const top = ps.peek()
    if (top instanceof PsArray || top instanceof PsString || top instanceof PsDict) return copyInto(ps)
    const count = ps.popInteger()
    if (count < 0) throw new PsError('rangecheck')
    if (count > ps.size) throw new PsError('stackunderflow')
    ps.charge(count)
    for (let at = 0; at < count; at++) ps.push(ps.peek(count - 1))
  },
  index: ps => {
    const index = ps.popInteger()
    if (index < 0) throw new PsError('rangecheck')
    ps.push(ps.peek(index))
  },
  roll: ps => {
    const shift = ps.popInteger()
    const count = ps.popInteger()
    if (count < 0) throw new PsError('rangecheck')
    if (count === 0) return
    ps.charge(count)
    const items = ps.popMany(count)
    const by = ((shift % count) + count) % count
    for (let at = 0; at < count; at++) ps.push(items[(at - by + count) % count] ?? null)
  },
  clear: ps => ps.resize(0),
  count: ps => ps.push(ps.size),
  mark: ps => ps.push(mark),
  '[': ps => ps.push(mark),
  '<<': ps => ps.push(mark),
  counttomark: ps => ps.push(ps.countToMark()),
  cleartomark: ps => ps.resize(ps.size - ps.countToMark() - 1),
}
