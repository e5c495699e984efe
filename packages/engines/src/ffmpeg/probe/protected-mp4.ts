/** Detects encrypted tracks in MP4 files by their sample entries: ffprobe reports the original codec instead. */
import { type FileHandle, open } from 'node:fs/promises'
import { protectedEntries } from './read-probe.ts'

/** Path of boxes from the file to its sample entries; all others are skipped unread. */
const boxPath: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl'])
/** Far more than any real file has: bounds the work that a malicious file can cause. */
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
    const root: Box = { type: 'file', start: 0, end: (await file.stat()).size }
    return await containsProtectedEntry(file, root, budget)
  } finally {
    await file.close()
  }
}

async function containsProtectedEntry(
  file: FileHandle,
  parent: Box,
  budget: { boxes: number },
): Promise<boolean> {
  for await (const box of boxesOf(file, parent, budget)) {
    if (parent.type === 'stsd' && protectedEntries.has(box.type)) return true
    // Version, flags and entry count precede the first entry.
    const inside = box.type === 'stsd' ? { ...box, start: box.start + 8 } : box
    const isOnPath = boxPath.has(box.type) || box.type === 'stsd'
    if (isOnPath && (await containsProtectedEntry(file, inside, budget))) return true
  }
  return false
}

async function* boxesOf(file: FileHandle, parent: Box, budget: { boxes: number }): AsyncGenerator<Box> {
  const head = Buffer.alloc(16)
  for (let offset = parent.start; offset + 8 <= parent.end && budget.boxes > 0; budget.boxes -= 1) {
    const { bytesRead } = await file.read(head, 0, head.length, offset)
    if (bytesRead < 8) return
    const shortSize = head.readUInt32BE(0)
    // A size of 1 means a 64-bit size after the type, 0 extends to the end of the parent.
    const headBytes = shortSize === 1 ? 16 : 8
    const size =
      shortSize === 1 ? Number(head.readBigUInt64BE(8)) : shortSize === 0 ? parent.end - offset : shortSize
    if (size < headBytes) return
    const end = Math.min(offset + size, parent.end)
    yield { type: head.toString('latin1', 4, 8), start: offset + headBytes, end }
    offset += size
  }
}
