/**
 * Decides whether an expression matches in linear time: by recheck, which proves it by automata or searches for an attack,
 * and by long generated texts.
 */
import { checkSync } from 'recheck'
import type { Expression } from './collect-expressions.ts'
import { slowPump } from './pump-expression.ts'

// Its native builds are not installed.
process.env.RECHECK_BACKEND = 'pure'

const limits = { timeout: 60_000, attackTimeout: 2_000, incubationTimeout: 1_000 }

/** What makes it slow; undefined if it is linear. */
export function findSlowness({ source, flags }: Expression): string | undefined {
  const found = checkSync(source, flags.replace('v', 'u'), limits)
  if (found.status === 'vulnerable') return `${found.complexity.summary}, for example ${found.attack.pattern}`
  if (found.status === 'unknown') return `not decided (${found.error.kind}): make it simpler`
  const pump = slowPump({ source, flags })
  return pump === undefined ? undefined : `slow on repetitions of ${JSON.stringify(pump)}`
}
