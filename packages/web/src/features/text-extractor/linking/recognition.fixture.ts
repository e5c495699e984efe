/** Fixture: the recognition result for a list of page texts, separated by blank lines. */
import type { Recognition, RecognizedWord } from '@filesmith/contract/schemas/recognition'

export const pageBreak = '\n\n'

const letterWidth = 10
const lineHeight = 20

/** Characters are 10 wide and lines 20 high; words starting with a question mark are doubtful. */
export function recognitionOf(pageTexts: readonly string[]): Recognition {
  let offset = 0
  const pages = pageTexts.map((text, index) => {
    const words = wordsOf(text, offset)
    offset += text.length + pageBreak.length
    return {
      page: index + 1,
      width: 600,
      height: 800,
      picture: `page-${index + 1}.jpg`,
      hasTextLayer: false,
      confidence: 90,
      languages: ['eng'],
      words,
    }
  })
  return { languages: [{ code: 'eng', name: 'English' }], confidence: 90, pages }
}

function wordsOf(text: string, offset: number): RecognizedWord[] {
  let lineStart = 0
  return text.split('\n').flatMap((line, lineIndex) => {
    const words = [...line.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
      text: word,
      x: index * letterWidth,
      y: lineIndex * lineHeight,
      width: word.length * letterWidth,
      height: lineHeight,
      confidence: word.startsWith('?') ? 40 : 95,
      line: lineIndex,
      start: offset + lineStart + index,
      end: offset + lineStart + index + word.length,
    }))
    lineStart += line.length + 1
    return words
  })
}
