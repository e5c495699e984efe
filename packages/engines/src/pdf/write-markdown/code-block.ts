/** Code blocks: paragraphs in a monospaced font, with their lines and indents as printed. */
import type { Code } from 'mdast'
import {
  type Block,
  type CodeLine,
  type Paragraph,
  plainText,
  type SpanStyle,
} from '../../page-layout/model.ts'

/** In a document that is monospaced as a whole, the font does not distinguish code from text. */
export function isCode(block: Block, body: SpanStyle): block is Paragraph {
  return (
    !body.isMonospaced &&
    block.kind === 'paragraph' &&
    block.codeLines !== undefined &&
    block.role.kind === 'body' &&
    block.spans.every(span => !span.note) &&
    isCodeText(plainText(block.spans))
  )
}

const address = /^(?:https?:\/\/|www\.|mailto:)\S+$|^[^\s@]+@[^\s@]+\.\w+$/i

/** Addresses are often monospaced, and fonts of mathematical signs claim to be. */
export function isCodeText(text: string): boolean {
  const words = text.trim().split(/[\s,;]+/)
  return /[\p{L}\p{N}]/u.test(text) && !words.every(word => address.test(word) || word === '')
}

export function codeBlock(paragraphs: readonly Paragraph[]): Code {
  const lines = paragraphs.flatMap(({ codeLines = [] }) => codeLines)
  const left = Math.min(...lines.map(line => line.left))
  const pitches = lines
    .slice(1)
    .map((line, index) => line.baseline - (lines[index]?.baseline ?? 0))
    .filter(pitch => pitch > 0)
    .sort((a, b) => a - b)
  const pitch = pitches[Math.floor(pitches.length / 4)] ?? 0
  const text = lines.map((line, index) => {
    const before = lines[index - 1]
    // An empty line; a new page or column starts above the last line.
    const isApart = before !== undefined && line.baseline - before.baseline > 1.6 * pitch
    return `${isApart ? '\n' : ''}${writeLine(line, left)}`
  })
  return { type: 'code', value: text.join('\n') }
}

/** Every word at its column, as all characters are equally wide. */
function writeLine({ words }: CodeLine, left: number): string {
  const characters = words.reduce((sum, { text }) => sum + text.length, 0)
  const width = words.reduce((sum, word) => sum + word.right - word.left, 0) / Math.max(1, characters)
  let line = ''
  for (const word of words) {
    const column = width > 0 ? Math.round((word.left - left) / width) : 0
    const spaces = Math.max(line === '' ? 0 : word.isAfterSpace ? 1 : 0, column - line.length)
    line += ' '.repeat(word.isAfterSpace || line === '' ? spaces : 0) + word.text
  }
  return line
}
