/** How the end of a file's work is told in one line. */
import { commandLineMessages } from '@filesmith/contract/messages/command-line'
import type { TaskEnd } from './reporter.ts'
import { printable } from './screen-text.ts'

interface EndLook {
  readonly hasColor: boolean
  readonly isUnicode: boolean
}

const colors = { green: 32, red: 31, yellow: 33 } as const

export function endLine(label: string, end: TaskEnd, look: EndLook): string {
  const paint = (text: string, color: keyof typeof colors) =>
    look.hasColor ? `\u001b[${colors[color]}m${text}\u001b[0m` : text
  const mark = (unicode: string, ascii: string) => (look.isUnicode ? unicode : ascii)
  const name = printable(label)
  switch (end.status) {
    case 'done': {
      const notes = end.notes.map(note => `\n    ${printable(note)}`).join('')
      const arrow = mark('→', '->')
      return `${paint(mark('✓', 'ok'), 'green')} ${name} ${arrow} ${printable(end.result)} (${sizeText(end.sizeBytes)})${notes}`
    }
    case 'skipped':
      return `${paint('-', 'yellow')} ${name}: ${printable(end.result)} ${commandLineMessages.exists}`
    case 'failed':
      return `${paint(mark('✗', 'failed'), 'red')} ${name}: ${printable(end.message)}`
    case 'interrupted':
      return `${paint('-', 'yellow')} ${name}: ${commandLineMessages.interrupted}`
  }
}

const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const

function sizeText(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const amount = bytes / 1000 ** power
  return `${power === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${units[power]}`
}
