/** Splits text into runs of one font and direction, in visual order. */

export interface TextRun {
  readonly font: string
  readonly text: string
}

const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u
const letter = /\p{L}/u
const letterOrDigit = /[\p{L}\p{N}]/u

/** `fontOf` names the font for a character; a character without one is replaced by a question mark. */
export function splitRuns(text: string, fontOf: (character: string) => string | undefined): TextRun[] {
  const [firstLetter = ''] = letter.exec(text) ?? []
  const isRightToLeft = rightToLeft.test(firstLetter)
  const runs: { font: string; direction: string; text: string }[] = []
  for (const character of text) {
    const shown = fontOf(character) === undefined ? '?' : character
    const font = fontOf(shown)
    if (font === undefined) throw new Error('no font contains a question mark')
    const direction = directionOf(shown, isRightToLeft)
    const last = runs.at(-1)
    if (last?.font === font && last.direction === direction) last.text += shown
    else runs.push({ font, direction, text: shown })
  }
  // pdfkit reverses glyphs inside a run; the order of the runs is reversed here.
  if (isRightToLeft) runs.reverse()
  return runs.map(run => ({ font: run.font, text: run.text }))
}

/** Punctuation is neutral: in right-to-left text it forms its own runs. */
function directionOf(character: string, isRightToLeft: boolean): 'left' | 'right' | 'none' {
  if (letter.test(character) && rightToLeft.test(character)) return 'right'
  return isRightToLeft && !letterOrDigit.test(character) ? 'none' : 'left'
}
