/** Separable resampling, first along rows, then along columns. Keeps only the rows that are needed at a time. */
import type { RowKernel } from './kernels.ts'
import { emptyPixels, isOpaque, type Pixels } from './pixels.ts'

const rowsPerReport = 32

/** Yields the fraction that is done. */
export function* mixPixels(source: Pixels, across: RowKernel, down: RowKernel): Generator<number, Pixels> {
  const mixed = emptyPixels(across.starts.length, down.starts.length)
  const isPlain = isOpaque(source)
  const channels = isPlain ? 3 : 4
  const length = mixed.width * channels
  const mixRow = isPlain ? mixOpaqueRow : createTransparentMixer(source.width)
  /** Ring buffer of rows that are already resampled: a target row needs at most `taps` of them. */
  const ring = Array.from({ length: down.taps }, () => ({ row: -1, values: new Float64Array(length) }))
  const rowAt = (row: number) => {
    const slot = ring[row % down.taps] as (typeof ring)[number]
    if (slot.row !== row) {
      mixRow(source, row, across, slot.values)
      slot.row = row
    }
    return slot.values
  }
  const sums = new Float64Array(length)
  for (let y = 0; y < mixed.height; y += 1) {
    const rows: Float64Array[] = []
    const shares: number[] = []
    for (let tap = 0; tap < down.taps; tap += 1) {
      const share = down.shares[y * down.taps + tap] as number
      if (share === 0) continue
      rows.push(rowAt(Math.min(source.height - 1, Math.max(0, (down.starts[y] as number) + tap))))
      shares.push(share)
    }
    addUp(rows, shares, sums)
    if (isPlain) writeOpaqueRow(sums, mixed.data, y * mixed.width * 4)
    else writeTransparentRow(sums, mixed.data, y * mixed.width * 4)
    if (y % rowsPerReport === 0) yield y / mixed.height
  }
  return mixed
}

/** Four rows at a time, because reading and writing the sums takes longer than adding. */
function addUp(rows: readonly Float64Array[], shares: readonly number[], sums: Float64Array): void {
  sums.fill(0)
  for (let tap = 0; tap < rows.length; tap += 4) {
    const first = rows[tap] as Float64Array
    // Missing rows get weight 0.
    const [second, third, fourth] = [rows[tap + 1] ?? first, rows[tap + 2] ?? first, rows[tap + 3] ?? first]
    const share1 = shares[tap] as number
    const share2 = shares[tap + 1] ?? 0
    const share3 = shares[tap + 2] ?? 0
    const share4 = shares[tap + 3] ?? 0
    for (let at = 0; at < sums.length; at += 1)
      sums[at] =
        (sums[at] as number) +
        share1 * (first[at] as number) +
        share2 * (second[at] as number) +
        share3 * (third[at] as number) +
        share4 * (fourth[at] as number)
  }
}

type MixRow = (source: Pixels, row: number, across: RowKernel, into: Float64Array) => void

const mixOpaqueRow: MixRow = ({ width, data }, row, { starts, taps, shares }, into) => {
  const first = row * width * 4
  for (let x = 0, share = 0, to = 0; x < starts.length; x += 1, to += 3) {
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
    into[to] = red
    into[to + 1] = green
    into[to + 2] = blue
  }
}

/** Premultiplied colors: values from 0 to 255 times the opacity from 0 to 1. */
function createTransparentMixer(width: number): MixRow {
  const line = new Float64Array(width * 4)
  return ({ data }, row, { starts, taps, shares }, into) => {
    weighByOpacity(data, row * width * 4, line)
    for (let x = 0, share = 0, to = 0; x < starts.length; x += 1, to += 4) {
      const start = starts[x] as number
      const isInside = start >= 0 && start + taps <= width
      let red = 0
      let green = 0
      let blue = 0
      let opacity = 0
      for (let tap = 0; tap < taps; tap += 1, share += 1) {
        const at = 4 * (isInside ? start + tap : Math.min(width - 1, Math.max(0, start + tap)))
        const weight = shares[share] as number
        red += weight * (line[at] as number)
        green += weight * (line[at + 1] as number)
        blue += weight * (line[at + 2] as number)
        opacity += weight * (line[at + 3] as number)
      }
      into[to] = red
      into[to + 1] = green
      into[to + 2] = blue
      into[to + 3] = opacity
    }
  }
}

function weighByOpacity(data: Uint8ClampedArray, first: number, line: Float64Array): void {
  for (let at = 0; at < line.length; at += 4) {
    const opacity = (data[first + at + 3] as number) / 255
    line[at] = opacity * (data[first + at] as number)
    line[at + 1] = opacity * (data[first + at + 1] as number)
    line[at + 2] = opacity * (data[first + at + 2] as number)
    line[at + 3] = opacity
  }
}

function writeOpaqueRow(sums: Float64Array, data: Uint8ClampedArray, first: number): void {
  for (let at = 0, to = first; at < sums.length; at += 3, to += 4) {
    data[to] = sums[at] as number
    data[to + 1] = sums[at + 1] as number
    data[to + 2] = sums[at + 2] as number
    data[to + 3] = 255
  }
}

function writeTransparentRow(sums: Float64Array, data: Uint8ClampedArray, first: number): void {
  for (let at = 0; at < sums.length; at += 4) {
    const opacity = sums[at + 3] as number
    const scale = opacity > 0 ? 1 / opacity : 0
    data[first + at] = (sums[at] as number) * scale
    data[first + at + 1] = (sums[at + 1] as number) * scale
    data[first + at + 2] = (sums[at + 2] as number) * scale
    data[first + at + 3] = opacity * 255
  }
}
