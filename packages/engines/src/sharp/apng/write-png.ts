/** Writes one frame of an animated PNG as a standalone PNG. */
import { pngChunk, pngSignature } from './png-chunk.ts'
import type { Apng, ApngFrame } from './read-apng.ts'

export function writePng(apng: Apng, frame: ApngFrame): Buffer {
  const header = Buffer.from(apng.header)
  header.writeUInt32BE(frame.width, 0)
  header.writeUInt32BE(frame.height, 4)
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', header),
    ...apng.shared.map(({ type, body }) => pngChunk(type, body)),
    ...frame.data.map(data => pngChunk('IDAT', data)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}
