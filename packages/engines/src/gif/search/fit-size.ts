/** Finds the best result that is not larger than asked for. */
import type { Effort } from '../gif-context.ts'

export interface Fitted {
  readonly effort: Effort
  readonly bytes: number
  readonly name: string
  readonly fits: boolean
}

/**
 * Efforts come from the best to the smallest, so halving finds the place in a few runs. Where sizes do not quite fall
 * in order the answer is still one that fits, if only not the very best.
 */
export async function fitSize(
  efforts: readonly Effort[],
  maxBytes: number,
  encode: (effort: Effort, name: string, runIndex: number) => Promise<number>,
): Promise<Fitted> {
  let runs = 0
  const attempt = async (effort: Effort): Promise<Fitted> => {
    const name = `result-${runs}`
    const bytes = await encode(effort, name, runs)
    runs += 1
    return { effort, bytes, name, fits: bytes <= maxBytes }
  }
  const [usual, ...others] = efforts
  if (usual === undefined) throw new Error('There is no effort to try.')
  let best = await attempt(usual)
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

/** The most runs it takes. */
export function mostRuns(efforts: readonly Effort[]): number {
  return 1 + Math.ceil(Math.log2(Math.max(1, efforts.length)))
}
