/** Reads Radiance HDR files (RGBE): https://radsite.lbl.gov/radiance/refer/filefmts.pdf */
import { JobFailure } from '../../process/job-failure.ts'
import { checkDecodedSize } from './decoded-image.ts'
import type { LinearPixels } from './tone-map.ts'

const maxHeaderBytes = 65_536
const [leastRunWidth, mostRunWidth] = [8, 32_767]

export function readHdr(file: Buffer, maxPixels: number): LinearPixels {
  const header = file.toString('latin1', 0, Math.min(file.length, maxHeaderBytes))
  // The only orientation that programs write: rows from top to bottom.
  const size = /\n-Y (\d{1,9}) \+X (\d{1,9})\n/.exec(header)
  if (size === null)
    throw new JobFailure(/\n[+-][XY] \d/.test(header) ? 'unsupported-variant' : 'file-damaged')
  if (/\nFORMAT=32-bit_rle_xyze/.test(header)) throw new JobFailure('unsupported-variant')
  const [height, width] = [Number(size[1]), Number(size[2])]
  checkDecodedSize(width, height, maxPixels)
  const rgbe = Buffer.alloc(width * height * 4)
  let at = size.index + size[0].length
  let rows = 0
  for (; rows < height && at < file.length; rows++) {
    at = readRow(file, at, rgbe.subarray(rows * width * 4, (rows + 1) * width * 4))
  }
  return {
    width,
    height,
    data: toLinear(rgbe),
    channels: 3,
    readShare: at > file.length ? rows / (height + 1) : rows / height,
  }
}

/** The offset behind the row, which is beyond the end of the file if it ends early. */
function readRow(file: Buffer, start: number, row: Buffer): number {
  const width = row.length / 4
  const isCompressed =
    width >= leastRunWidth &&
    width <= mostRunWidth &&
    file[start] === 2 &&
    file[start + 1] === 2 &&
    (file[start + 2] as number) * 256 + (file[start + 3] as number) === width
  return isCompressed ? readRuns(file, start + 4, row) : readPlain(file, start, row)
}

/** Each component of the row by itself, as runs and literals. */
function readRuns(file: Buffer, start: number, row: Buffer): number {
  let at = start
  for (let component = 0; component < 4; component++) at = readComponent(file, at, row, component)
  return at
}

function readComponent(file: Buffer, start: number, row: Buffer, component: number): number {
  let at = start
  for (let to = component; to < row.length; ) {
    const count = file[at++]
    if (count === undefined) return file.length + 1
    const isRun = count > 128
    const length = isRun ? count - 128 : count
    if (length === 0 || to + (length - 1) * 4 >= row.length) throw new JobFailure('file-damaged')
    for (let index = 0; index < length; index++, to += 4) row[to] = file[isRun ? at : at + index] ?? 0
    at += isRun ? 1 : length
  }
  return at
}

/** Whole pixels; 1, 1, 1 repeats the last one (the first version of the format). */
function readPlain(file: Buffer, start: number, row: Buffer): number {
  let at = start
  let shift = 0
  for (let to = 0; to < row.length; at += 4) {
    if (at + 4 > file.length) return file.length + 1
    const isRepeat = file[at] === 1 && file[at + 1] === 1 && file[at + 2] === 1 && to > 0
    if (!isRepeat) {
      file.copy(row, to, at, at + 4)
      to += 4
      shift = 0
      continue
    }
    const count = Math.min((file[at + 3] as number) * 2 ** shift, (row.length - to) / 4)
    for (let index = 0; index < count; index++, to += 4) row.copy(row, to, to - 4, to)
    shift += 8
  }
  return at
}

function toLinear(rgbe: Buffer): Float32Array {
  const data = new Float32Array((rgbe.length / 4) * 3)
  for (let from = 0, to = 0; from < rgbe.length; from += 4, to += 3) {
    const exponent = rgbe[from + 3] as number
    if (exponent === 0) continue
    const scale = 2 ** (exponent - 136)
    for (let channel = 0; channel < 3; channel++)
      data[to + channel] = ((rgbe[from + channel] as number) + 0.5) * scale
  }
  return data
}
