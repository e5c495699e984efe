/** Reads numbers and texts of binary files in order; a position beyond the end means a damaged file. */
import { damagedData } from '../values/data-failure.ts'

export class ByteReader {
  readonly #bytes: Buffer
  readonly #isLittle: boolean
  at: number

  constructor(bytes: Buffer, isLittle: boolean, at = 0) {
    this.#bytes = bytes
    this.#isLittle = isLittle
    this.at = at
  }

  get isAtEnd(): boolean {
    return this.at >= this.#bytes.length
  }

  bytes(count: number): Buffer {
    if (!(count >= 0) || this.at < 0 || this.at + count > this.#bytes.length)
      throw damagedData('ends too early')
    this.at += count
    return this.#bytes.subarray(this.at - count, this.at)
  }

  byte(): number {
    return this.bytes(1).readUInt8(0)
  }

  int8(): number {
    return this.bytes(1).readInt8(0)
  }

  int16(): number {
    return this.#isLittle ? this.bytes(2).readInt16LE(0) : this.bytes(2).readInt16BE(0)
  }

  uint16(): number {
    return this.#isLittle ? this.bytes(2).readUInt16LE(0) : this.bytes(2).readUInt16BE(0)
  }

  int32(): number {
    return this.#isLittle ? this.bytes(4).readInt32LE(0) : this.bytes(4).readInt32BE(0)
  }

  uint32(): number {
    return this.#isLittle ? this.bytes(4).readUInt32LE(0) : this.bytes(4).readUInt32BE(0)
  }

  /** Sizes and offsets. */
  int64(): number {
    return Number(this.#isLittle ? this.bytes(8).readBigInt64LE(0) : this.bytes(8).readBigInt64BE(0))
  }

  float(): number {
    return this.#isLittle ? this.bytes(4).readFloatLE(0) : this.bytes(4).readFloatBE(0)
  }

  double(): number {
    return this.#isLittle ? this.bytes(8).readDoubleLE(0) : this.bytes(8).readDoubleBE(0)
  }

  /** Up to the first zero byte. */
  text(count: number, decode: (bytes: Buffer) => string): string {
    const bytes = this.bytes(count)
    const end = bytes.indexOf(0)
    return decode(end < 0 ? bytes : bytes.subarray(0, end))
  }
}

/** UTF-8 if it is that, otherwise the usual code page of older files. */
export function decodeLegacy(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
