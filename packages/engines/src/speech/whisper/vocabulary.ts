/** The pieces of text a model speaks in, and the bytes behind them. */

export interface Vocabulary {
  bytesOf(token: number): Uint8Array
  textOf(tokens: readonly number[]): string
  /** The longest pieces first; what the model itself would take, for words it knows. */
  tokensOf(text: string): readonly number[]
}

/** Every byte stands for a character that can be printed, so that the table could be written as text. */
export function createVocabulary(table: Readonly<Record<string, number>>): Vocabulary {
  const byteOfCharacter = printableBytes()
  const pieces: Uint8Array[] = []
  for (const [printed, token] of Object.entries(table))
    pieces[token] = Uint8Array.from(printed, character => byteOfCharacter.get(character) ?? 0x3f)
  const nothing = new Uint8Array(0)
  const bytesOf = (token: number) => pieces[token] ?? nothing
  return {
    bytesOf,
    textOf: tokens => Buffer.concat(tokens.map(bytesOf)).toString(),
    tokensOf(text) {
      const tokenOf = new Map(pieces.map((bytes, token) => [Buffer.from(bytes).toString('latin1'), token]))
      const bytes = Buffer.from(text).toString('latin1')
      const tokens: number[] = []
      for (let at = 0; at < bytes.length; ) {
        const length = longestPiece(tokenOf, bytes, at)
        tokens.push(tokenOf.get(bytes.slice(at, at + length)) ?? 0)
        at += length
      }
      return tokens
    },
  }
}

const longestBytes = 24

function longestPiece(tokenOf: ReadonlyMap<string, number>, bytes: string, at: number): number {
  for (let length = Math.min(longestBytes, bytes.length - at); length > 1; length -= 1)
    if (tokenOf.has(bytes.slice(at, at + length))) return length
  return 1
}

function printableBytes(): ReadonlyMap<string, number> {
  const isPrintable = (byte: number) => (byte > 32 && byte < 127) || (byte > 160 && byte !== 173)
  const bytes = Array.from({ length: 256 }, (_, byte) => byte)
  const hidden = bytes.filter(byte => !isPrintable(byte))
  return new Map(
    bytes.map(byte => [String.fromCodePoint(isPrintable(byte) ? byte : 256 + hidden.indexOf(byte)), byte]),
  )
}
