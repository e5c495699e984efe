/** Regroups a stream of unknown length into parts that fit into memory: tar headers need the length in advance. */

const partBytes = 4 * 1024 * 1024

export async function* groupIntoParts(
  source: AsyncIterable<Uint8Array>,
  maxBytes = partBytes,
): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of source) {
    if (bytes > 0 && bytes + chunk.byteLength > maxBytes) {
      yield Buffer.concat(chunks)
      chunks = []
      bytes = 0
    }
    chunks.push(chunk)
    bytes += chunk.byteLength
  }
  if (bytes > 0) yield Buffer.concat(chunks)
}
