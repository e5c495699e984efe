/** Translates sentences and ensures that fixed text is preserved exactly once, and numbers and names at least once. */
import { AppError } from '@filesmith/contract/errors'
import { elementAt } from '../../element-at.ts'
import type { LanguagePair, SearchEffort, SentenceTranslator } from '../sentence-translator.ts'
import { findNames, findNumbers, type ProtectedRange } from './find-protected.ts'
import { hasNoWords, type TranslatedUnit, textBetween, type Unit } from './unit.ts'

export interface UnitTranslator {
  /** One result per unit, in order. */
  translate(units: readonly Unit[]): Promise<TranslatedUnit[]>
  /** Translates texts without fixed ranges. */
  translateWords(texts: readonly string[]): Promise<string[]>
}

/** Batch size: large enough to keep an engine busy, small enough to cancel quickly. */
const batchSentences = 16

/** Caches by text within one text or document. */
export function createUnitTranslator(
  translator: SentenceTranslator,
  pair: LanguagePair,
  signal: AbortSignal,
  effort: SearchEffort = 'best',
): UnitTranslator {
  const cache = new Map<string, string | null>()

  /** Null for a text without a plausible translation. */
  async function translateCached(texts: readonly string[]): Promise<(string | null)[]> {
    const missing = [...new Set(texts)].filter(text => /\p{L}/u.test(text) && !cache.has(text))
    for (let start = 0; start < missing.length; start += batchSentences) {
      if (signal.aborted) throw new AppError('cancelled')
      const batch = missing.slice(start, start + batchSentences)
      const answers = await translator.translate(batch.map(toSentenceCase), pair, signal, { effort })
      for (const [index, text] of batch.entries()) {
        const answer = elementAt(answers, index)
        cache.set(text, answer === null ? null : withCaseOf(text, answer.trim() || text, pair.to))
      }
    }
    return texts.map(text => {
      const known = cache.get(text)
      return known === undefined ? text : known
    })
  }

  /** Undefined for units whose placeholders were lost. */
  async function translateWithPlaceholders(units: readonly Unit[]): Promise<(TranslatedUnit | undefined)[]> {
    const tokenized = units.map(withPlaceholders)
    const answers = await translateCached(tokenized.map(each => each?.text ?? ''))
    return units.map((unit, index) => {
      const [sent, answer] = [tokenized[index], elementAt(answers, index)]
      return sent && answer !== null ? restorePlaceholders(answer, sent.stem, unit) : undefined
    })
  }

  async function translateBetweenFixed({ text, fixed }: Unit): Promise<TranslatedUnit> {
    const gaps = textBetween(text, fixed)
    const answers = await translateCached(gaps.map(gap => gap.trim()))
    if (answers.includes(null)) return { text, fixed, isUntranslated: true }
    const ranges: { start: number; end: number }[] = []
    let joined = ''
    for (const [index, gap] of gaps.entries()) {
      const [before = '', after = ''] = [/^\s*/.exec(gap)?.[0], gap.slice(gap.trimEnd().length)]
      joined += gap.trim() === '' ? gap : `${before}${answers[index]}${after}`
      const range = fixed[index]
      if (range === undefined) continue
      const start = joined.length
      joined += text.slice(range.start, range.end)
      ranges.push({ start, end: joined.length })
    }
    return { text: joined, fixed: ranges }
  }

  /**
   * Names that are neither in the translation nor translated in it. A name of several words is what the engine copies if
   * it is alone; otherwise each of its words is checked.
   */
  async function lostNames(unit: Unit, translated: string): Promise<ProtectedRange[]> {
    const missing = outsideFixed(findNames(unit.text, pair), unit).filter(
      range => !containsWords(translated, textOf(unit, range)),
    )
    const alone = await translateAlone(missing, unit)
    const lost: ProtectedRange[] = []
    for (const range of missing) {
      const words = wordsIn(unit, range)
      const whole = alone.get(range) ?? ''
      const isCopied = words.length > 1 && hasNoOtherWords(whole, textOf(unit, range))
      if (words.length > 1 && !isCopied && translated.includes(whole)) continue
      const missingWords = words.filter(word => !containsWords(translated, textOf(unit, word)))
      const aloneWords = await translateAlone(missingWords, unit)
      const isTranslated = (word: ProtectedRange) => {
        const translation = aloneWords.get(word) ?? textOf(unit, word)
        return (
          translation !== textOf(unit, word) && translated.toLowerCase().includes(translation.toLowerCase())
        )
      }
      const wrong = missingWords.filter(word => !isTranslated(word))
      if (isCopied && wrong.length > 0) lost.push(range)
      else
        lost.push(
          ...wrong.filter(word => isSimilar(textOf(unit, word), aloneWords.get(word) ?? textOf(unit, word))),
        )
    }
    return lost
  }

  /** Without the punctuation that engines add; nothing for a range without a plausible translation. */
  async function translateAlone(
    ranges: readonly ProtectedRange[],
    unit: Unit,
  ): Promise<ReadonlyMap<ProtectedRange, string>> {
    const answers = await translateCached(ranges.map(range => textOf(unit, range)))
    return new Map(
      ranges.flatMap((range, index) => {
        const answer = answers[index]?.replace(/(?<!\P{L})\P{L}+$/u, '')
        return answer === undefined ? [] : [[range, answer] as const]
      }),
    )
  }

  /** Translates units with lost numbers or names again, with placeholders for these, then the text between them alone. */
  async function withDetailsKept(
    units: readonly Unit[],
    answers: TranslatedUnit[],
  ): Promise<TranslatedUnit[]> {
    const wrong: {
      readonly index: number
      readonly original: Unit
      readonly unit: Unit
      readonly hasLostName: boolean
    }[] = []
    for (const [index, original] of units.entries()) {
      const answer = elementAt(answers, index)
      if (answer.isUntranslated) continue
      const text = withSpellingOf(
        outsideFixed(findNames(original.text, pair), original),
        original,
        answer.text,
      )
      answers[index] = { ...answer, text }
      const names = await lostNames(original, text)
      const lost = [...lostNumbers(original, text), ...names]
      const hasLostName = names.some(range => wordsIn(original, range).length > 1)
      if (lost.length > 0) wrong.push({ index, original, unit: withFixed(original, lost), hasLostName })
    }
    const again = await translateWithPlaceholders(wrong.map(({ unit }) => unit))
    for (const [at, { index, original, unit, hasLostName }] of wrong.entries()) {
      const better = again[at]
      if (better && lostNumbers(original, better.text).length === 0)
        answers[index] = { text: better.text, fixed: rangesOf(original, unit, better) }
      else if (hasLostName || !hasSameDigits(original.text, elementAt(answers, index).text))
        answers[index] = await translateBetweenDetails(original, unit)
    }
    return answers
  }

  /** Keeps all numbers of the original and the names that were lost. */
  async function translateBetweenDetails(original: Unit, unit: Unit): Promise<TranslatedUnit> {
    const all = withFixed(unit, outsideFixed(findNumbers(unit.text), unit))
    const between = await translateBetweenFixed(all)
    return between.isUntranslated
      ? { ...original, isUntranslated: true }
      : { text: between.text, fixed: rangesOf(original, all, between) }
  }

  return {
    translateWords: async texts =>
      (await translateCached(texts)).map((answer, index) => answer ?? elementAt(texts, index)),
    async translate(units) {
      const answers = units.map((unit): TranslatedUnit | undefined => (hasNoWords(unit) ? unit : undefined))
      const open = () =>
        units.flatMap((unit, index) => (answers[index] === undefined ? [{ unit, index }] : []))

      const first = open()
      const placeheld = await translateWithPlaceholders(first.map(({ unit }) => unit))
      for (const [at, { index }] of first.entries()) answers[index] = placeheld[at]

      const second = open()
      const texts = await translateCached(second.map(({ unit }) => unit.text))
      for (const [at, { unit, index }] of second.entries()) {
        const text = elementAt(texts, at)
        if (text !== null) answers[index] = withLiterals(text, unit)
      }

      for (const { unit, index } of open()) answers[index] = await translateBetweenFixed(unit)
      return withDetailsKept(
        units,
        units.map((unit, index) => answers[index] ?? unit),
      )
    },
  }
}

