/** Numbers in charstrings of Type 1 and Type 2, and in dictionaries of CFF: one or two bytes for small ones. */

/** The number that begins at `at` with a byte of at least 32, and how many bytes it has; not for 255. */
export function smallNumber(code: Buffer, at: number): { readonly value: number; readonly bytes: 1 | 2 } {
  const byte = code.readUInt8(at)
  if (byte < 247) return { value: byte - 139, bytes: 1 }
  const next = code.readUInt8(at + 1)
  return { value: byte < 251 ? (byte - 247) * 256 + next + 108 : -(byte - 251) * 256 - next - 108, bytes: 2 }
}
