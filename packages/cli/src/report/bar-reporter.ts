/** Reporter for terminals: progress bars of running files are redrawn below the lines of finished ones. */
import { commandLineMessages } from '@filesmith/contract/messages/command-line'
import { formatOutcome } from './format-outcome.ts'
import { formatProgressLine } from './format-progress-line.ts'
import type { Reporter, TaskReport } from './reporter.ts'
import { displayWidth } from './terminal-text.ts'

/** The subset of `tty.WriteStream` in use. */
export interface TerminalStream {
  readonly columns?: number
  readonly rows?: number
  write(text: string): unknown
  on?(event: 'resize', listener: () => void): unknown
}

interface BarSettings {
  readonly hasColor: boolean
  readonly isUnicode: boolean
  readonly isQuiet: boolean
}

interface Running {
  readonly label: string
  percent: number
  stage: string
}

const drawEveryMs = 80

export function createBarReporter(terminal: TerminalStream, settings: BarSettings): Reporter {
  const running = new Set<Running>()
  let pendingCount = 0
  let drawnLines: readonly string[] = []
  let timer: NodeJS.Timeout | undefined

  function liveLines(columns: number): string[] {
    const lines = [...running].map(({ label, percent, stage }) =>
      formatProgressLine(label, percent, stage, { columns, isUnicode: settings.isUnicode }),
    )
    // Lines that scrolled off the screen cannot be cleared.
    const maxLines = Math.max(1, (terminal.rows ?? 24) - 2)
    const shown = lines.slice(0, maxLines)
    if (pendingCount === 0 || columns < 24) return shown
    return [...shown, commandLineMessages.waiting(pendingCount)]
  }

  /** After a resize, a line wider than the terminal wraps to several rows. */
  function clearSequence(columns: number): string {
    const rows = drawnLines.reduce(
      (sum, line) => sum + Math.max(1, Math.ceil(displayWidth(line) / columns)),
      0,
    )
    return rows === 0 ? '' : `\u001b[${rows}A\r\u001b[J`
  }

  function draw(above = ''): void {
    clearTimeout(timer)
    timer = undefined
    const columns = terminal.columns ?? 80
    const lines = liveLines(columns)
    terminal.write(clearSequence(columns) + above + lines.map(line => `${line}\n`).join(''))
    drawnLines = lines
  }

  function drawSoon(): void {
    timer ??= setTimeout(draw, drawEveryMs)
  }

  terminal.on?.('resize', drawSoon)
  return {
    addPending(count) {
      pendingCount += count
    },
    start(label): TaskReport {
      const line: Running = { label, percent: 0, stage: '' }
      running.add(line)
      pendingCount = Math.max(0, pendingCount - 1)
      drawSoon()
      return {
        progress(percent, stage) {
          line.percent = Math.max(line.percent, percent)
          line.stage = stage
          drawSoon()
        },
        finish(outcome) {
          running.delete(line)
          const isPrinted = !settings.isQuiet || outcome.status === 'failed'
          draw(isPrinted ? `${formatOutcome(label, outcome, settings)}\n` : '')
        },
      }
    },
    info: message => settings.isQuiet || draw(`${message}\n`),
    error: message => draw(`${message}\n`),
    close() {
      running.clear()
      pendingCount = 0
      draw()
    },
  }
}
