/** Finds the likeliest translations of a batch: a few beginnings of each sentence grow side by side. */

/** The likeliest next pieces of every row, `width` each, the likeliest first. */
export interface NextPieces {
  readonly width: number
  readonly logProbabilities: ArrayLike<number>
  readonly ids: ArrayLike<number | bigint>
}

/** The model after it has read the sources. Row `sentence * beams + beam` is one beginning. */
export interface Decoder {
  /** `pieces` are the last ones of every row; `order` says which row of the step before each goes on from. */
  next(pieces: readonly number[], order: readonly number[]): Promise<NextPieces>
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

/** Scores are means over the length, or short translations would always win. */
export async function beamSearch(decoder: Decoder, settings: BeamSettings): Promise<number[][]> {
  const { beams: width, startPiece, maxPieces } = settings
  const searches = maxPieces.map(
    (_, sentence): Search => ({
      beams: [{ row: sentence * width, score: 0, pieces: [] }],
      best: undefined,
      isDone: false,
    }),
  )
  const rows = searches.length * width
  let last = new Array<number>(rows).fill(startPiece)
  let order = [...last.keys()]
  for (let length = 1; searches.some(search => !search.isDone); length += 1) {
    const next = await decoder.next(last, order)
    last = new Array<number>(rows).fill(settings.endPiece)
    order = [...last.keys()]
    for (const [sentence, search] of searches.entries()) {
      if (search.isDone) continue
      grow(search, next, { ...settings, length, maxLength: maxPieces[sentence] ?? 0 })
      search.beams = search.beams.map((beam, index) => {
        const row = sentence * width + index
        last[row] = beam.pieces.at(-1) ?? startPiece
        order[row] = beam.row
        return { ...beam, row }
      })
    }
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
