/** Breaks a caption into lines that fit, in letters as large as there is room for. */
import type { Size } from '../gif-context.ts'

interface SetCaption {
  readonly lines: readonly string[]
  readonly fontSize: number
}

const smallestLetters = 9
/** Of the picture's width; the outline needs some room, too. */
const usableWidth = 0.9
const usableHeight = 0.4
const lineHeight = 1.25
// biome-ignore lint/suspicious/noControlCharactersInRegex: nobody can read them, and some programs act on them.
const controls = /[\u0000-\u001f\u007f\u2028\u2029\ufeff]+/g

export function setCaption(caption: string, { width, height }: Size): SetCaption {
  const text = caption.replace(controls, ' ').replace(/\s+/g, ' ').trim()
  if (text === '') return { lines: [], fontSize: smallestLetters }
  const largest = Math.max(smallestLetters, Math.round(Math.min(height * 0.12, width * 0.08)))
  for (let fontSize = largest; ; fontSize -= 1) {
    const lines = breakLines(text, (width * usableWidth) / fontSize)
    const fits = lines.length <= 3 && lines.length * fontSize * lineHeight <= height * usableHeight
    if (fits || fontSize <= smallestLetters) return { lines, fontSize }
  }
}

/** Between words where there are some; signs of scripts without spaces, and words that are too long, break anywhere. */
function breakLines(text: string, maxEms: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const joined = line === '' ? word : `${line} ${word}`
    if (emsOf(joined) <= maxEms) {
      line = joined
      continue
    }
    if (line !== '') lines.push(line)
    const pieces = breakWord(word, maxEms)
    lines.push(...pieces.slice(0, -1))
    line = pieces.at(-1) ?? ''
  }
  return line === '' ? lines : [...lines, line]
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

function breakWord(word: string, maxEms: number): readonly string[] {
  const pieces = ['']
  for (const { segment } of graphemes.segment(word)) {
    const longer = `${pieces.at(-1)}${segment}`
    if (emsOf(longer) <= maxEms || pieces.at(-1) === '') pieces[pieces.length - 1] = longer
    else pieces.push(segment)
  }
  return pieces
}

const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u

/** Widths of a usual font: capitals are wider, signs of East Asia are square. */
function emsOf(text: string): number {
  let ems = 0
  for (const { segment } of graphemes.segment(text)) {
    if (wide.test(segment)) ems += 1
    else if (/[\p{Lu}mwMW@%]/u.test(segment)) ems += 0.72
    else ems += /[\s.,:;'!|iljtf]/.test(segment) ? 0.32 : 0.56
  }
  return ems
}
