/** The pieces of text a model speaks in, and the bytes behind them. */

export interface Vocabulary {
  bytesOf(token: number): Uint8Array
  textOf(tokens: readonly number[]): string
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
  }
}

function printableBytes(): ReadonlyMap<string, number> {
  const isPrintable = (byte: number) => (byte > 32 && byte < 127) || (byte > 160 && byte !== 173)
  const bytes = Array.from({ length: 256 }, (_, byte) => byte)
  const hidden = bytes.filter(byte => !isPrintable(byte))
  return new Map(
    bytes.map(byte => [String.fromCodePoint(isPrintable(byte) ? byte : 256 + hidden.indexOf(byte)), byte]),
  )
}
