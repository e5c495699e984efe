/** Writes an engine's progress to the database, at most five times a second and never decreasing. */
import type { Progress } from '@filesmith/engines/engine'
import type { ConversionRecord } from '../database/conversion-record.ts'
import type { ConversionStore } from '../database/conversion-store.ts'

const minIntervalMs = 200
/** The rest is reserved for storing the result. */
const maxPercent = 95

export interface ProgressReporter {
  /** For step `index` of `count`. */
  step(index: number, count: number): (progress: Progress) => void
  /** Waits for the pending write. */
  settle(): Promise<void>
}

export function reportProgress(conversions: ConversionStore, record: ConversionRecord): ProgressReporter {
  let latest = { percent: 0, stage: '' }
  let written = latest
  let lastWriteMs = Number.NEGATIVE_INFINITY
  let writing: Promise<void> | undefined

  /** While a write is pending, newer progress replaces what is written next. */
  async function writeLatest(): Promise<void> {
    while (written !== latest) {
      written = latest
      lastWriteMs = performance.now()
      const { percent, stage } = latest
      // Progress is best effort: the job continues if the database is briefly unavailable.
      await conversions.reportProgress(record.id, record.attempt, percent, stage).catch(() => undefined)
    }
    writing = undefined
  }

  return {
    step: (index, count) => progress => {
      const percent = Math.min(maxPercent, ((index + progress.percent / 100) / count) * 100)
      if (percent <= latest.percent) return
      const isNewStage = progress.stage !== latest.stage
      latest = { percent, stage: progress.stage }
      if (isNewStage || performance.now() - lastWriteMs >= minIntervalMs) writing ??= writeLatest()
    },
    settle: async () => writing,
  }
}
