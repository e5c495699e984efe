/** Finds out whether the tracks of an MP4 are encrypted: ffprobe looks through the lock and does not mention it. */
import { type FileHandle, open } from 'node:fs/promises'
import { protectedEntries } from './read-probe.ts'

/** Boxes on the way from the file to the names of its codecs; everything else is skipped unread. */
const wayDown: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl'])
/** Far more than any real file has; a hostile one is looked at no further. */
const maxBoxes = 10_000

interface Box {
  readonly type: string
  readonly start: number
  readonly end: number
}

export async function isProtectedMp4(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const budget = { boxes: maxBoxes }
    const whole: Box = { type: 'file', start: 0, end: (await file.stat()).size }
    return await holdsProtectedEntry(file, whole, budget)
  } finally {
    await file.close()
  }
}

async function holdsProtectedEntry(
  file: FileHandle,
  parent: Box,
  budget: { boxes: number },
): Promise<boolean> {
  for await (const box of boxesOf(file, parent, budget)) {
    if (parent.type === 'stsd' && protectedEntries.has(box.type)) return true
    // Its own version and the number of entries stand before the first one.
    const inside = box.type === 'stsd' ? { ...box, start: box.start + 8 } : box
    const isOnTheWay = wayDown.has(box.type) || box.type === 'stsd'
    if (isOnTheWay && (await holdsProtectedEntry(file, inside, budget))) return true
  }
  return false
}

async function* boxesOf(file: FileHandle, parent: Box, budget: { boxes: number }): AsyncGenerator<Box> {
  const head = Buffer.alloc(16)
  for (let offset = parent.start; offset + 8 <= parent.end && budget.boxes > 0; budget.boxes -= 1) {
    const { bytesRead } = await file.read(head, 0, head.length, offset)
    if (bytesRead < 8) return
    const shortSize = head.readUInt32BE(0)
    // 1 announces a long size after the name, 0 reaches to the end.
    const headBytes = shortSize === 1 ? 16 : 8
    const size =
      shortSize === 1 ? Number(head.readBigUInt64BE(8)) : shortSize === 0 ? parent.end - offset : shortSize
    if (size < headBytes) return
    const end = Math.min(offset + size, parent.end)
    yield { type: head.toString('latin1', 4, 8), start: offset + headBytes, end }
    offset += size
  }
}
