/** Decompression of PalmDOC: LZ77 with a window of 2047 bytes, in records of 4096. */

const maxRecordBytes = 65_536

export function unpackPalmDoc(packed: Buffer): Buffer {
  const bytes = Buffer.alloc(maxRecordBytes)
  let length = 0
  const put = (byte: number) => {
    if (length < maxRecordBytes) bytes[length++] = byte
  }
  const repeat = (pair: number) => {
    const distance = (pair >> 3) & 0x7ff
    if (distance === 0 || distance > length) return
    for (let count = (pair & 7) + 3; count > 0; count--) put(bytes[length - distance] as number)
  }
  for (let at = 0; at < packed.length; ) {
    const code = packed[at++] as number
    if (code >= 0xc0) {
      put(0x20)
      put(code ^ 0x80)
    } else if (code >= 0x80) repeat((code << 8) | (packed[at++] ?? 0))
    else if (code === 0 || code > 8) put(code)
    else {
      for (const byte of packed.subarray(at, at + code)) put(byte)
      at += code
    }
  }
  return bytes.subarray(0, length)
}
