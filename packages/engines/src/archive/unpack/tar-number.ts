/** Numbers in TAR headers: octal digits, or binary where the first bit is set. */

const binaryMark = 0x80

export function tarNumber(field: Buffer): number {
  const [first = 0] = field
  if ((first & binaryMark) === 0) return Number.parseInt(field.toString('latin1').trim(), 8) || 0
  // Times before 1970 are negative.
  if ((first & 0x40) !== 0) return 0
  return field.subarray(1).reduce((value, byte) => value * 256 + byte, 0)
}