/** Engines often copy all-caps text instead of translating it. */
function isAllCaps(text: string): boolean {
  const letters = text.replace(/XQ\d+|\P{L}/gu, '')
  return (
    letters.length > 8 &&
    /\s/.test(text) &&
    letters === letters.toUpperCase() &&
    letters !== letters.toLowerCase()
  )
}

/** Apertium capitalizes every sentence start and loses capitals within. */
function withCaseOf(source: string, answer: string, to: LanguagePair['to']): string {
  if (isAllCaps(source)) return answer.toLocaleUpperCase(to)
  const [first = ''] = answer.match(/\p{L}/u) ?? []
  const isCapital = first !== first.toLowerCase()
  if (first !== '' && !isCapital && /^\P{L}*\p{Lu}/u.test(source))
    return answer.replace(first, first.toLocaleUpperCase(to))
  // Keep the capitals of German nouns, names and abbreviations.
  const canBeLowerCase = to !== 'de' && /^\P{L}*\p{Lu}(?!\p{Lu}|\p{L}*\p{Lu})/u.test(answer)
  if (isCapital && canBeLowerCase && /^\P{L}*\p{Ll}/u.test(source) && !isNameOf(source, answer))
    return answer.replace(first, first.toLocaleLowerCase(to))
  return answer
}

