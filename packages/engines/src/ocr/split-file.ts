/** Takes apart what a helper has answered in one piece. */
import { createReadStream, createWriteStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

export interface FilePiece {
  readonly path: string
  readonly bytes: number
}

/** The file itself is gone afterwards. Pieces without bytes are not written, unless they are wanted empty. */
export async function splitFile(
  path: string,
  pieces: readonly FilePiece[],
  keepsEmpty = false,
): Promise<void> {
  let start = 0
  for (const piece of pieces) {
    if (piece.bytes > 0)
      await pipeline(
        createReadStream(path, { start, end: start + piece.bytes - 1 }),
        createWriteStream(piece.path),
      )
    else if (keepsEmpty) await writeFile(piece.path, '')
    start += piece.bytes
  }
  await rm(path, { force: true })
}
