/** Chooses the reporter: progress bars on a terminal, JSON with `--json`, otherwise plain lines. */

import { commandLineMessages } from '@filesmith/contract/messages/command-line'
import type { Reporter, TaskOutcome, TaskReport } from './reporter.ts'
import { displayWidth, padToWidth, stripControlCharacters, truncateMiddle } from './terminal-text.ts'

interface ReportSettings {
  readonly isQuiet: boolean
  readonly isJson: boolean
  /** The result is written to stdout, so nothing else may be. */
  readonly isStdoutTaken: boolean
}

/** Human-readable output goes to stderr, which leaves stdout to results and JSON. */
export function chooseReporter({ isQuiet, isJson, isStdoutTaken }: ReportSettings): Reporter {
  const { stdout, stderr, env } = process
  if (isJson) {
    const stream = isStdoutTaken ? stderr : stdout
    return createJsonReporter(line => stream.write(`${line}\n`), isQuiet)
  }
  if (!stderr.isTTY || env.TERM === 'dumb')
    return createPlainReporter(line => stderr.write(`${line}\n`), isQuiet)
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG
  return createBarReporter(stderr, {
    isQuiet,
    hasColor: !env.NO_COLOR,
    isUnicode: locale !== undefined && /utf-?8/i.test(locale),
  })
}

/** Reporter for files and pipes: one plain line per finished file. */
function createPlainReporter(write: (line: string) => void, isQuiet: boolean): Reporter {
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

/** Reports whole percents only: video engines report progress hundreds of times per second. */
function createJsonReporter(write: (line: string) => void, isQuiet: boolean): Reporter {
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

/** The subset of `tty.WriteStream` in use. */
interface TerminalStream {
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

/** Reporter for terminals: progress bars of running files are redrawn below the lines of finished ones. */
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

interface ProgressLineStyle {
  readonly columns: number
  readonly isUnicode: boolean
}

const nameColumns = 28
const barColumns = 24
const percentColumns = 6

/** On narrow terminals the stage is dropped first, then the bar; name and percentage remain. */
function formatProgressLine(label: string, percent: number, stage: string, style: ProgressLineStyle): string {
  const columns = Math.max(1, style.columns - 1)
  const percentText = `${Math.floor(percent)} %`.padStart(percentColumns)
  if (columns <= percentColumns + 4) return truncateMiddle(percentText.trim(), columns)
  const name = stripControlCharacters(label)
  const nameWidth = Math.min(nameColumns, Math.max(4, columns - percentColumns))
  const barWidth = Math.min(barColumns, columns - nameColumns - percentColumns - 2)
  if (barWidth < 6)
    return truncateMiddle(`${padToWidth(truncateMiddle(name, nameWidth), nameWidth)}${percentText}`, columns)
  const line = `${padToWidth(truncateMiddle(name, nameColumns), nameColumns)} ${formatBar(percent, barWidth, style.isUnicode)} ${percentText}`
  const stageWidth = columns - nameColumns - barWidth - percentColumns - 4
  return stageWidth < 6 ? line : `${line}  ${truncateMiddle(stripControlCharacters(stage), stageWidth)}`
}

function formatBar(percent: number, columns: number, isUnicode: boolean): string {
  const filled = Math.round((Math.min(100, Math.max(0, percent)) / 100) * columns)
  const [full, empty] = isUnicode ? ['█', '░'] : ['#', '-']
  return full.repeat(filled) + empty.repeat(columns - filled)
}

interface OutcomeStyle {
  readonly hasColor: boolean
  readonly isUnicode: boolean
}

const colors = { green: 32, red: 31, yellow: 33 } as const

/** Formats the outcome of a file as one line. */
function formatOutcome(label: string, outcome: TaskOutcome, style: OutcomeStyle): string {
  const colorize = (text: string, color: keyof typeof colors) =>
    style.hasColor ? `\u001b[${colors[color]}m${text}\u001b[0m` : text
  const mark = (unicode: string, ascii: string) => (style.isUnicode ? unicode : ascii)
  const name = stripControlCharacters(label)
  switch (outcome.status) {
    case 'done': {
      const notes = outcome.notes.map(note => `\n    ${stripControlCharacters(note)}`).join('')
      const arrow = mark('→', '->')
      return `${colorize(mark('✓', 'ok'), 'green')} ${name} ${arrow} ${stripControlCharacters(outcome.result)} (${formatSize(outcome.sizeBytes)})${notes}`
    }
    case 'skipped':
      return `${colorize('-', 'yellow')} ${name}: ${stripControlCharacters(outcome.result)} ${commandLineMessages.exists}`
    case 'failed':
      return `${colorize(mark('✗', 'failed'), 'red')} ${name}: ${stripControlCharacters(outcome.message)}`
    case 'interrupted':
      return `${colorize('-', 'yellow')} ${name}: ${commandLineMessages.interrupted}`
  }
}

const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const

function formatSize(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const amount = bytes / 1000 ** power
  return `${power === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${units[power]}`
}
