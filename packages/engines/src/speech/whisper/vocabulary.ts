/** Byte-level BPE vocabulary of a Whisper model. */

export interface WhisperVocabulary {
  bytesOf(token: number): Uint8Array
  textOf(tokens: readonly number[]): string
  /** Greedy longest match; equals BPE for common words. */
  tokensOf(text: string): readonly number[]
}

/** The table maps each byte to a printable character (GPT-2 byte-level BPE). */
export function createWhisperVocabulary(table: Readonly<Record<string, number>>): WhisperVocabulary {
  const byteOfCharacter = printableBytes()
  const tokenBytes: Uint8Array[] = []
  for (const [printed, token] of Object.entries(table))
    tokenBytes[token] = Uint8Array.from(printed, character => byteOfCharacter.get(character) ?? 0x3f)
  const nothing = new Uint8Array(0)
  const bytesOf = (token: number) => tokenBytes[token] ?? nothing
  return {
    bytesOf,
    textOf: tokens => Buffer.concat(tokens.map(bytesOf)).toString(),
    tokensOf(text) {
      const tokenOf = new Map(
        tokenBytes.map((bytes, token) => [Buffer.from(bytes).toString('latin1'), token]),
      )
      const bytes = Buffer.from(text).toString('latin1')
      const tokens: number[] = []
      for (let at = 0; at < bytes.length; ) {
        const length = longestToken(tokenOf, bytes, at)
        tokens.push(tokenOf.get(bytes.slice(at, at + length)) ?? 0)
        at += length
      }
      return tokens
    },
  }
}

const maxTokenBytes = 24

function longestToken(tokenOf: ReadonlyMap<string, number>, bytes: string, at: number): number {
  for (let length = Math.min(maxTokenBytes, bytes.length - at); length > 1; length -= 1)
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
