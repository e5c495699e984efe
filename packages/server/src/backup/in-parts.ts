/** Cuts a stream of unknown length into parts that fit into memory: a tar archive wants to know every length before. */

const partBytes = 4 * 1024 * 1024

export async function* inParts(
  source: AsyncIterable<Uint8Array>,
  maxBytes = partBytes,
): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of source) {
    if (bytes > 0 && bytes + piece.byteLength > maxBytes) {
      yield Buffer.concat(pieces)
      pieces = []
      bytes = 0
    }
    pieces.push(piece)
    bytes += piece.byteLength
  }
  if (bytes > 0) yield Buffer.concat(pieces)
}
