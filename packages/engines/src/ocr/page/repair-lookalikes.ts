/** Restores characters that Tesseract confuses with others of the same shape. */
import type { TesseractWord } from '../../tesseract/parse-words.ts'

const lookalike = /^[¢©®«»°]$/
/** A single one may be intended; several lines starting with one are a list. */
const minItems = 2

/** Restores list bullets: Tesseract's language packs contain no bullet character, so it reads lookalikes such as © or ¢. */
export function repairBullets(words: readonly TesseractWord[]): TesseractWord[] {
  const isItem = (word: TesseractWord, at: number) =>
    lookalike.test(word.text) && words[at - 1]?.line !== word.line && words[at + 1]?.line === word.line
  if (words.filter(isItem).length < minItems) return [...words]
  return words.map((word, at) => (isItem(word, at) ? { ...word, text: '•' } : word))
}

const numerals: Readonly<Record<string, string>> = { ニ: '二', ハ: '八', ー: '一' }
/** After ten, hundred and so on, unless a small kana follows, which makes it the start of a katakana word. */
const afterTens = /(?<=[十百千万])[ニハー](?![ァィゥェォッャュョー])/gu
/** In a year written digit by digit. */
const betweenDigits = /(?<=[〇一二三四五六七八九])[ニハー](?=[〇一二三四五六七八九年])/gu

/** Restores kanji numerals that Tesseract confuses with katakana: inside a number they are always numerals. */
export function repairNumerals(words: readonly TesseractWord[]): TesseractWord[] {
  return words.map((word, at) => {
    if (!/[ニハー]/.test(word.text)) return word
    const [before, after] = [words[at - 1], words[at + 1]].map(other =>
      other?.line === word.line ? other.text : '',
    ) as [string, string]
    const numeral = (letter: string) => numerals[letter] ?? letter
    const line = before + word.text + after
    const repaired = line.replace(afterTens, numeral).replace(betweenDigits, numeral)
    const text = repaired.slice(before.length, before.length + word.text.length)
    return text === word.text ? word : { ...word, text }
  })
}

/** Share of the height of letters with ascenders: a bar that separates texts is higher. */
const letterHeight = { min: 0.75, max: 1.2 }
/** To the next word, in heights of the bar. */
const maxGap = 1.5

const withAscender = /[A-Zbdfhklt]/
const withDescender = /[gjpqyQ,;()[\]{}|]/

/** Restores the English word I, which Tesseract reads as a vertical bar in fonts without serifs. */
export function repairPronoun(
  words: readonly TesseractWord[],
  languages: readonly string[],
): readonly TesseractWord[] {
  if (!languages.includes('eng') || !words.some(({ text }) => text === '|')) return words
  const heights = new Map(
    [...Map.groupBy(words, ({ line }) => line)].map(([line, ofLine]) => [line, ascenderHeight(ofLine)]),
  )
  return words.map((word, at) => {
    const next = words[at + 1]
    if (word.text !== '|' || next?.line !== word.line || !/^\p{Ll}/u.test(next.text)) return word
    const share = word.height / (heights.get(word.line) ?? 0)
    const isLetter = share >= letterHeight.min && share <= letterHeight.max
    return isLetter && next.x - (word.x + word.width) <= maxGap * word.height ? { ...word, text: 'I' } : word
  })
}

/** Median; undefined if no word of the line shows it. */
function ascenderHeight(line: readonly TesseractWord[]): number | undefined {
  const heights = line
    .filter(({ text }) => withAscender.test(text) && !withDescender.test(text))
    .map(({ height }) => height)
    .sort((one, other) => one - other)
  return heights[heights.length >> 1]
}
