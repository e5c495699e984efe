/** Shrinks letters if a translation is longer, so that pages keep about the same content. */
import type { Flow } from '../flow.ts'

/** Lower limit for legibility. */
const minScale = 0.8
/** Smaller growth fits into the ends of lines. */
const minGrowth = 1.03

/** Text area grows with the square of the font size, so the scale is the inverse square root of the growth. */
export function scaleFor(before: readonly Flow[], after: readonly Flow[]): number {
  const growth = widthOf(after) / Math.max(1, widthOf(before))
  return growth < minGrowth ? 1 : Math.max(minScale, growth ** -0.5)
}

/** East Asian letters are about twice as wide. */
function widthOf(flows: readonly Flow[]): number {
  const text = flows.flatMap(flow => flow.map(item => item.text)).join('')
  const wide =
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0
  return text.length + wide
}

/** Scales font sizes and fixed line heights; the patterns match documents written by the PDF engine. */
export function scaleLetters(markup: string, scale: number): string {
  if (scale === 1) return markup
  const scaled = (value: string) => Math.max(1, Math.round(Number(value) * scale))
  return markup
    .replace(/(<w:sz(?:Cs)? w:val=")(\d+)/g, (_, start: string, value: string) => start + scaled(value))
    .replace(/<w:spacing\b[^>]*w:lineRule="(?:exact|atLeast)"[^>]*>/g, spacing =>
      spacing.replace(/( w:line=")(\d+)/, (_, start: string, value: string) => start + scaled(value)),
    )
}
