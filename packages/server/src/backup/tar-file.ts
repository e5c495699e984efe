/** Encodes one file as a tar entry, streamed in chunks. */
import { tarBlockBytes, tarHeader, tarPadding } from '@filesmith/engines/archive/tar/tar-header'

/** Backups contain secrets, so extracted files are readable only by their owner. */
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
  for await (const chunk of content) {
    written += chunk.byteLength
    // Excess bytes would be parsed as the next header.
    if (written > sizeBytes) break
    yield chunk
  }
  if (written !== sizeBytes) throw new Error(`${name} is not ${sizeBytes} bytes long, as declared.`)
  yield tarPadding(sizeBytes)
}
