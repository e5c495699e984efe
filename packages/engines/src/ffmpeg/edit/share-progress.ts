/** Divides one progress bar among analysis passes whose number is not known in advance. */
import type { Progress } from '../../engine.ts'
import { maxPercentWhileRunning } from '../run/progress.ts'

export interface SharedProgress {
  /** Starts the next pass, which takes this share of what remains. Returns a callback for its progress from 0 to 1. */
  next(share: number): (done: number) => void
  /** Progress after all passes started so far. */
  readonly percent: number
}

export function shareProgress(onProgress: (progress: Progress) => void): SharedProgress {
  let taken = 0
  return {
    next(share) {
      const from = taken
      taken += (maxPercentWhileRunning - from) * share
      const to = taken
      return done => onProgress({ percent: Math.floor(from + (to - from) * done), stage: 'measure' })
    },
    get percent() {
      return taken
    },
  }
}
