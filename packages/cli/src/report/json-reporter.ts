/** For programs: one line of JSON for every event. */
import type { Reporter } from './reporter.ts'

/** A film reports hundreds of times a second; whole percents are enough. */
export function createJsonReporter(write: (line: string) => void, isQuiet: boolean): Reporter {
  const tell = (event: Record<string, unknown>) => write(JSON.stringify(event))
  return {
    expect: () => undefined,
    begin(file) {
      let shown = { percent: -1, stage: '' }
      if (!isQuiet) tell({ event: 'started', file })
      return {
        progress(exactPercent, stage) {
          const percent = Math.floor(exactPercent)
          if (isQuiet || (percent <= shown.percent && stage === shown.stage)) return
          shown = { percent: Math.max(percent, shown.percent), stage }
          tell({ event: 'progress', file, ...shown })
        },
        end({ status, ...rest }) {
          if (!isQuiet || status === 'failed') tell({ event: status, file, ...rest })
        },
      }
    },
    say: message => isQuiet || tell({ event: 'note', message }),
    complain: message => tell({ event: 'error', message }),
    close: () => undefined,
  }
}
