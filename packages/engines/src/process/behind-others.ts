/** A sandbox whose programs step back behind all others of the machine: for what nobody misses when it comes late. */
import type { Sandbox } from './sandbox.ts'

const mostNiceness = 19

export function behindOthers(sandbox: Sandbox): Sandbox {
  return {
    ...sandbox,
    prepare: command =>
      sandbox.prepare({ ...command, limits: { ...command.limits, niceness: mostNiceness } }),
  }
}
