/** Restores kanji numerals that Tesseract confuses with katakana: inside a number they are always numerals. */
import type { TesseractWord } from '../../tesseract/parse-words.ts'

const numerals: Readonly<Record<string, string>> = { ニ: '二', ハ: '八', ー: '一' }
/** After ten, hundred and so on, unless a small kana follows, which makes it the start of a katakana word. */
const afterTens = /(?<=[十百千万])[ニハー](?![ァィゥェォッャュョー])/gu
/** In a year written digit by digit. */
const betweenDigits = /(?<=[〇一二三四五六七八九])[ニハー](?=[〇一二三四五六七八九年])/gu

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
