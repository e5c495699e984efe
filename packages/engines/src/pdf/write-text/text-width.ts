/** How many columns a text takes where every letter is as wide as every other. */

const wide = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]/
const unseen = /\p{M}/u

export function textWidth(text: string): number {
  let width = 0
  for (const character of text) {
    if (unseen.test(character)) continue
    width += wide.test(character) ? 2 : 1
  }
  return width
}
