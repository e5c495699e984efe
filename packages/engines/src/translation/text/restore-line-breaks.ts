/** Restores the line breaks of a wrapped sentence in its translation, at similar positions between words. */
import type { SoftBreak } from './split-text-lines.ts'

export function restoreLineBreaks(translated: string, source: string, breaks: readonly SoftBreak[]): string {
  let text = ''
  let at = 0
  for (const { offset, insert } of breaks) {
    const target = Math.round((offset / source.length) * translated.length)
    const { start, end } = nearestGap(translated, Math.max(target, at), at)
    text += translated.slice(at, start) + insert
    at = end
  }
  return text + translated.slice(at)
}

/** Without spaces, any position that does not start a line with closing punctuation. */
function nearestGap(text: string, target: number, from: number): { start: number; end: number } {
  const gaps = [...text.matchAll(/\s+/gu)].map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }))
  const later = gaps.filter(({ start }) => start >= from)
  const distance = (gap: { start: number }) => Math.abs(gap.start - target)
  const nearest = later.reduce<{ start: number; end: number } | undefined>(
    (best, gap) => (best === undefined || distance(gap) < distance(best) ? gap : best),
    undefined,
  )
  const isWide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
  if (nearest !== undefined && (!isWide || distance(nearest) < 4)) return nearest
  if (!isWide) return { start: text.length, end: text.length }
  let position = Math.min(target, text.length)
  while (
    position < text.length &&
    /[\p{Pe}\p{Pf}、。，．！？：；ー\p{Mn}\p{Script=Latin}\d]/u.test(text[position] ?? '')
  )
    position += 1
  return { start: position, end: position }
}
