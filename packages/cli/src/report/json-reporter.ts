/** Reporter for scripts: one line of JSON per event. */
import type { Reporter } from './reporter.ts'

/** Reports whole percents only: video engines report progress hundreds of times per second. */
export function createJsonReporter(write: (line: string) => void, isQuiet: boolean): Reporter {
  const emit = (event: Record<string, unknown>) => write(JSON.stringify(event))
  return {
    addPending: () => undefined,
    start(file) {
      let reported = { percent: -1, stage: '' }
      if (!isQuiet) emit({ event: 'started', file })
      return {
        progress(exactPercent, stage) {
          const percent = Math.floor(exactPercent)
          if (isQuiet || (percent <= reported.percent && stage === reported.stage)) return
          reported = { percent: Math.max(percent, reported.percent), stage }
          emit({ event: 'progress', file, ...reported })
        },
        finish({ status, ...rest }) {
          if (!isQuiet || status === 'failed') emit({ event: status, file, ...rest })
        },
      }
    },
    info: message => isQuiet || emit({ event: 'note', message }),
    error: message => emit({ event: 'error', message }),
    close: () => undefined,
  }
}
