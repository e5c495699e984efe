/** Attachments in a `winmail.dat` of Outlook ([MS-OXTNEF]). */
import { decodeBytes } from './header-text.ts'
import type { MailAttachment } from './mail.ts'

const mark = 0x223e9f78
const headerBytes = 6
const attributes = { newAttachment: 0x00069002, title: 0x00018010, data: 0x0006800f }

/** Undefined if it cannot be read or holds nothing. */
export function readTnef(file: Buffer): MailAttachment[] | undefined {
  if (file.length < headerBytes || file.readUInt32LE(0) !== mark) return undefined
  const found: { name: string; bytes: Buffer | undefined }[] = []
  for (let at = headerBytes; at + 9 <= file.length; ) {
    const id = file.readUInt32LE(at + 1)
    const length = file.readUInt32LE(at + 5)
    const data = file.subarray(at + 9, at + 9 + length)
    const current = found.at(-1)
    if (id === attributes.newAttachment) found.push({ name: '', bytes: undefined })
    else if (id === attributes.title && current)
      current.name = decodeBytes(data.subarray(0, endOfText(data)), undefined)
    else if (id === attributes.data && current) current.bytes = data
    // With a checksum of two bytes behind it.
    at += 9 + length + 2
  }
  const whole = found.flatMap(({ name, bytes }) =>
    bytes === undefined ? [] : [{ name: name || 'attachment.bin', type: 'application/octet-stream', bytes }],
  )
  return whole.length > 0 ? whole : undefined
}

function endOfText(data: Buffer): number {
  const end = data.indexOf(0)
  return end < 0 ? data.length : end
}
