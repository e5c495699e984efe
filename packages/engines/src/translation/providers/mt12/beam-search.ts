/** Finds the likeliest translations of a batch: a few beginnings of each sentence grow side by side. */

/** The likeliest next pieces of every row, `width` each, the likeliest first. */
export interface NextPieces {
  readonly width: number
  readonly logProbabilities: ArrayLike<number>
  readonly ids: ArrayLike<number | bigint>
}

/** One beginning that is to be gone on with. */
export interface LiveRow {
  /** Which of the sources it translates. */
  readonly sentence: number
  /** Which row of the step before it continues; meaningless in the first step. */
  readonly from: number
  readonly lastPiece: number
}

/** The model after it has read the sources. */
export interface Decoder {
  next(rows: readonly LiveRow[]): Promise<NextPieces>
}

export interface BeamSettings {
  readonly beams: number
  readonly startPiece: number
  readonly endPiece: number
  /** Of each sentence's translation. */
  readonly maxPieces: readonly number[]
}

interface Beam {
  readonly row: number
  readonly score: number
  readonly pieces: readonly number[]
}

interface Candidate {
  readonly beam: Beam
  readonly score: number
  readonly piece: number
}

interface Search {
  beams: readonly Beam[]
  best: { readonly score: number; readonly pieces: readonly number[] } | undefined
  isDone: boolean
}

/**
 * Scores are means over the length, or short translations would always win. Only what is still alive is given to the
 * model, since every row costs the same: one row a sentence at first, none of a sentence that is done.
 */
export async function beamSearch(decoder: Decoder, settings: BeamSettings): Promise<number[][]> {
  const searches = settings.maxPieces.map(
    (): Search => ({ beams: [{ row: 0, score: 0, pieces: [] }], best: undefined, isDone: false }),
  )
  for (let length = 1; ; length += 1) {
    const rows: LiveRow[] = []
    for (const [sentence, search] of searches.entries()) {
      if (search.isDone) continue
      search.beams = search.beams.map(beam => {
        rows.push({ sentence, from: beam.row, lastPiece: beam.pieces.at(-1) ?? settings.startPiece })
        return { ...beam, row: rows.length - 1 }
      })
    }
    if (rows.length === 0) break
    const next = await decoder.next(rows)
    for (const [sentence, search] of searches.entries())
      if (!search.isDone)
        grow(search, next, { ...settings, length, maxLength: settings.maxPieces[sentence] ?? 0 })
  }
  return searches.map(({ best, beams }) => [...(best?.pieces ?? beams[0]?.pieces ?? [])])
}

/** One piece further: the best candidates become the beams, and those that end compete for the result. */
function grow(
  search: Search,
  next: NextPieces,
  settings: BeamSettings & { readonly length: number; readonly maxLength: number },
): void {
  const { beams: width, endPiece, length } = settings
  const grown: Beam[] = []
  for (const [rank, { beam, score, piece }] of candidates(search.beams, next).entries()) {
    if (grown.length === width) break
    if (piece === endPiece) {
      const mean = score / length
      // An ending far down the list is no rival of what goes on.
      if (rank < width && mean > (search.best?.score ?? Number.NEGATIVE_INFINITY))
        search.best = { score: mean, pieces: beam.pieces }
    } else if (!repeatsItself(beam.pieces, piece)) {
      grown.push({ row: beam.row, score, pieces: [...beam.pieces, piece] })
    }
  }
  const first = grown[0]
  const cannotImprove = first && search.best && first.score / length < search.best.score
  search.isDone = first === undefined || length >= settings.maxLength || cannotImprove === true
  if (first !== undefined) search.beams = grown
}

function candidates(beams: readonly Beam[], next: NextPieces): Candidate[] {
  const all: Candidate[] = []
  for (const beam of beams) {
    for (let place = 0; place < next.width; place += 1) {
      const index = beam.row * next.width + place
      const score = beam.score + (next.logProbabilities[index] ?? 0)
      all.push({ beam, score, piece: Number(next.ids[index]) })
    }
  }
  return all.sort((a, b) => b.score - a.score)
}

/** Small models fall into loops: one to four pieces four times in a row are the end of it (a single one, six times). */
export function repeatsItself(pieces: readonly number[], piece: number): boolean {
  const tail = [...pieces.slice(-15), piece]
  for (let period = 1; period <= 4; period += 1) {
    const needed = Math.max(4 * period, 6)
    if (tail.length < needed) continue
    const recent = tail.slice(-4 * period)
    if (recent.every((value, index) => index < period || value === recent[index - period])) return true
  }
  return false
}
