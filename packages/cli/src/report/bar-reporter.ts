/** On a terminal: lines of running files at the bottom, redrawn as they go on; ended ones stay above. */
import { commandLineMessages } from '@filesmith/contract/messages/command-line'
import { drawLine } from './draw-line.ts'
import { endLine } from './end-line.ts'
import type { Reporter, TaskReport } from './reporter.ts'
import { columnsOf } from './screen-text.ts'

/** The part of a terminal's stream that is used. */
export interface Screen {
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

export function createBarReporter(screen: Screen, settings: BarSettings): Reporter {
  const running = new Set<Running>()
  let waitingCount = 0
  let drawnLines: readonly string[] = []
  let timer: NodeJS.Timeout | undefined

  function liveLines(columns: number): string[] {
    const lines = [...running].map(({ label, percent, stage }) =>
      drawLine(label, percent, stage, { columns, isUnicode: settings.isUnicode }),
    )
    // What does not fit on the screen cannot be redrawn: it would leave a trail of lines.
    const room = Math.max(1, (screen.rows ?? 24) - 2)
    const shown = lines.slice(0, room)
    if (waitingCount === 0 || columns < 24) return shown
    return [...shown, commandLineMessages.waiting(waitingCount)]
  }

  /** A line that was drawn wider than the terminal is now takes several rows of it. */
  function clearing(columns: number): string {
    const rows = drawnLines.reduce((sum, line) => sum + Math.max(1, Math.ceil(columnsOf(line) / columns)), 0)
    return rows === 0 ? '' : `\u001b[${rows}A\r\u001b[J`
  }

  function draw(above = ''): void {
    clearTimeout(timer)
    timer = undefined
    const columns = screen.columns ?? 80
    const lines = liveLines(columns)
    screen.write(clearing(columns) + above + lines.map(line => `${line}\n`).join(''))
    drawnLines = lines
  }

  function drawSoon(): void {
    timer ??= setTimeout(draw, drawEveryMs)
  }

  screen.on?.('resize', drawSoon)
  return {
    expect(count) {
      waitingCount += count
    },
    begin(label): TaskReport {
      const line: Running = { label, percent: 0, stage: '' }
      running.add(line)
      waitingCount = Math.max(0, waitingCount - 1)
      drawSoon()
      return {
        progress(percent, stage) {
          line.percent = Math.max(line.percent, percent)
          line.stage = stage
          drawSoon()
        },
        end(end) {
          running.delete(line)
          const isTold = !settings.isQuiet || end.status === 'failed'
          draw(isTold ? `${endLine(label, end, settings)}\n` : '')
        },
      }
    },
    say: message => settings.isQuiet || draw(`${message}\n`),
    complain: message => draw(`${message}\n`),
    close() {
      running.clear()
      waitingCount = 0
      draw()
    },
  }
}
