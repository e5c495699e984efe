/** Some Japanese numerals and letters are drawn alike: inside a number they are numerals, whatever Tesseract took them for. */
import type { RecognisedWord } from '../../tesseract/parse-words.ts'

const numerals: Readonly<Record<string, string>> = { ニ: '二', ハ: '八', ー: '一' }
/** After ten, hundred and so on; a word that begins with the letter goes on in a small one. */
const afterTens = /(?<=[十百千万])[ニハー](?![ァィゥェォッャュョー])/gu
/** In a year that is written digit by digit. */
const betweenDigits = /(?<=[〇一二三四五六七八九])[ニハー](?=[〇一二三四五六七八九年])/gu

export function repairNumerals(words: readonly RecognisedWord[]): RecognisedWord[] {
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
