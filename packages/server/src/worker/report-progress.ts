/** Passes an engine's progress on to the record, a few times a second at most and never backwards. */
import type { Progress } from '@filesmith/engines/engine'
import type { ConversionRecord, ConversionStore } from '../ports/conversion-store.ts'

const minIntervalMs = 200
/** Storing the result is work too; 100 is left for success. */
const enginePercentShare = 0.98

export interface ProgressReporter {
  /** Of step `index` of `count`. */
  step(index: number, count: number): (progress: Progress) => void
  /** Waits until nothing is being written any more. */
  settle(): Promise<void>
}

export function reportProgress(conversions: ConversionStore, record: ConversionRecord): ProgressReporter {
  let highestPercent = 0
  let lastWriteMs = 0
  let lastStage = ''
  let writing: Promise<void> = Promise.resolve()

  const write = (percent: number, stage: string) => {
    lastWriteMs = Date.now()
    lastStage = stage
    // Progress is a courtesy: if the database is away for a moment the job goes on.
    const report = () =>
      conversions.reportProgress(record.id, record.attempt, percent, stage).catch(() => undefined)
    writing = writing.then(report)
  }

  return {
    step: (index, count) => progress => {
      const percent = ((index + progress.percent / 100) / count) * 100 * enginePercentShare
      if (percent <= highestPercent) return
      highestPercent = percent
      if (progress.stage !== lastStage || Date.now() - lastWriteMs >= minIntervalMs)
        write(percent, progress.stage)
    },
    settle: () => writing,
  }
}
