/** Writes black and white pixels as JBIG2 (ITU-T T.88): one generic region without loss, as PDF embeds it. */

/** Annex E, table E.1: probability, states after the more and the less probable symbol, and whether they change roles. */
const states =
  `5601 1 1 1/3401 2 6 0/1801 3 9 0/0AC1 4 12 0/0521 5 29 0/0221 38 33 0/5601 7 6 1/5401 8 14 0/4801 9 14 0
3801 10 14 0/3001 11 17 0/2401 12 18 0/1C01 13 20 0/1601 29 21 0/5601 15 14 1/5401 16 14 0/5101 17 15 0/4801 18 16 0
3801 19 17 0/3401 20 18 0/3001 21 19 0/2801 22 19 0/2401 23 20 0/2201 24 21 0/1C01 25 22 0/1801 26 23 0/1601 27 24 0
1401 28 25 0/1201 29 26 0/1101 30 27 0/0AC1 31 28 0/09C1 32 29 0/08A1 33 30 0/0521 34 31 0/0441 35 32 0/02A1 36 33 0
0221 37 34 0/0141 38 35 0/0111 39 36 0/0085 40 37 0/0049 41 38 0/0025 42 39 0/0015 43 40 0/0009 44 41 0/0005 45 42 0
0001 45 43 0/5601 46 46 0`
    .split(/[/\n]/)
    .map(row => row.split(' '))
const probabilities = Uint16Array.from(states, ([probability = '']) => Number.parseInt(probability, 16))
const nextAfterMore = Uint8Array.from(states, ([, more]) => Number(more))
const nextAfterLess = Uint8Array.from(states, ([, , less]) => Number(less))
const isSwitched = Uint8Array.from(states, ([, , , switched]) => Number(switched))

const segmentTypes = { pageInformation: 48, immediateGenericRegion: 38 }
/** Of template 0: the pixels that a program may choose, at their usual places. */
const adaptivePixels = [3, -1, -3, -1, 2, -2, -2, -2]
const contexts = 1 << 16

/** One byte for each pixel, below 128 is black. */
export function writeJbig2(pixels: Uint8Array, width: number, height: number): Buffer {
  const page = Buffer.alloc(19)
  page.writeUInt32BE(width, 0)
  page.writeUInt32BE(height, 4)
  const region = Buffer.alloc(18)
  region.writeUInt32BE(width, 0)
  region.writeUInt32BE(height, 4)
  const coded = encodeRegion(pixels, width, height)
  return Buffer.concat([
    segment(0, segmentTypes.pageInformation, page),
    segment(
      1,
      segmentTypes.immediateGenericRegion,
      Buffer.concat([region, Buffer.from(Int8Array.from(adaptivePixels).buffer), coded]),
    ),
  ])
}

function segment(number: number, type: number, data: Buffer): Buffer {
  const header = Buffer.alloc(11)
  header.writeUInt32BE(number, 0)
  header.writeUInt8(type, 4)
  // No segments that it refers to; page 1.
  header.writeUInt8(1, 6)
  header.writeUInt32BE(data.length, 7)
  return Buffer.concat([header, data])
}

function encodeRegion(pixels: Uint8Array, width: number, height: number): Buffer {
  const encoder = new ArithmeticEncoder()
  // With a margin of white around the image.
  const stride = width + 8
  const bits = new Uint8Array(stride * (height + 2))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      bits[(y + 2) * stride + x + 4] = (pixels[y * width + x] ?? 255) < 128 ? 1 : 0
  for (let y = 0; y < height; y++) {
    const row = (y + 2) * stride + 4
    const [above, twoAbove] = [row - stride, row - 2 * stride]
    // Figure 3 with the adaptive pixels where they continue the rows.
    let left = 0
    let middle = ((bits[above] ?? 0) << 2) | ((bits[above + 1] ?? 0) << 1) | (bits[above + 2] ?? 0)
    let upper = ((bits[twoAbove] ?? 0) << 1) | (bits[twoAbove + 1] ?? 0)
    for (let x = 0; x < width; x++) {
      middle = ((middle << 1) | (bits[above + x + 3] ?? 0)) & 0x7f
      upper = ((upper << 1) | (bits[twoAbove + x + 2] ?? 0)) & 0x1f
      const bit = bits[row + x] ?? 0
      encoder.write((upper << 11) | (middle << 4) | left, bit)
      left = ((left << 1) | bit) & 0xf
    }
  }
  return encoder.end()
}

/** Annex E.2, as in the standard: A is the interval, C its base with the bits that wait to be written. */
class ArithmeticEncoder {
  readonly #indices = new Uint8Array(contexts)
  readonly #moreProbable = new Uint8Array(contexts)
  #bytes = Buffer.alloc(1 << 16)
  #length = 0
  #a = 0x8000
  #c = 0
  #count = 12
  /** Written once it is known that nothing carries into it. */
  #pending = -1

  write(context: number, bit: number): void {
    const index = this.#indices[context] ?? 0
    const probability = probabilities[index] ?? 0
    const more = this.#moreProbable[context] ?? 0
    this.#a -= probability
    if (bit === more) {
      if (this.#a >= 0x8000) {
        this.#c += probability
        return
      }
      if (this.#a < probability) this.#a = probability
      else this.#c += probability
      this.#indices[context] = nextAfterMore[index] ?? 0
    } else {
      if (this.#a < probability) this.#c += probability
      else this.#a = probability
      if (isSwitched[index] === 1) this.#moreProbable[context] = 1 - more
      this.#indices[context] = nextAfterLess[index] ?? 0
    }
    do {
      this.#a *= 2
      this.#c *= 2
      if (--this.#count === 0) this.#writeByte()
    } while (this.#a < 0x8000)
  }

  end(): Buffer {
    const limit = this.#c + this.#a
    this.#c = Math.floor(this.#c / 0x10000) * 0x10000 + 0xffff
    if (this.#c >= limit) this.#c -= 0x8000
    for (let flush = 0; flush < 2; flush++) {
      this.#c *= 2 ** this.#count
      this.#writeByte()
    }
    this.#push(this.#pending)
    if (this.#pending !== 0xff) this.#push(0xff)
    this.#push(0xac)
    return this.#bytes.subarray(0, this.#length)
  }

  #writeByte(): void {
    if (this.#pending !== 0xff && this.#c >= 0x8000000) {
      this.#pending++
      this.#c -= 0x8000000
    }
    this.#push(this.#pending)
    // A bit is left out after 0xff, so that a carry stops there.
    const shift = this.#pending === 0xff ? 20 : 19
    this.#pending = Math.floor(this.#c / 2 ** shift)
    this.#c %= 2 ** shift
    this.#count = shift === 20 ? 7 : 8
  }

  #push(byte: number): void {
    if (byte < 0) return
    if (this.#length === this.#bytes.length)
      this.#bytes = Buffer.concat([this.#bytes, Buffer.alloc(this.#bytes.length)])
    this.#bytes[this.#length++] = byte
  }
}
