/** Bit writer, most significant bit first, into a growing buffer. */

export class BitWriter {
  #bytes = new Uint8Array(64 * 1024)
  #length = 0
  #pending = 0
  #pendingBits = 0

  get length(): number {
    return this.#length
  }

  /** Used bits of the last byte: 1 to 8. */
  get lastBits(): number {
    return this.#pendingBits === 0 ? 8 : this.#pendingBits
  }

  /** At most 16 bits at a time. */
  write(value: number, bitCount: number): void {
    this.#pending = (this.#pending << bitCount) | value
    this.#pendingBits += bitCount
    if (this.#length + 4 > this.#bytes.length) this.#grow()
    while (this.#pendingBits >= 8) {
      this.#pendingBits -= 8
      this.#bytes[this.#length++] = this.#pending >>> this.#pendingBits
    }
  }

  /** Returns everything written so far, padded to a whole byte, and resets the writer. */
  flush(): Uint8Array {
    if (this.#pendingBits > 0) this.write(0, 8 - this.#pendingBits)
    const flushed = this.#bytes.slice(0, this.#length)
    this.#length = 0
    this.#pending = 0
    return flushed
  }

  #grow(): void {
    const larger = new Uint8Array(this.#bytes.length * 2)
    larger.set(this.#bytes)
    this.#bytes = larger
  }
}
