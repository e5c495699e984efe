/** Mixes new pixels of old ones, first along rows, then along columns. Only the rows that are needed are held at a time. */
import type { RowKernel } from './kernels.ts'
import { emptyPixels, isOpaque, type Pixels } from './pixels.ts'

const rowsPerReport = 32

/** Yields the share that is done. */
export function* mixPixels(source: Pixels, across: RowKernel, down: RowKernel): Generator<number, Pixels> {
  const mixed = emptyPixels(across.starts.length, down.starts.length)
  const mixRow = isOpaque(source) ? mixOpaqueRow : mixSeeThroughRow
  const length = mixed.width * 4
  /** Rows already mixed across, in a ring: no new row needs more than `taps` of them at once. */
  const ring = Array.from({ length: down.taps }, () => ({ row: -1, values: new Float32Array(length) }))
  const rowAt = (row: number) => {
    const slot = ring[row % down.taps] as (typeof ring)[number]
    if (slot.row !== row) {
      mixRow(source, row, across, slot.values)
      slot.row = row
    }
    return slot.values
  }
  const sums = new Float32Array(length)
  for (let y = 0; y < mixed.height; y += 1) {
    sums.fill(0)
    for (let tap = 0; tap < down.taps; tap += 1) {
      const share = down.shares[y * down.taps + tap] as number
      if (share === 0) continue
      const row = Math.min(source.height - 1, Math.max(0, (down.starts[y] as number) + tap))
      const values = rowAt(row)
      for (let at = 0; at < length; at += 1) sums[at] = (sums[at] as number) + share * (values[at] as number)
    }
    writeRow(sums, mixed.data, y * length)
    if (y % rowsPerReport === 0) yield y / mixed.height
  }
  return mixed
}

type MixRow = (source: Pixels, row: number, across: RowKernel, into: Float32Array) => void

/** Colours as far as they are opaque, with values from 0 to 255 times the opacity from 0 to 1. */
const mixSeeThroughRow: MixRow = ({ width, data }, row, { starts, taps, shares }, into) => {
  const first = row * width * 4
  for (let x = 0, share = 0; x < starts.length; x += 1) {
    let [red, green, blue, opacity] = [0, 0, 0, 0]
    for (let tap = 0; tap < taps; tap += 1, share += 1) {
      const column = Math.min(width - 1, Math.max(0, (starts[x] as number) + tap))
      const at = first + column * 4
      const weight = ((shares[share] as number) * (data[at + 3] as number)) / 255
      red += weight * (data[at] as number)
      green += weight * (data[at + 1] as number)
      blue += weight * (data[at + 2] as number)
      opacity += weight
    }
    into[x * 4] = red
    into[x * 4 + 1] = green
    into[x * 4 + 2] = blue
    into[x * 4 + 3] = opacity
  }
}

const mixOpaqueRow: MixRow = ({ width, data }, row, { starts, taps, shares }, into) => {
  const first = row * width * 4
  for (let x = 0, share = 0; x < starts.length; x += 1) {
    const start = starts[x] as number
    let red = 0
    let green = 0
    let blue = 0
    if (start >= 0 && start + taps <= width) {
      for (let at = first + start * 4, end = at + taps * 4; at < end; at += 4, share += 1) {
        const weight = shares[share] as number
        red += weight * (data[at] as number)
        green += weight * (data[at + 1] as number)
        blue += weight * (data[at + 2] as number)
      }
    } else {
      for (let tap = 0; tap < taps; tap += 1, share += 1) {
        const at = first + Math.min(width - 1, Math.max(0, start + tap)) * 4
        const weight = shares[share] as number
        red += weight * (data[at] as number)
        green += weight * (data[at + 1] as number)
        blue += weight * (data[at + 2] as number)
      }
    }
    into[x * 4] = red
    into[x * 4 + 1] = green
    into[x * 4 + 2] = blue
    into[x * 4 + 3] = 1
  }
}

function writeRow(sums: Float32Array, data: Uint8ClampedArray, first: number): void {
  for (let at = 0; at < sums.length; at += 4) {
    const opacity = sums[at + 3] as number
    const scale = opacity > 0 ? 1 / opacity : 0
    data[first + at] = (sums[at] as number) * scale
    data[first + at + 1] = (sums[at + 1] as number) * scale
    data[first + at + 2] = (sums[at + 2] as number) * scale
    data[first + at + 3] = opacity * 255
  }
}