/** The first word of the translation occurs in the source with the same capital. */
function isNameOf(source: string, answer: string): boolean {
  const word = /\p{L}+/u.exec(answer)?.[0]
  return word === undefined || source.includes(word)
}

function toSentenceCase(text: string): string {
  if (!isAllCaps(text)) return text
  const lower = text.toLowerCase().replace(/\p{L}/u, first => first.toUpperCase())
  return lower.replace(/\b(?:xq|qz|zx|jqx)\d+/gi, token => token.toUpperCase())
}

function withFixed(unit: Unit, more: readonly { start: number; end: number }[]): Unit {
  return { text: unit.text, fixed: [...unit.fixed, ...more].sort((one, other) => one.start - other.start) }
}

/** Positions of the fixed ranges of the original in the translation of a unit with more of them. */
function rangesOf(original: Unit, unit: Unit, translated: TranslatedUnit): ProtectedRange[] {
  return original.fixed.map(range => translated.fixed[unit.fixed.indexOf(range)] ?? range)
}

function outsideFixed(ranges: readonly ProtectedRange[], { fixed }: Unit): ProtectedRange[] {
  return ranges.filter(({ start, end }) => !fixed.some(range => range.start < end && start < range.end))
}

function textOf({ text }: Unit, { start, end }: ProtectedRange): string {
  return text.slice(start, end)
}

function wordsIn({ text }: Unit, { start, end }: ProtectedRange): ProtectedRange[] {
  return [...text.slice(start, end).matchAll(/\S+/gu)].map(({ index, 0: word }) => ({
    start: start + index,
    end: start + index + word.length,
  }))
}

/** Undoes accents that the engine added to names of several words or removed: "María Rossi" for "Maria Rossi". */
function withSpellingOf(names: readonly ProtectedRange[], unit: Unit, translated: string): string {
  let text = translated
  for (const name of names.map(range => textOf(unit, range))) {
    if (!name.includes(' ') || text.includes(name)) continue
    const at = withoutAccents(text).indexOf(withoutAccents(name))
    if (at >= 0) text = text.slice(0, at) + name + text.slice(at + name.length)
  }
  return text
}

/** Character by character, so that positions stay the same. */
function withoutAccents(text: string): string {
  return text.replace(/[\u00c0-\u024f]/g, letter => letter.normalize('NFD').charAt(0))
}

/** A copy, perhaps with other accents or without some of the words. */
function hasNoOtherWords(translation: string, name: string): boolean {
  const words = withoutAccents(name).split(' ')
  return (withoutAccents(translation).match(/\p{L}+/gu) ?? []).every(word => words.includes(word))
}

function containsWords(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1))
    if (!/\p{L}/u.test(text.charAt(at - 1)) && !/\p{L}/u.test(text.charAt(at + words.length))) return true
  return false
}

function lostNumbers(unit: Unit, translated: string): ProtectedRange[] {
  return outsideFixed(findNumbers(unit.text), unit).filter(
    ({ start, end }) => !containsNumber(translated, unit.text.slice(start, end)),
  )
}

/** The digits of every number occur in the translation, perhaps with other separators: 1,000 and 1.000. */
function hasSameDigits(source: string, translated: string): boolean {
  const found = digitsIn(translated)
  return digitsIn(source).every(digits => found.includes(digits))
}

function digitsIn(text: string): string[] {
  return (text.match(/\d(?:[.,'’\u00a0\u202f ]?\d)*/g) ?? []).map(number => number.replace(/\D/g, ''))
}

/** An inflected or misspelled form of the same name. */
function isSimilar(name: string, other: string): boolean {
  const [one, two] = [name.toLowerCase(), other.toLowerCase()]
  return one === two || (one.length > 3 && one.slice(0, 3) === two.slice(0, 3))
}

function containsNumber(text: string, number: string): boolean {
  for (let at = text.indexOf(number); at >= 0; at = text.indexOf(number, at + 1))
    if (!/\d/.test(text.charAt(at - 1)) && !/\d/.test(text.charAt(at + number.length))) return true
  return false
}

const stems = ['XQ', 'QZ', 'ZX', 'JQX']

/** Undefined if the text contains all available stems. */
function withPlaceholders({
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
    return `${/\s$|^$/.test(elementAt(gaps, index)) ? '' : ' '}${token}${/^[\s.,;:!?)]|^$/.test(elementAt(gaps, index + 1)) ? '' : ' '}`
  })
  return { text: gaps.map((gap, index) => gap + (tokenized[index] ?? '')).join(''), stem }
}

/** Restores the original text; undefined unless each placeholder occurs exactly once. */
function restorePlaceholders(translated: string, stem: string, unit: Unit): TranslatedUnit | undefined {
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
function withLiterals(translated: string, unit: Unit): TranslatedUnit | undefined {
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
