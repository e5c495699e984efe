/** Writes Netpbm files: PPM and PGM with 8 or 16 bits, PBM with black and white dots. */

interface PnmImage {
  /** Rows from top to bottom: RGB for PPM, gray for the others. */
  readonly data: Uint8Array | Uint16Array
  readonly width: number
  readonly height: number
}

export function writePnm(kind: 'P5' | 'P6', { data, width, height }: PnmImage): Buffer {
  const is16Bit = data instanceof Uint16Array
  const header = Buffer.from(`${kind}\n${width} ${height}\n${is16Bit ? 65_535 : 255}\n`, 'latin1')
  const samples = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  // Two bytes of a sample are big-endian.
  return Buffer.concat([header, is16Bit ? Buffer.from(samples).swap16() : samples])
}

/** Spreads the error of each dot over its neighbors (Floyd and Steinberg). */
export function writePbm({ data, width, height }: PnmImage): Buffer {
  const rowBytes = Math.ceil(width / 8)
  const dots = Buffer.alloc(rowBytes * height)
  // A column more on each side, so that no neighbor needs a check.
  let errors = new Float32Array(width + 2)
  for (let y = 0; y < height; y++) {
    const next = new Float32Array(width + 2)
    for (let x = 0; x < width; x++) {
      const value = (data[y * width + x] as number) + (errors[x + 1] as number)
      const isBlack = value < 128
      const at = y * rowBytes + (x >> 3)
      if (isBlack) dots[at] = (dots[at] as number) | (0x80 >> (x & 7))
      const error = value - (isBlack ? 0 : 255)
      add(errors, x + 2, (error * 7) / 16)
      add(next, x, (error * 3) / 16)
      add(next, x + 1, (error * 5) / 16)
      add(next, x + 2, error / 16)
    }
    errors = next
  }
  return Buffer.concat([Buffer.from(`P4\n${width} ${height}\n`, 'latin1'), dots])
}

function add(errors: Float32Array, at: number, error: number): void {
  errors[at] = (errors[at] as number) + error
}
