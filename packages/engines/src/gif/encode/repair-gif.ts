/** Sets disposal "restore to background" on every GIF frame: ffmpeg omits it where an opaque frame precedes a transparent one. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gifBlocks } from './gif-blocks.ts'

const disposalBits = 0b0001_1100
const clearsToBackground = 2 << 2
/** Offset of the flags in a graphic control extension. */
const flagsAt = 3

export async function repairGif(folder: string, name: string): Promise<void> {
  const gif = await readFile(join(folder, name))
  for (const { kind, start } of gifBlocks(gif)) {
    if (kind !== 'control') continue
    const packed = gif.readUInt8(start + flagsAt)
    gif.writeUInt8((packed & ~disposalBits) | clearsToBackground, start + flagsAt)
  }
  await writeFile(join(folder, name), gif)
}
