/** Creates fragments for layout tests, in a monospaced font with a letter width of 0.6. */

import type { PageContent } from './page-content.ts'
import type { Fragment, Rule } from './page-model.ts'

export interface LineStyle {
  readonly size?: number
  readonly isBold?: boolean
}

const letterWidth = 0.6

/** One line of words. */
export function lineOfText(text: string, left: number, baseline: number, style: LineStyle = {}): Fragment[] {
  const { size = 10, isBold = false } = style
  let x = left
  return text.split(' ').map(word => {
    const right = x + word.length * letterWidth * size
    const fragment: Fragment = {
      text: word,
      left: x,
      right,
      baseline,
      size,
      font: {
        name: isBold ? 'Test-Bold' : 'Test',
        isBold,
        isItalic: false,
        isMonospaced: false,
        hasSerifs: true,
      },
      color: '#000000',
      angle: 0,
      isInvisible: false,
      isAfterSpace: x > left,
    }
    x = right + letterWidth * size
    return fragment
  })
}

export function pageOf(
  number: number,
  fragments: readonly Fragment[],
  rules: readonly Rule[] = [],
): PageContent {
  return { number, width: 600, height: 800, fragments, rules, fills: [], strokes: [], images: [] }
}

/** Rules of a grid at the given coordinates. */
export function gridRules(xs: readonly number[], ys: readonly number[]): Rule[] {
  const [left = 0, right = 0, top = 0, bottom = 0] = [xs[0], xs.at(-1), ys[0], ys.at(-1)]
  const rule = { thickness: 0.5, color: '#000000' }
  return [
    ...ys.map(y => ({ ...rule, left, right, top: y, bottom: y, isHorizontal: true })),
    ...xs.map(x => ({ ...rule, left: x, right: x, top, bottom, isHorizontal: false })),
  ]
}
