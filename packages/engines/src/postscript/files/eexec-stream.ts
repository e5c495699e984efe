/** Decrypts the protected part of a Type 1 font, in bytes or hexadecimal digits. */
import { hexValue, isSpace } from '../language/tokenizer.ts'
import { ByteStream } from './byte-stream.ts'

const [multiplier, increment] = [52845, 22719]
const eexecKey = 55665
export const charstringKey = 4330

/** One step of the cipher of Type 1 fonts. */
export function decrypt(bytes: Uint8Array, key: number, randomBytes: number): Uint8Array {
  let state = key
  const plain = new Uint8Array(bytes.length)
  for (const [at, byte] of bytes.entries()) {
    plain[at] = byte ^ (state >> 8)
    state = ((byte + state) * multiplier + increment) & 0xffff
  }
  return plain.subarray(Math.min(randomBytes, plain.length))
}

export class EexecStream extends ByteStream {
  private readonly source: ByteStream
  private state = eexecKey
  private isHex: boolean | undefined

  constructor(source: ByteStream) {
    super()
    this.source = source
  }

  /** One byte at a time: what follows in the source is not encrypted. */
  protected fill(): boolean {
    if (this.isHex === undefined) this.begin()
    const byte = this.next()
    if (byte < 0) return false
    this.bytes = Uint8Array.of(this.decryptByte(byte))
    this.at = 0
    return true
  }

  private begin(): void {
    while (isSpace(this.source.peek())) this.source.read()
    const first: number[] = []
    for (let at = 0; at < 4; at++) first.push(this.source.read())
    this.isHex = first.every(code => hexValue(code) >= 0 || isSpace(code))
    if (this.isHex) {
      const digits = first.map(hexValue).filter(digit => digit >= 0)
      while (digits.length < 8) {
        const digit = hexValue(this.source.read())
        if (digit >= 0) digits.push(digit)
        else if (this.source.peek() === -1) break
      }
      for (let at = 0; at < 8; at += 2) this.decryptByte((digits[at] ?? 0) * 16 + (digits[at + 1] ?? 0))
    } else for (const byte of first) this.decryptByte(byte)
  }

  private next(): number {
    if (!this.isHex) return this.source.read()
    const high = this.nextDigit()
    const low = high < 0 ? -1 : this.nextDigit()
    return low < 0 ? -1 : high * 16 + low
  }

  private nextDigit(): number {
    for (;;) {
      const code = this.source.read()
      if (code === -1) return -1
      const digit = hexValue(code)
      if (digit >= 0) return digit
      if (!isSpace(code)) return -1
    }
  }

  private decryptByte(byte: number): number {
    const plain = byte ^ (this.state >> 8)
    this.state = ((byte + this.state) * multiplier + increment) & 0xffff
    return plain
  }
}
