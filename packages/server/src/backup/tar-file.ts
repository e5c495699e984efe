/** One file as it stands in a tar archive, in pieces that can be passed on at once. */
import { tarBlockBytes, tarHeader, tarPadding } from '@filesmith/engines/archive/tar/tar-header'

/** Backups hold secrets: whoever unpacks one should be the only one to read it. */
const mode = 0o600

export const tarEnd: Uint8Array = new Uint8Array(2 * tarBlockBytes)

export interface FileToPack {
  readonly name: string
  readonly sizeBytes: number
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  readonly modifiedAtMs: number
}

export async function* tarFile(file: FileToPack): AsyncGenerator<Uint8Array> {
  const { name, sizeBytes, content, modifiedAtMs } = file
  yield tarHeader({ name, sizeBytes, modifiedAtMs, isFolder: false, mode })
  let written = 0
  for await (const piece of content) {
    written += piece.byteLength
    // What follows would be read as something else.
    if (written > sizeBytes) break
    yield piece
  }
  if (written !== sizeBytes) throw new Error(`${name} is not ${sizeBytes} bytes long, as was said before.`)
  yield tarPadding(sizeBytes)
}
