/** Similarity of two word forms. */

export function plainForm(word: string): string {
  return word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** From 0 to 1, for two normalized forms. Inflection mostly changes the end, so common prefixes count most. */
export function similarity(one: string, other: string): number {
  if (one === other) return 1
  if (/^[\d.,:/-]+$/.test(one) || /^[\d.,:/-]+$/.test(other)) return 0
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one]
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(longer))
    return longer.startsWith(shorter) ? 0.5 + shorter.length / longer.length / 2 : 0
  if (shorter.length < 3)
    return shorter.length === 2 && longer.length === 3 && longer.startsWith(shorter) ? 0.5 : 0
  let common = 0
  while (common < shorter.length && one[common] === other[common]) common += 1
  if (common >= 3 && common >= shorter.length * 0.6) return 0.5 + common / longer.length / 2
  const far = distance(one, other)
  const near = 1 - far / longer.length
  return near >= 0.7 ? near * 0.8 : 0
}

function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let at = 1; at <= one.length; at++) {
    const next = [at]
    for (let to = 1; to <= other.length; to++) {
      const change = (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1)
      next.push(Math.min(change, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}
