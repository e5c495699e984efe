/** Sandbox decorator that runs programs at the lowest CPU priority, for background work. */
import type { Sandbox } from './sandbox.ts'

const maxNiceness = 19

export function atLowPriority(sandbox: Sandbox): Sandbox {
  return {
    ...sandbox,
    prepare: command => sandbox.prepare({ ...command, limits: { ...command.limits, niceness: maxNiceness } }),
  }
}
