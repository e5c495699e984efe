/** Writes bits, the highest first, into memory that grows. */

export class BitWriter {
  #bytes = new Uint8Array(64 * 1024)
  #length = 0
  #held = 0
  #heldBits = 0

  get length(): number {
    return this.#length
  }

  /** Bits of the last byte that are in use: 1 to 8. */
  get lastBits(): number {
    return this.#heldBits === 0 ? 8 : this.#heldBits
  }

  /** At most 16 bits at a time. */
  write(value: number, bitCount: number): void {
    this.#held = (this.#held << bitCount) | value
    this.#heldBits += bitCount
    if (this.#length + 4 > this.#bytes.length) this.#grow()
    while (this.#heldBits >= 8) {
      this.#heldBits -= 8
      this.#bytes[this.#length++] = this.#held >>> this.#heldBits
    }
  }

  /** Everything so far, filled up to a whole byte; the next bit begins a new one. */
  take(): Uint8Array {
    if (this.#heldBits > 0) this.write(0, 8 - this.#heldBits)
    const taken = this.#bytes.slice(0, this.#length)
    this.#length = 0
    this.#held = 0
    return taken
  }

  #grow(): void {
    const larger = new Uint8Array(this.#bytes.length * 2)
    larger.set(this.#bytes)
    this.#bytes = larger
  }
}
