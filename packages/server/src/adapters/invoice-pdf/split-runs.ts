/** Cuts a text into stretches that one font can lay out in one direction, in the order they stand on paper. */

export interface TextRun {
  readonly font: string
  readonly text: string
}

const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u
const letter = /\p{L}/u
const letterOrDigit = /[\p{L}\p{N}]/u

/** `fontOf` names the font for a character; where there is none, a question mark stands instead. */
export function splitRuns(text: string, fontOf: (character: string) => string | undefined): TextRun[] {
  const [firstLetter = ''] = letter.exec(text) ?? []
  const isTurned = rightToLeft.test(firstLetter)
  const runs: { font: string; direction: string; text: string }[] = []
  for (const character of text) {
    const shown = fontOf(character) === undefined ? '?' : character
    const font = fontOf(shown) ?? ''
    const direction = directionOf(shown, isTurned)
    const last = runs.at(-1)
    if (last?.font === font && last.direction === direction) last.text += shown
    else runs.push({ font, direction, text: shown })
  }
  // A font turns its own letters around; the stretches among each other are turned here.
  if (isTurned) runs.reverse()
  return runs.map(run => ({ font: run.font, text: run.text }))
}

/** Dots and dashes go with what is around them, so in a text from the right they stand apart. */
function directionOf(character: string, isTurned: boolean): 'left' | 'right' | 'none' {
  if (letter.test(character) && rightToLeft.test(character)) return 'right'
  return isTurned && !letterOrDigit.test(character) ? 'none' : 'left'
}
