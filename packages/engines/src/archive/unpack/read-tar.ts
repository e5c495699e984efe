/** Reads the TAR stream that bsdtar writes: GNU headers with long names, and the bytes of each entry. */

/** Numbers in TAR headers: octal digits, or binary where the first bit is set. */

const binaryMark = 0x80

function tarNumber(field: Buffer): number {
  const [first = 0] = field
  if ((first & binaryMark) === 0) return Number.parseInt(field.toString('latin1').trim(), 8) || 0
  // Times before 1970 are negative.
  if ((first & 0x40) !== 0) return 0
  return field.subarray(1).reduce((value, byte) => value * 256 + byte, 0)
}

export interface TarEntryHeader {
  readonly name: Buffer
  /** '0' is a file, '5' a folder; all others are links and devices. */
  readonly type: string
  readonly sizeBytes: number
  readonly modifiedAtMs: number
}

export interface TarListener {
  onEntry(header: TarEntryHeader): Promise<void>
  onData(bytes: Buffer): Promise<void>
  onEntryEnd(): Promise<void>
}

const blockBytes = 512
const maxNameBytes = 64 * 1024

/** False if the stream ends within an entry. */
export async function readTar(stream: AsyncIterable<Buffer>, listener: TarListener): Promise<boolean> {
  const source = new BlockSource(stream)
  let longName: Buffer | undefined
  for (;;) {
    const header = await source.take(blockBytes)
    if (header === undefined) return source.isAtBoundary
    if (header.every(byte => byte === 0)) return drain(source)
    const { type, sizeBytes } = headerOf(header)
    if (isLongName(type)) {
      const text = await source.takePadded(Math.min(sizeBytes, maxNameBytes))
      if (text === undefined) return false
      if (type === 'L') longName = untilZero(text)
      continue
    }
    await listener.onEntry({ ...headerOf(header), ...(longName && { name: longName }) })
    longName = undefined
    if (!(await source.pipe(sizeBytes, bytes => listener.onData(bytes)))) return false
    await listener.onEntryEnd()
    if ((await source.take(paddingAfter(sizeBytes))) === undefined) return false
  }
}

function paddingAfter(sizeBytes: number): number {
  return (blockBytes - (sizeBytes % blockBytes)) % blockBytes
}

function headerOf(header: Buffer): TarEntryHeader {
  return {
    name: untilZero(header.subarray(0, 100)),
    type: String.fromCharCode(header[156] || 0x30),
    sizeBytes: tarNumber(header.subarray(124, 136)),
    modifiedAtMs: tarNumber(header.subarray(136, 148)) * 1000,
  }
}

/** Of the next entry, or of what its link points to. */
function isLongName(type: string): boolean {
  return type === 'L' || type === 'K'
}

async function drain(source: BlockSource): Promise<true> {
  while ((await source.take(blockBytes)) !== undefined);
  return true
}

function untilZero(bytes: Buffer): Buffer {
  const end = bytes.indexOf(0)
  return end < 0 ? bytes : bytes.subarray(0, end)
}

class BlockSource {
  readonly #chunks: AsyncIterator<Buffer>
  #left: Buffer = Buffer.alloc(0)

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]()
  }

  get isAtBoundary(): boolean {
    return this.#left.length === 0
  }

  /** Undefined if fewer bytes are left. */
  async take(count: number): Promise<Buffer | undefined> {
    while (this.#left.length < count) if (!(await this.#more())) return undefined
    const taken = this.#left.subarray(0, count)
    this.#left = this.#left.subarray(count)
    return taken
  }

  async takePadded(count: number): Promise<Buffer | undefined> {
    return (await this.take(count + paddingAfter(count)))?.subarray(0, count)
  }

  async pipe(count: number, write: (bytes: Buffer) => Promise<void>): Promise<boolean> {
    for (let left = count; left > 0; ) {
      if (this.#left.length === 0 && !(await this.#more())) return false
      const bytes = this.#left.subarray(0, left)
      this.#left = this.#left.subarray(bytes.length)
      left -= bytes.length
      await write(bytes)
    }
    return true
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#chunks.next()
    if (done) return false
    this.#left = this.#left.length === 0 ? value : Buffer.concat([this.#left, value])
    return true
  }
}
