/** Sanity checks of one translated sentence: length, repetition and script. Small models sometimes fail all three. */
import type { LanguageId } from '@filesmith/contract/languages'
import type { LanguagePair } from './sentence-translator.ts'

export function isPlausible(source: string, translation: string, { from, to }: LanguagePair): boolean {
  if (!/\p{L}/u.test(source)) return true
  return (
    /\S/.test(translation) &&
    hasPlausibleLength(source, translation) &&
    (!isRepetitive(translation) || isRepetitive(source)) &&
    isInScriptOf(to, from, translation, source)
  )
}

/** One of these characters stands for about that many letters of an alphabet. */
const denseCharacters = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
const lettersPerDenseCharacter = 2.5
/** Shorter texts may be abbreviations, whose translations are much longer. */
const minWeight = 20
const maxWeightOfShort = 70

function hasPlausibleLength(source: string, translation: string): boolean {
  const [before, after] = [weightOf(source), weightOf(translation)]
  if (before < minWeight) return after <= maxWeightOfShort
  return after >= before / 4 && after <= before * 3.5
}

function weightOf(text: string): number {
  const dense = text.match(denseCharacters)?.length ?? 0
  return text.length + dense * (lettersPerDenseCharacter - 1)
}

const maxPeriod = 6

/** The same words three times in a row (a single word four times), or few different words in a long sentence. */
function isRepetitive(text: string): boolean {
  // Without spaces between words, every character is compared.
  const words =
    text.toLowerCase().match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}]+/gu) ??
    []
  for (let period = 1; period <= maxPeriod; period += 1) {
    const needed = period === 1 ? 3 : 2 * period
    let same = 0
    for (let index = period; index < words.length; index += 1) {
      same = words[index] === words[index - period] ? same + 1 : 0
      if (same >= needed) return true
    }
  }
  return words.length >= 15 && new Set(words).size / words.length < 0.3
}

const latin = /\p{Script=Latin}/u
const scripts: Readonly<Record<LanguageId, RegExp>> = {
  en: latin,
  es: latin,
  fr: latin,
  de: latin,
  it: latin,
  pt: latin,
  ru: /\p{Script=Cyrillic}/u,
  zh: /\p{Script=Han}/u,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  ko: /[\p{Script=Hangul}\p{Script=Han}]/u,
  ar: /\p{Script=Arabic}/u,
  hi: /\p{Script=Devanagari}/u,
}

/** Words copied from the source (names, code) do not count, unless nothing was translated. */
function isInScriptOf(to: LanguageId, from: LanguageId, translation: string, source: string): boolean {
  const script = scripts[to]
  const copied = new Set(wordsOf(source))
  const words = wordsOf(translation)
  const letters = words.filter(word => !copied.has(word)).join('')
  if (letters.length < 4)
    return script.source === scripts[from].source || words.length < 4 || script.test(translation)
  const right = [...letters].filter(letter => script.test(letter)).length
  return right >= letters.length / 2
}

function wordsOf(text: string): string[] {
  // Languages without spaces join names in Latin script to their own words.
  return text.toLowerCase().match(/\p{Script=Latin}+|[^\P{L}\p{Script=Latin}]+/gu) ?? []
}
