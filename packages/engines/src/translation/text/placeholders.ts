/** Placeholders for text that an engine must not change: unknown words, which all engines copy. */
import type { ProtectedRange } from './find-protected.ts'
import { type TranslatedUnit, textBetween, type Unit } from './unit.ts'

const stems = ['XQ', 'QZ', 'ZX', 'JQX']

/** Undefined if the text contains all available stems. */
export function withPlaceholders({
  text,
  fixed,
}: Unit): { readonly text: string; readonly stem: string } | undefined {
  if (fixed.length === 0) return { text, stem: '' }
  const stem = stems.find(candidate => !text.toUpperCase().includes(candidate))
  if (stem === undefined) return undefined
  const gaps = textBetween(text, fixed)
  const tokenized = fixed.map(({ start, end }, index) => {
    const token = `${stem}${index + 1}`
    // An empty range has no spaces around it.
    if (end > start) return token
    return `${/\s$|^$/.test(gaps[index] ?? '') ? '' : ' '}${token}${/^[\s.,;:!?)]|^$/.test(gaps[index + 1] ?? '') ? '' : ' '}`
  })
  return { text: gaps.map((gap, index) => gap + (tokenized[index] ?? '')).join(''), stem }
}

/** Restores the original text; undefined unless each placeholder occurs exactly once. */
export function restorePlaceholders(
  translated: string,
  stem: string,
  unit: Unit,
): TranslatedUnit | undefined {
  if (unit.fixed.length === 0) return { text: translated, fixed: [] }
  const found = [...translated.matchAll(new RegExp(`${stem}\\s?(\\d+)`, 'giu'))]
  if (found.length !== unit.fixed.length) return undefined
  const ranges: ProtectedRange[] = []
  let text = ''
  let at = 0
  for (const match of found) {
    const index = Number(match[1]) - 1
    const range = unit.fixed[index]
    if (range === undefined || ranges[index] !== undefined) return undefined
    text += translated.slice(at, match.index)
    const literal = unit.text.slice(range.start, range.end)
    ranges[index] = { start: text.length, end: text.length + literal.length }
    text += literal
    at = match.index + match[0].length
  }
  return { text: text + translated.slice(at), fixed: ranges }
}

/** For a translation without placeholders; undefined unless each fixed text was copied exactly once. */
export function withLiterals(translated: string, unit: Unit): TranslatedUnit | undefined {
  const fixed: ProtectedRange[] = []
  for (const { start, end } of unit.fixed) {
    const literal = unit.text.slice(start, end)
    if (literal === '' || unit.text.split(literal).length !== 2 || translated.split(literal).length !== 2)
      return undefined
    const position = translated.indexOf(literal)
    fixed.push({ start: position, end: position + literal.length })
  }
  return { text: translated, fixed }
}
