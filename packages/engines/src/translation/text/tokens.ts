/** Stand-ins for what an engine must not touch: unknown words that all engines copy. */
import type { ProtectedRange } from './find-protected.ts'
import { piecesBetween, type TranslatedUnit, type Unit } from './unit.ts'

const stems = ['XQ', 'QZ', 'ZX', 'JQX']

/** Undefined when the text holds every stem we have. */
export function withTokens({
  text,
  fixed,
}: Unit): { readonly text: string; readonly stem: string } | undefined {
  if (fixed.length === 0) return { text, stem: '' }
  const stem = stems.find(candidate => !text.toUpperCase().includes(candidate))
  if (stem === undefined) return undefined
  const pieces = piecesBetween(text, fixed)
  const tokenised = fixed.map(({ start, end }, index) => {
    const token = `${stem}${index + 1}`
    // A place without words has no spaces of its own.
    if (end > start) return token
    return `${/\s$|^$/.test(pieces[index] ?? '') ? '' : ' '}${token}${/^[\s.,;:!?)]|^$/.test(pieces[index + 1] ?? '') ? '' : ' '}`
  })
  return { text: pieces.map((piece, index) => piece + (tokenised[index] ?? '')).join(''), stem }
}

/** Puts the things themselves back; undefined unless every one is there exactly once. */
export function withoutTokens(translated: string, stem: string, unit: Unit): TranslatedUnit | undefined {
  if (unit.fixed.length === 0) return { text: translated, fixed: [] }
  const found = [...translated.matchAll(new RegExp(`${stem}\\s?(\\d+)`, 'giu'))]
  if (found.length !== unit.fixed.length) return undefined
  const places: ProtectedRange[] = []
  let text = ''
  let at = 0
  for (const match of found) {
    const index = Number(match[1]) - 1
    const range = unit.fixed[index]
    if (range === undefined || places[index] !== undefined) return undefined
    text += translated.slice(at, match.index)
    const thing = unit.text.slice(range.start, range.end)
    places[index] = { start: text.length, end: text.length + thing.length }
    text += thing
    at = match.index + match[0].length
  }
  return { text: text + translated.slice(at), fixed: places }
}

/** The engine was shown the things themselves; undefined unless it copied every one, once. */
export function withLiterals(translated: string, unit: Unit): TranslatedUnit | undefined {
  const fixed: ProtectedRange[] = []
  for (const { start, end } of unit.fixed) {
    const thing = unit.text.slice(start, end)
    if (thing === '' || unit.text.split(thing).length !== 2 || translated.split(thing).length !== 2)
      return undefined
    const place = translated.indexOf(thing)
    fixed.push({ start: place, end: place + thing.length })
  }
  return { text: translated, fixed }
}
