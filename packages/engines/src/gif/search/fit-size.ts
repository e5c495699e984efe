/** Finds the best result within a maximum size. */
import type { Effort } from '../gif-context.ts'

export interface FittedResult {
  readonly effort: Effort
  readonly bytes: number
  readonly name: string
  readonly fits: boolean
}

/**
 * Binary search over efforts ordered from best to smallest. If sizes are not strictly monotonic, the result still
 * fits but may not be the very best.
 */
export async function fitSize(
  efforts: readonly Effort[],
  maxBytes: number,
  encode: (effort: Effort, name: string, runIndex: number) => Promise<number>,
): Promise<FittedResult> {
  let runs = 0
  const attempt = async (effort: Effort): Promise<FittedResult> => {
    const name = `result-${runs}`
    const bytes = await encode(effort, name, runs)
    runs += 1
    return { effort, bytes, name, fits: bytes <= maxBytes }
  }
  const [requested, ...others] = efforts
  if (requested === undefined) throw new Error('fitSize needs at least one effort.')
  let best = await attempt(requested)
  if (best.fits) return best
  let [from, until] = [0, others.length]
  while (from < until) {
    const middle = Math.floor((from + until) / 2)
    const tried = await attempt(others[middle] as Effort)
    if (tried.fits || (!best.fits && tried.bytes < best.bytes)) best = tried
    if (tried.fits) until = middle
    else from = middle + 1
  }
  return best
}

/** Upper bound for the number of runs. */
export function maxRuns(efforts: readonly Effort[]): number {
  return 1 + Math.ceil(Math.log2(Math.max(1, efforts.length)))
}
