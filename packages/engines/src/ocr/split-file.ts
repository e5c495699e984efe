/** Splits the concatenated output of a helper into one file per part. */
import { createReadStream, createWriteStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

export interface FilePart {
  readonly path: string
  readonly bytes: number
}

/** Removes the source file. Empty parts are not written unless `keepsEmpty` is set. */
export async function splitFile(path: string, parts: readonly FilePart[], keepsEmpty = false): Promise<void> {
  let start = 0
  for (const part of parts) {
    if (part.bytes > 0)
      await pipeline(
        createReadStream(path, { start, end: start + part.bytes - 1 }),
        createWriteStream(part.path),
      )
    else if (keepsEmpty) await writeFile(part.path, '')
    start += part.bytes
  }
  await rm(path, { force: true })
}
