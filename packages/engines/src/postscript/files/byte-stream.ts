/** Bytes that are read one by one: the file itself, a string, or a filter on another stream. */
export abstract class ByteStream {
  protected bytes: Uint8Array = new Uint8Array(0)
  protected at = 0
  isClosed = false

  /** Sets `bytes` and `at` to what follows; false at the end. */
  protected abstract fill(): boolean

  /** -1 at the end. */
  read(): number {
    if (this.at >= this.bytes.length && !this.refill()) return -1
    return this.bytes[this.at++] as number
  }

  peek(): number {
    if (this.at >= this.bytes.length && !this.refill()) return -1
    return this.bytes[this.at] as number
  }

  /** The byte that was read last is read again. */
  unread(): void {
    if (this.at > 0) this.at--
  }

  /** As many as there are, up to the length of the target; returns the count. */
  readInto(target: Uint8Array): number {
    let count = 0
    while (count < target.length) {
      if (this.at >= this.bytes.length && !this.refill()) break
      const part = this.bytes.subarray(this.at, this.at + target.length - count)
      target.set(part, count)
      count += part.length
      this.at += part.length
    }
    return count
  }

  /** Everything up to the end, or to a limit. */
  readAll(maxBytes: number): Uint8Array {
    const parts: Uint8Array[] = []
    let total = 0
    while (total < maxBytes) {
      if (this.at >= this.bytes.length && !this.refill()) break
      const part = this.bytes.slice(this.at, this.at + maxBytes - total)
      parts.push(part)
      total += part.length
      this.at += part.length
    }
    return Buffer.concat(parts, total)
  }

  /** Bytes that can be read without another step of decoding. */
  get available(): number {
    return this.bytes.length - this.at
  }

  close(): void {
    this.isClosed = true
    this.bytes = new Uint8Array(0)
    this.at = 0
  }

  private refill(): boolean {
    if (this.isClosed) return false
    return this.fill() && this.at < this.bytes.length
  }
}

/** Bytes in memory. */
export class MemoryStream extends ByteStream {
  constructor(bytes: Uint8Array) {
    super()
    this.bytes = bytes
  }

  protected fill(): boolean {
    return false
  }

  get position(): number {
    return this.at
  }

  set position(at: number) {
    this.at = Math.min(Math.max(0, at), this.bytes.length)
  }

  /** What is left, without reading it. */
  get rest(): Uint8Array {
    return this.bytes.subarray(this.at)
  }
}
