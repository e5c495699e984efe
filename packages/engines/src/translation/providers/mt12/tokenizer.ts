/** Unigram tokenizer of mt12 with byte fallback (SentencePiece). */

/** Format of `vocab.json`. */
export interface Mt12Vocabulary {
  /** Text and log probability by token id. */
  readonly pieces: readonly (readonly [string, number])[]
  /** Token types by id, numbered as in SentencePiece. */
  readonly types: readonly number[]
  /** Tags of the target languages. */
  readonly langs: Readonly<Record<string, number>>
  readonly eos: number
}

export interface Tokenizer {
  encode(text: string): number[]
  decode(ids: readonly number[]): string
}

const ordinaryType = 0
const byteType = 6
/** Replaces a space inside tokens. */
const wordStart = '▁'
/** Penalty of an unknown character, relative to the rarest token. */
const unknownPenalty = 10

export function createTokenizer({ pieces, types }: Mt12Vocabulary): Tokenizer {
  const idByToken = new Map<string, number>()
  const idByByte: number[] = []
  let maxTokenLength = 1
  let rarest = 0
  for (const [id, [token, score]] of pieces.entries()) {
    if (types[id] === byteType) idByByte[byteOf(token)] = id
    if (types[id] !== ordinaryType) continue
    idByToken.set(token, id)
    maxTokenLength = Math.max(maxTokenLength, token.length)
    rarest = Math.min(rarest, score)
  }
  const scoreOf = (id: number) => pieces[id]?.[1] ?? 0

  function encode(text: string): number[] {
    const plain = normalizeText(text)
    if (plain === '') return []
    const marked = wordStart + plain.replaceAll(' ', wordStart)
    return toIds(marked, bestCuts(marked))
  }

  /** For each end position, the start of the most likely token that ends there (Viterbi). */
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
      const next = from + codePointLength(text, from)
      const last = Math.min(text.length, from + maxTokenLength)
      for (let to = next; to <= last; to += codePointLength(text, to)) {
        const id = idByToken.get(text.slice(from, to))
        if (id !== undefined) offer(from, to, scoreSoFar + scoreOf(id))
      }
      if (!idByToken.has(text.slice(from, next))) offer(from, next, scoreSoFar + rarest - unknownPenalty)
      from = next
    }
    return begin
  }

  function toIds(text: string, begin: Int32Array): number[] {
    const ids: number[] = []
    for (let to = text.length; to > 0; to = begin[to] ?? 0) {
      const token = text.slice(begin[to], to)
      const id = idByToken.get(token)
      if (id !== undefined) ids.push(id)
      else for (const byte of Buffer.from(token).reverse()) ids.push(idByByte[byte] ?? 0)
    }
    return ids.reverse()
  }

  function decode(ids: readonly number[]): string {
    const bytes: Buffer[] = []
    for (const id of ids) {
      const token = pieces[id]?.[0]
      if (token === undefined) continue
      if (types[id] === byteType) bytes.push(Buffer.of(byteOf(token)))
      else if (types[id] === ordinaryType) bytes.push(Buffer.from(token))
    }
    // Invalid UTF-8 is a mistake of the model and is dropped.
    const text = Buffer.concat(bytes).toString('utf8').replaceAll('\ufffd', '')
    return text.replaceAll(wordStart, ' ').trim()
  }

  return { encode, decode }
}

/** The normalization of the training data: NFC, single spaces, no invisible characters. */
export function normalizeText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\u00ad\u200b\ufeff\u200e\u200f]/g, '')
    .replaceAll('…', '...')
    .replace(/\s+/gu, ' ')
    .trim()
}

/** `<0x41>` is byte 65. */
function byteOf(token: string): number {
  return Number.parseInt(token.slice(3, 5), 16)
}

/** Two UTF-16 code units outside the basic multilingual plane. */
function codePointLength(text: string, index: number): number {
  return (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1
}
