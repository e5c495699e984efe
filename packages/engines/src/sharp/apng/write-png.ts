/** Makes one frame of an animated PNG a picture of its own. */
import { crc32 } from 'node:zlib'
import type { Apng, ApngFrame } from './read-apng.ts'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export function writePng(apng: Apng, frame: ApngFrame): Buffer {
  const header = Buffer.from(apng.header)
  header.writeUInt32BE(frame.width, 0)
  header.writeUInt32BE(frame.height, 4)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...apng.shared.map(({ type, body }) => chunk(type, body)),
    ...frame.data.map(data => chunk('IDAT', data)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, body: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, checksum])
}
