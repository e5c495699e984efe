/** Edit similarity of texts: 1 - Levenshtein distance / length of the longer one. Formulas of the truth match any text. */

/** In the truth: stands for a formula. Followed by its length and `formulaEnd`. */
export const formulaMark = '\u{E000}'
export const formulaEnd = '\u{E001}'

interface Token {
  readonly code: number
  /** Of a formula: this many characters of the other text are free. */
  readonly free: number
}

function tokensOf(truth: string): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < truth.length; at++) {
    if (truth[at] !== formulaMark) tokens.push({ code: truth.charCodeAt(at), free: 0 })
    else {
      const end = truth.indexOf(formulaEnd, at)
      tokens.push({ code: -1, free: Number(truth.slice(at + 1, end)) })
      at = end
    }
  }
  return tokens
}

/** Larger than any distance. */
const never = 0x7fffffff
/** Share of the text within which a passage may have moved; what moved farther counts as lost and added. */
const band = 0.15
const minBand = 3000

/** Two rows of the matrix of distances around its diagonal, and how many characters were free on the way there. */
export function editSimilarity(truth: string, text: string): number {
  const tokens = tokensOf(truth)
  const codes = Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
  const reach = Math.max(minBand, Math.ceil(band * text.length), Math.abs(text.length - tokens.length))
  const rows = [0, 1].map(() => ({
    distances: new Int32Array(text.length + 1).fill(never - 1),
    frees: new Int32Array(text.length + 1),
  })) as [Row, Row]
  let [last, next] = rows
  for (let at = 0; at <= Math.min(text.length, reach); at++) last.distances[at] = at
  tokens.forEach(({ code, free }, index) => {
    const center = Math.round(((index + 1) * text.length) / tokens.length)
    const [from, to] = [Math.max(0, center - reach), Math.min(text.length, center + reach)]
    if (from > 0) next.distances[from - 1] = never - 1
    if (code < 0) freeRow(last, next, from, to, free)
    else plainRow(last, next, from, to, code, codes)
    ;[last, next] = [next, last]
    // The row before may hold older figures where the next one begins to read.
    next.distances.fill(never - 1)
  })
  const distance = last.distances[text.length] ?? 0
  const length = tokens.filter(({ code }) => code >= 0).length
  const longer = Math.max(length, text.length - (last.frees[text.length] ?? 0))
  return longer === 0 ? 1 : 1 - distance / longer
}

interface Row {
  readonly distances: Int32Array
  readonly frees: Int32Array
}

function plainRow(last: Row, next: Row, from: number, to: number, code: number, codes: Uint16Array): void {
  let left = never - 1
  let diagonal = from > 0 ? (last.distances[from - 1] as number) : never - 1
  for (let at = from; at <= to; at++) {
    const above = last.distances[at] as number
    const replaced = at > 0 ? diagonal + (codes[at - 1] === code ? 0 : 1) : never
    if (replaced <= above + 1 && replaced <= left + 1) {
      left = replaced
      next.frees[at] = last.frees[at - 1] as number
    } else if (above <= left) {
      left = above + 1
      next.frees[at] = last.frees[at] as number
    } else {
      left = left + 1
      next.frees[at] = next.frees[at - 1] as number
    }
    next.distances[at] = left
    diagonal = above
  }
}

/** The smallest distance at most `free` characters back (a sliding minimum). */
function freeRow(last: Row, next: Row, from: number, to: number, free: number): void {
  const best: number[] = []
  let first = 0
  for (let at = Math.max(0, from - free); at <= to; at++) {
    const own = last.distances[at] as number
    while (best.length > first && (last.distances[best.at(-1) as number] as number) >= own) best.pop()
    best.push(at)
    if ((best[first] as number) < at - free) first += 1
    if (at < from) continue
    const start = best[first] as number
    next.distances[at] = last.distances[start] as number
    next.frees[at] = (last.frees[start] as number) + at - start
  }
}
