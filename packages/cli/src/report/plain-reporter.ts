/** Into a file or a pipe: one plain line when a file is done, and nothing in between. */
import { endLine } from './end-line.ts'
import type { Reporter } from './reporter.ts'

export function createPlainReporter(write: (line: string) => void, isQuiet: boolean): Reporter {
  return {
    expect: () => undefined,
    begin: label => ({
      progress: () => undefined,
      end(end) {
        if (!isQuiet || end.status === 'failed')
          write(endLine(label, end, { hasColor: false, isUnicode: true }))
      },
    }),
    say(message) {
      if (!isQuiet) write(message)
    },
    complain: write,
    close: () => undefined,
  }
}
