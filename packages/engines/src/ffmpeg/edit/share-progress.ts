/** Divides one bar among several looks at a recording of which nobody knows the number beforehand. */
import type { Progress } from '../../engine.ts'
import { mostWhileRunning } from '../run/progress.ts'

export interface SharedProgress {
  /** The next look: takes this share of what is left. Answers whom to tell how far it is, from 0 to 1. */
  next(share: number): (done: number) => void
  /** Where the bar stands when all looks so far are done. */
  readonly percent: number
}

export function shareProgress(onProgress: (progress: Progress) => void): SharedProgress {
  let taken = 0
  return {
    next(share) {
      const from = taken
      taken += (mostWhileRunning - from) * share
      const to = taken
      return done => onProgress({ percent: Math.floor(from + (to - from) * done), stage: 'measure' })
    },
    get percent() {
      return taken
    },
  }
}
