/** Bounds-checked reading of bytes. */

/** Whether the bytes or ASCII characters are at the offset. */
export function hasAt(head: Uint8Array, offset: number, expected: readonly number[] | string): boolean {
  for (let index = 0; index < expected.length; index++) {
    const byte = typeof expected === 'string' ? expected.charCodeAt(index) : expected[index]
    if (head[offset + index] !== byte) return false
  }
  return true
}

export function indexOf(head: Uint8Array, expected: readonly number[], from: number, to: number): number {
  const end = Math.min(to, head.length) - expected.length
  for (let offset = from; offset <= end; offset++) if (hasAt(head, offset, expected)) return offset
  return -1
}

function byteAt(head: Uint8Array, offset: number): number {
  return head[offset] ?? 0
}

export function uint16le(head: Uint8Array, offset: number): number {
  return byteAt(head, offset) + byteAt(head, offset + 1) * 0x100
}

export function uint32le(head: Uint8Array, offset: number): number {
  return uint16le(head, offset) + uint16le(head, offset + 2) * 0x1_0000
}

export function uint32be(head: Uint8Array, offset: number): number {
  return (
    byteAt(head, offset) * 0x100_0000 +
    byteAt(head, offset + 1) * 0x1_0000 +
    byteAt(head, offset + 2) * 0x100 +
    byteAt(head, offset + 3)
  )
}

/** Bytes as Latin-1 characters. */
export function latin1(bytes: Uint8Array, start: number, end: number): string {
  let text = ''
  for (let offset = start; offset < Math.min(end, bytes.length); offset++) {
    text += String.fromCharCode(byteAt(bytes, offset))
  }
  return text
}
