/** Passes an engine's progress on to the record, a few times a second at most and never backwards. */
import type { Progress } from '@filesmith/engines/engine'
import type { ConversionRecord, ConversionStore } from '../ports/conversion-store.ts'

const minIntervalMs = 200
/** Storing the result is work too: more than this is shown only when it is there. */
const highestPercent = 95

export interface ProgressReporter {
  /** Of step `index` of `count`. */
  step(index: number, count: number): (progress: Progress) => void
  /** Waits until nothing is being written any more. */
  settle(): Promise<void>
}

export function reportProgress(conversions: ConversionStore, record: ConversionRecord): ProgressReporter {
  let latest = { percent: 0, stage: '' }
  let written = latest
  let lastWriteMs = 0
  let writing: Promise<void> | undefined

  /** While one write is under way the next one waits and takes the newest state with it. */
  async function writeLatest(): Promise<void> {
    while (written !== latest) {
      written = latest
      lastWriteMs = Date.now()
      const { percent, stage } = latest
      // Progress is a courtesy: if the database is away for a moment the job goes on.
      await conversions.reportProgress(record.id, record.attempt, percent, stage).catch(() => undefined)
    }
    writing = undefined
  }

  return {
    step: (index, count) => progress => {
      const percent = Math.min(highestPercent, ((index + progress.percent / 100) / count) * 100)
      if (percent <= latest.percent) return
      const isNewStage = progress.stage !== latest.stage
      latest = { percent, stage: progress.stage }
      if (isNewStage || Date.now() - lastWriteMs >= minIntervalMs) writing ??= writeLatest()
    },
    settle: async () => writing,
  }
}
