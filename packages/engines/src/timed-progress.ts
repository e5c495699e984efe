/**
 * Progress of an engine that reports rarely, such as an image encoder: between two reports it moves with time toward the next
 * one, ever slower, and only the report itself reaches it.
 */
import type { Progress } from './engine.ts'

const tickMs = 1000
/** Share of the way to the next report that time alone can cover. */
const maxShare = 0.9

export interface TimedProgress {
  /** `next` is the percentage of the report that is expected after this one. */
  report(progress: Progress, next: number): void
  stop(): void
}

/** `typicalMs`: time after which almost two thirds of the way to the next report are covered. */
export function startTimedProgress(
  onProgress: (progress: Progress) => void,
  typicalMs: number,
): TimedProgress {
  let last: (Progress & { readonly next: number }) | undefined
  let shownPercent = 0
  let ticks = 0
  const show = (percent: number, stage: string) => {
    shownPercent = Math.max(shownPercent, percent)
    onProgress({ percent: shownPercent, stage })
  }
  const timer = setInterval(() => {
    if (!last) return
    ticks += 1
    const share = maxShare * (1 - Math.exp((-ticks * tickMs) / typicalMs))
    show(last.percent + (last.next - last.percent) * share, last.stage)
  }, tickMs)
  timer.unref()
  return {
    report(progress, next) {
      // The same percentage again does not restart the way to the next one.
      if (last === undefined || progress.percent > last.percent) ticks = 0
      last = { ...progress, next: Math.max(next, progress.percent) }
      show(progress.percent, progress.stage)
    },
    stop: () => clearInterval(timer),
  }
}
