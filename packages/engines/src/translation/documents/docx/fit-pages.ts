/** Makes letters a little smaller where a translation is longer, so that pages hold about what they held before. */
import type { Flow } from '../flow.ts'

/** Smaller than this part of their size they would be hard to read. */
const leastScale = 0.8
/** Less growth than this finds room at the ends of lines. */
const leastGrowth = 1.03

/** Twice the text needs twice the room: letters that are smaller by the root of the growth take the same. */
export function scaleFor(before: readonly Flow[], after: readonly Flow[]): number {
  const growth = widthOf(after) / Math.max(1, widthOf(before))
  return growth < leastGrowth ? 1 : Math.max(leastScale, growth ** -0.5)
}

/** Letters of East Asian scripts are about twice as wide as others. */
function widthOf(flows: readonly Flow[]): number {
  const text = flows.flatMap(flow => flow.map(item => item.text)).join('')
  const wide =
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0
  return text.length + wide
}

/** Sizes of letters and fixed heights of lines; documents that we made ourselves name them so. */
export function scaleLetters(markup: string, scale: number): string {
  if (scale === 1) return markup
  const scaled = (value: string) => Math.max(1, Math.round(Number(value) * scale))
  return markup
    .replace(/(<w:sz(?:Cs)? w:val=")(\d+)/g, (_, start: string, value: string) => start + scaled(value))
    .replace(/<w:spacing\b[^>]*w:lineRule="(?:exact|atLeast)"[^>]*>/g, spacing =>
      spacing.replace(/( w:line=")(\d+)/, (_, start: string, value: string) => start + scaled(value)),
    )
}
