/** Reporter for files and pipes: one plain line per finished file. */
import { formatOutcome } from './format-outcome.ts'
import type { Reporter } from './reporter.ts'

export function createPlainReporter(write: (line: string) => void, isQuiet: boolean): Reporter {
  return {
    addPending: () => undefined,
    start: label => ({
      progress: () => undefined,
      finish(outcome) {
        if (!isQuiet || outcome.status === 'failed')
          write(formatOutcome(label, outcome, { hasColor: false, isUnicode: true }))
      },
    }),
    info(message) {
      if (!isQuiet) write(message)
    },
    error: write,
    close: () => undefined,
  }
}
