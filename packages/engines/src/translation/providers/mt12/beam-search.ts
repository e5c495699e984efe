/** Beam search over a batch of sentences. */

/** The most likely next tokens of each row, `width` per row, most likely first. */
export interface NextTokens {
  readonly width: number
  readonly logProbabilities: ArrayLike<number>
  readonly ids: ArrayLike<number | bigint>
}

/** A partial translation to be extended. */
export interface LiveRow {
  /** Index of the source sentence. */
  readonly sentence: number
  /** Row of the previous step that it extends; ignored in the first step. */
  readonly from: number
  readonly lastToken: number
}

/** Decoder for an encoded batch. */
export interface Decoder {
  next(rows: readonly LiveRow[]): Promise<NextTokens>
}

export interface BeamSettings {
  readonly beams: number
  readonly startToken: number
  readonly endToken: number
  /** Per sentence. */
  readonly maxTokens: readonly number[]
}

interface Beam {
  readonly row: number
  readonly score: number
  readonly tokens: readonly number[]
}

interface Candidate {
  readonly beam: Beam
  readonly score: number
  readonly token: number
}

interface Search {
  beams: readonly Beam[]
  best: { readonly score: number; readonly tokens: readonly number[] } | undefined
  isDone: boolean
}

/**
 * Scores are normalized by length, because short translations would always win otherwise. Only unfinished rows are passed
 * to the model, because every row costs the same.
 */
export async function beamSearch(decoder: Decoder, settings: BeamSettings): Promise<number[][]> {
  const searches = settings.maxTokens.map(
    (): Search => ({ beams: [{ row: 0, score: 0, tokens: [] }], best: undefined, isDone: false }),
  )
  for (let length = 1; ; length += 1) {
    const rows: LiveRow[] = []
    for (const [sentence, search] of searches.entries()) {
      if (search.isDone) continue
      search.beams = search.beams.map(beam => {
        rows.push({ sentence, from: beam.row, lastToken: beam.tokens.at(-1) ?? settings.startToken })
        return { ...beam, row: rows.length - 1 }
      })
    }
    if (rows.length === 0) break
    const next = await decoder.next(rows)
    for (const [sentence, search] of searches.entries())
      if (!search.isDone)
        extendBeams(search, next, { ...settings, length, maxLength: settings.maxTokens[sentence] ?? 0 })
  }
  return searches.map(({ best, beams }) => [...(best?.tokens ?? beams[0]?.tokens ?? [])])
}

/** One step: the best candidates become the beams, and finished ones compete for the result. */
function extendBeams(
  search: Search,
  next: NextTokens,
  settings: BeamSettings & { readonly length: number; readonly maxLength: number },
): void {
  const { beams: width, endToken, length } = settings
  const extended: Beam[] = []
  for (const [rank, { beam, score, token }] of candidates(search.beams, next).entries()) {
    if (extended.length === width) break
    if (token === endToken) {
      const mean = score / length
      // An end token with a low rank does not compete with continuations.
      if (rank < width && mean > (search.best?.score ?? Number.NEGATIVE_INFINITY))
        search.best = { score: mean, tokens: beam.tokens }
    } else if (!repeatsItself(beam.tokens, token)) {
      extended.push({ row: beam.row, score, tokens: [...beam.tokens, token] })
    }
  }
  const first = extended[0]
  const cannotImprove = first && search.best && first.score / length < search.best.score
  search.isDone = first === undefined || length >= settings.maxLength || cannotImprove === true
  if (first !== undefined) search.beams = extended
}

function candidates(beams: readonly Beam[], next: NextTokens): Candidate[] {
  const all: Candidate[] = []
  for (const beam of beams) {
    for (let position = 0; position < next.width; position += 1) {
      const index = beam.row * next.width + position
      const score = beam.score + (next.logProbabilities[index] ?? 0)
      all.push({ beam, score, token: Number(next.ids[index]) })
    }
  }
  return all.sort((a, b) => b.score - a.score)
}

/** Small models fall into loops: one to four tokens repeated four times (a single token six times). */
export function repeatsItself(tokens: readonly number[], token: number): boolean {
  const tail = [...tokens.slice(-15), token]
  for (let period = 1; period <= 4; period += 1) {
    const needed = Math.max(4 * period, 6)
    if (tail.length < needed) continue
    const recent = tail.slice(-4 * period)
    if (recent.every((value, index) => index < period || value === recent[index - period])) return true
  }
  return false
}
