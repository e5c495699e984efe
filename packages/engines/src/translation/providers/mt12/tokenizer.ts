/** mt12's unigram tokenizer: the likeliest way to cut a text into known pieces, and bytes where no piece fits. */

/** As `vocab.json` has it. */
export interface Vocabulary {
  /** Text and log probability of every piece; its place is its id. */
  readonly pieces: readonly (readonly [string, number])[]
  /** Kind of every piece, numbered as in SentencePiece. */
  readonly types: readonly number[]
  /** The tag of every target language. */
  readonly langs: Readonly<Record<string, number>>
  readonly eos: number
}

export interface Tokenizer {
  encode(text: string): number[]
  decode(ids: readonly number[]): string
}

const ordinaryPiece = 0
const bytePiece = 6
/** Stands for a space inside pieces. */
const wordStart = '▁'
/** How much less likely a sign no piece knows is than the rarest piece. */
const unknownPenalty = 10

export function createTokenizer({ pieces, types }: Vocabulary): Tokenizer {
  const idByPiece = new Map<string, number>()
  const idByByte: number[] = []
  let maxPieceLength = 1
  let rarest = 0
  for (const [id, [piece, score]] of pieces.entries()) {
    if (types[id] === bytePiece) idByByte[byteOf(piece)] = id
    if (types[id] !== ordinaryPiece) continue
    idByPiece.set(piece, id)
    maxPieceLength = Math.max(maxPieceLength, piece.length)
    rarest = Math.min(rarest, score)
  }
  const scoreOf = (id: number) => pieces[id]?.[1] ?? 0

  function encode(text: string): number[] {
    const plain = normalise(text)
    if (plain === '') return []
    const marked = wordStart + plain.replaceAll(' ', wordStart)
    return spell(marked, bestCuts(marked))
  }

  /** For every end of a piece, where the likeliest piece that ends there begins (Viterbi). */
  function bestCuts(text: string): Int32Array {
    const best = new Float64Array(text.length + 1).fill(Number.NEGATIVE_INFINITY)
    const begin = new Int32Array(text.length + 1)
    best[0] = 0
    const offer = (from: number, to: number, score: number) => {
      if (score <= (best[to] ?? 0)) return
      best[to] = score
      begin[to] = from
    }
    for (let from = 0; from < text.length; ) {
      const scoreSoFar = best[from] ?? 0
      const next = from + signLength(text, from)
      const last = Math.min(text.length, from + maxPieceLength)
      for (let to = next; to <= last; to += signLength(text, to)) {
        const id = idByPiece.get(text.slice(from, to))
        if (id !== undefined) offer(from, to, scoreSoFar + scoreOf(id))
      }
      if (!idByPiece.has(text.slice(from, next))) offer(from, next, scoreSoFar + rarest - unknownPenalty)
      from = next
    }
    return begin
  }

  function spell(text: string, begin: Int32Array): number[] {
    const ids: number[] = []
    for (let to = text.length; to > 0; to = begin[to] ?? 0) {
      const piece = text.slice(begin[to], to)
      const id = idByPiece.get(piece)
      if (id !== undefined) ids.push(id)
      else for (const byte of Buffer.from(piece).reverse()) ids.push(idByByte[byte] ?? 0)
    }
    return ids.reverse()
  }

  function decode(ids: readonly number[]): string {
    const bytes: Buffer[] = []
    for (const id of ids) {
      const piece = pieces[id]?.[0] ?? ''
      if (types[id] === bytePiece) bytes.push(Buffer.of(byteOf(piece)))
      else if (types[id] === ordinaryPiece) bytes.push(Buffer.from(piece))
    }
    // Bytes that make no sign are what the model got wrong, not something to show.
    const text = Buffer.concat(bytes).toString('utf8').replaceAll('\ufffd', '')
    return text.replaceAll(wordStart, ' ').trim()
  }

  return { encode, decode }
}

/** As the texts were that the model learned from: composed, one space between words, nothing invisible. */
export function normalise(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\u00ad\u200b\ufeff\u200e\u200f]/g, '')
    .replaceAll('…', '...')
    .replace(/\s+/gu, ' ')
    .trim()
}

/** `<0x41>` is the byte 65. */
function byteOf(piece: string): number {
  return Number.parseInt(piece.slice(3, 5), 16)
}

/** Two for a sign outside the basic plane. */
function signLength(text: string, index: number): number {
  return (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1
}
