/** Width of text in monospaced columns: East Asian wide characters count as two, combining marks as none. */

const wide = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]/
const combining = /\p{M}/u

export function textWidth(text: string): number {
  let width = 0
  for (const character of text) {
    if (combining.test(character)) continue
    width += wide.test(character) ? 2 : 1
  }
  return width
}
