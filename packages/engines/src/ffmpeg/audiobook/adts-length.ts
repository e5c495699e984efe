/** Playing time of raw AAC (ADTS), which is exact because every frame says how many samples it has. */
import { createReadStream } from 'node:fs'

const headerBytes = 7
const samplesPerBlock = 1024

export async function adtsSeconds(path: string, sampleRateHz: number): Promise<number> {
  let blocks = 0
  let pending: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(path)) {
    pending = Buffer.concat([pending, chunk])
    let offset = 0
    while (offset + headerBytes <= pending.length) {
      const frameBytes = ((pending.readUInt32BE(offset + 2) >> 5) & 0x1fff) as number
      if (frameBytes < headerBytes || offset + frameBytes > pending.length) break
      blocks += ((pending[offset + 6] ?? 0) & 3) + 1
      offset += frameBytes
    }
    pending = pending.subarray(offset)
  }
  return (blocks * samplesPerBlock) / sampleRateHz
}
