/** Formats the outcome of a file as one line. */
import { commandLineMessages } from '@filesmith/contract/messages/command-line'
import type { TaskOutcome } from './reporter.ts'
import { stripControlCharacters } from './terminal-text.ts'

interface OutcomeStyle {
  readonly hasColor: boolean
  readonly isUnicode: boolean
}

const colors = { green: 32, red: 31, yellow: 33 } as const

export function formatOutcome(label: string, outcome: TaskOutcome, style: OutcomeStyle): string {
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
