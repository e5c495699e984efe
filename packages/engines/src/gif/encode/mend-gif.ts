/** Has every frame of a GIF cleared before the next: ffmpeg forgets to where an opaque frame precedes a see-through one. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const [extension, image] = [0x21, 0x2c]
const graphicControl = 0xf9
const disposalBits = 0b0001_1100
const clearsToBackground = 2 << 2

export async function mendGif(folder: string, name: string): Promise<void> {
  const gif = await readFile(join(folder, name))
  for (const at of graphicControls(gif)) {
    const packed = gif.readUInt8(at)
    gif.writeUInt8((packed & ~disposalBits) | clearsToBackground, at)
  }
  await writeFile(join(folder, name), gif)
}

/** Where the flags of each frame stand. */
function* graphicControls(gif: Buffer): Generator<number> {
  let at = 13 + colourTableBytes(gif.readUInt8(10))
  while (at < gif.length) {
    const kind = gif.readUInt8(at)
    if (kind === extension) {
      if (gif.readUInt8(at + 1) === graphicControl) yield at + 3
      at = endOfBlocks(gif, at + 2)
    } else if (kind === image) {
      // Behind the colours stands one byte before the pixels.
      at = endOfBlocks(gif, at + 10 + colourTableBytes(gif.readUInt8(at + 9)) + 1)
    } else return
  }
}

function colourTableBytes(packed: number): number {
  return packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0
}

function endOfBlocks(gif: Buffer, start: number): number {
  let at = start
  while (gif.readUInt8(at) !== 0) at += gif.readUInt8(at) + 1
  return at + 1
}
