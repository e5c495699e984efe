/** Decodes mainframe text (EBCDIC), which TextDecoder does not know. */

/** Code page 037 from byte 0x40 on. */
const signs =
  ' \u00a0âäàáãåçñ¢.<(+|&éêëèíîïìß!$*);¬' +
  '-/ÂÄÀÁÃÅÇÑ¦,%_>?øÉÊËÈÍÎÏÌ`:#@\'="' +
  'Øabcdefghi«»ðýþ±°jklmnopqrªºæ¸Æ¤' +
  'µ~stuvwxyz¡¿ÐÝÞ®^£¥·©§¶¼½¾[]¯¨´×' +
  '{ABCDEFGHI\u00adôöòóõ}JKLMNOPQR¹ûüùúÿ' +
  '\\÷STUVWXYZ²ÔÖÒÓÕ0123456789³ÛÜÙÚ\u009f'
const firstSign = 0x40
/** Tab, carriage return, and both ends of a line. */
const controls: Readonly<Record<number, string>> = { 5: '\t', 13: '\r', 21: '\n', 37: '\n' }
/** What other code pages have at these bytes. */
const page500: Readonly<Record<number, string>> = { 74: '[', 90: ']', 79: '!', 187: '|', 186: '¬', 95: '^' }
const page1047: Readonly<Record<number, string>> = {
  173: '[',
  189: ']',
  186: 'Ý',
  187: '¨',
  95: '^',
  176: '¬',
}

/** The code pages differ in brackets, and in a few signs that are rarer. */
export function decodeEbcdic(bytes: Uint8Array): string {
  const count = (wanted: number) => bytes.filter(byte => byte === wanted).length
  const isPair = (open: number, close: number) => count(open) > 0 && count(open) === count(close)
  const differences = isPair(0xad, 0xbd) ? page1047 : isPair(0x4a, 0x5a) ? page500 : {}
  return Array.from(
    bytes,
    byte => differences[byte] ?? controls[byte] ?? signs[byte - firstSign] ?? ' ',
  ).join('')
}
