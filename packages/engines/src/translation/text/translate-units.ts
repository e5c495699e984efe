/** Sends sentences to an engine and sees to it that what must stay comes back, each thing exactly once. */
import { AppError } from '@filesmith/contract/errors'
import type { LanguagePair, SentenceTranslator } from '../sentence-translator.ts'
import { findNumbers } from './find-protected.ts'
import { withLiterals, withoutTokens, withTokens } from './tokens.ts'
import { hasNoWords, piecesBetween, type TranslatedUnit, type Unit } from './unit.ts'

export interface UnitTranslator {
  /** One answer for every unit, in their order. */
  translate(units: readonly Unit[]): Promise<TranslatedUnit[]>
  /** Words without anything fixed, as the engine says them. */
  translateWords(texts: readonly string[]): Promise<string[]>
}

/** What an engine is given at once: enough to keep it busy, little enough to be cancelled. */
const batchSentences = 16

/** Of one text or document: what repeats in it is translated once. */
export function createUnitTranslator(
  translator: SentenceTranslator,
  pair: LanguagePair,
  signal: AbortSignal,
): UnitTranslator {
  const known = new Map<string, string>()

  async function ask(texts: readonly string[]): Promise<string[]> {
    const missing = [...new Set(texts)].filter(text => /\p{L}/u.test(text) && !known.has(text))
    for (let start = 0; start < missing.length; start += batchSentences) {
      if (signal.aborted) throw new AppError('cancelled')
      const batch = missing.slice(start, start + batchSentences)
      const answers = await translator.translate(batch.map(quiet), pair, signal)
      for (const [index, text] of batch.entries()) {
        known.set(text, withCaseOf(text, answers[index]?.trim() || text, pair.to))
      }
    }
    return texts.map(text => known.get(text) ?? text)
  }

  /** With stand-ins; those that an engine lost are undefined. */
  async function askWithTokens(units: readonly Unit[]): Promise<(TranslatedUnit | undefined)[]> {
    const tokenised = units.map(withTokens)
    const answers = await ask(tokenised.map(each => each?.text ?? ''))
    return units.map(
      (unit, index) => tokenised[index] && withoutTokens(answers[index] ?? '', tokenised[index].stem, unit),
    )
  }

  async function askInPieces({ text, fixed }: Unit): Promise<TranslatedUnit> {
    const pieces = piecesBetween(text, fixed)
    const answers = await ask(pieces.map(piece => piece.trim()))
    const places: { start: number; end: number }[] = []
    let joined = ''
    for (const [index, piece] of pieces.entries()) {
      const [before = '', after = ''] = [/^\s*/.exec(piece)?.[0], /\s*$/.exec(piece)?.[0]]
      joined += piece.trim() === '' ? piece : `${before}${answers[index]}${after}`
      const range = fixed[index]
      if (range === undefined) continue
      const start = joined.length
      joined += text.slice(range.start, range.end)
      places.push({ start, end: joined.length })
    }
    return { text: joined, fixed: places }
  }

  /** A number that changed on the way is worth a second try, with a stand-in for it. */
  async function withNumbersKept(
    units: readonly Unit[],
    answers: TranslatedUnit[],
  ): Promise<TranslatedUnit[]> {
    const wrong = units.flatMap((unit, index) => {
      const numbers = lostNumbers(unit, answers[index]?.text ?? '')
      return numbers.length === 0 ? [] : [{ index, count: unit.fixed.length, unit: withFixed(unit, numbers) }]
    })
    const again = await askWithTokens(wrong.map(({ unit }) => unit))
    for (const [at, { index, unit }] of wrong.entries()) {
      const better = again[at]
      const original = units[index]
      if (better === undefined || original === undefined) continue
      const places = original.fixed.map(range => better.fixed[unit.fixed.indexOf(range)] ?? range)
      answers[index] = { text: better.text, fixed: places }
    }
    return answers
  }

  return {
    translateWords: texts => ask(texts),
    async translate(units) {
      const answers = units.map((unit): TranslatedUnit | undefined => (hasNoWords(unit) ? unit : undefined))
      const open = () =>
        units.flatMap((unit, index) => (answers[index] === undefined ? [{ unit, index }] : []))

      const first = open()
      const tokened = await askWithTokens(first.map(({ unit }) => unit))
      for (const [at, { index }] of first.entries()) answers[index] = tokened[at]

      const second = open()
      const texts = await ask(second.map(({ unit }) => unit.text))
      for (const [at, { unit, index }] of second.entries())
        answers[index] = withLiterals(texts[at] ?? '', unit)

      for (const { unit, index } of open()) answers[index] = await askInPieces(unit)
      return withNumbersKept(
        units,
        units.map((unit, index) => answers[index] ?? unit),
      )
    },
  }
}

/** Engines know words as they are usually written; what is all capitals they often leave as it is. */
function isShouted(text: string): boolean {
  const letters = text.replace(/XQ\d+/g, '').match(/\p{L}/gu)?.join('') ?? ''
  return (
    letters.length > 8 &&
    /\s/.test(text) &&
    letters === letters.toUpperCase() &&
    letters !== letters.toLowerCase()
  )
}

/** Apertium begins every answer with a capital and keeps none that stood in the middle of its rules. */
function withCaseOf(source: string, answer: string, to: LanguagePair['to']): string {
  if (isShouted(source)) return answer.toLocaleUpperCase(to)
  const [first = ''] = answer.match(/\p{L}/u) ?? []
  const isCapital = first !== first.toLowerCase()
  if (first !== '' && !isCapital && /^\P{L}*\p{Lu}/u.test(source))
    return answer.replace(first, first.toLocaleUpperCase(to))
  // German nouns, names and abbreviations keep theirs.
  const mayBeSmall = to !== 'de' && /^\P{L}*\p{Lu}(?!\p{Lu}|\p{L}*\p{Lu})/u.test(answer)
  if (isCapital && mayBeSmall && /^\P{L}*\p{Ll}/u.test(source) && !isNameOf(source, answer))
    return answer.replace(first, first.toLocaleLowerCase(to))
  return answer
}

/** The first word of the answer stands in the source, with its capital. */
function isNameOf(source: string, answer: string): boolean {
  const word = /\p{L}+/u.exec(answer)?.[0] ?? ''
  return source.includes(word)
}

function quiet(text: string): string {
  if (!isShouted(text)) return text
  const lower = text.toLowerCase().replace(/\p{L}/u, first => first.toUpperCase())
  return lower.replace(/\b(?:xq|qz|zx|jqx)\d+/gi, token => token.toUpperCase())
}

function withFixed(unit: Unit, more: readonly { start: number; end: number }[]): Unit {
  return { text: unit.text, fixed: [...unit.fixed, ...more].sort((one, other) => one.start - other.start) }
}

function lostNumbers(unit: Unit, translated: string): { start: number; end: number }[] {
  return findNumbers(unit.text).filter(({ start, end }) => {
    if (unit.fixed.some(range => range.start < end && start < range.end)) return false
    return !holdsNumber(translated, unit.text.slice(start, end))
  })
}

function holdsNumber(text: string, number: string): boolean {
  for (let at = text.indexOf(number); at >= 0; at = text.indexOf(number, at + 1))
    if (!/\d/.test(text[at - 1] ?? '') && !/\d/.test(text[at + number.length] ?? '')) return true
  return false
}
