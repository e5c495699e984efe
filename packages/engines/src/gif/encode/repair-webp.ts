/** Patches loop count and duration of the last frame into a WebP, which ffmpeg has no options for. */
import { open } from 'node:fs/promises'

const maxDuration = 0xff_ff_ff

/** A still WebP has neither and stays unchanged. */
export async function repairWebp(path: string, plays: number, totalMs: number): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    const head = Buffer.alloc(24)
    const durations: { readonly at: number; readonly ms: number }[] = []
    for (let at = 12; at + 8 <= size; ) {
      await file.read(head, 0, head.length, at)
      const kind = head.toString('latin1', 0, 4)
      const bytes = head.readUInt32LE(4)
      // The background color precedes the loop count.
      if (kind === 'ANIM') await file.write(uint16(plays), 0, 2, at + 8 + 4)
      // Position and size of the frame, three bytes each, precede its duration.
      if (kind === 'ANMF') durations.push({ at: at + 8 + 12, ms: head.readUIntLE(8 + 12, 3) })
      at += 8 + bytes + (bytes % 2)
    }
    const last = durations.pop()
    if (last === undefined) return
    const before = durations.reduce((sum, { ms }) => sum + ms, 0)
    const duration = Buffer.alloc(3)
    duration.writeUIntLE(Math.min(maxDuration, Math.max(1, totalMs - before)), 0, 3)
    await file.write(duration, 0, 3, last.at)
  } finally {
    await file.close()
  }
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}
