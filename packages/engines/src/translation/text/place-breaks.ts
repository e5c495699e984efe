/** Puts the line ends of a wrapped sentence into its translation, at about the same places, between words. */
import type { SoftBreak } from './split-lines.ts'

export function placeBreaks(translated: string, source: string, breaks: readonly SoftBreak[]): string {
  let text = ''
  let at = 0
  for (const { offset, insert } of breaks) {
    const wanted = Math.round((offset / source.length) * translated.length)
    const { start, end } = nearestGap(translated, Math.max(wanted, at), at)
    text += translated.slice(at, start) + insert
    at = end
  }
  return text + translated.slice(at)
}

/** Where no spaces are, any place will do that does not begin a line with a closing sign. */
function nearestGap(text: string, wanted: number, from: number): { start: number; end: number } {
  const gaps = [...text.matchAll(/\s+/gu)].map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }))
  const later = gaps.filter(({ start }) => start >= from)
  const distance = (gap: { start: number }) => Math.abs(gap.start - wanted)
  const nearest = later.reduce<{ start: number; end: number } | undefined>(
    (best, gap) => (best === undefined || distance(gap) < distance(best) ? gap : best),
    undefined,
  )
  const isWide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
  if (nearest !== undefined && (!isWide || distance(nearest) < 4)) return nearest
  if (!isWide) return { start: text.length, end: text.length }
  let place = Math.min(wanted, text.length)
  while (
    place < text.length &&
    /[\p{Pe}\p{Pf}、。，．！？：；ー\p{Mn}\p{Script=Latin}\d]/u.test(text[place] ?? '')
  )
    place += 1
  return { start: place, end: place }
}
