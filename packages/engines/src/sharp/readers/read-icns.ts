/** Reads Apple icons (ICNS): the largest image, which is a PNG, JPEG 2000 or packed channels. */
import { elementAt } from '../../element-at.ts'
import { JobFailure } from '../../process/job-failure.ts'
import type { DecodedPixels } from './decoded-image.ts'

/** Sides of the images by their type. */
const sides: Readonly<Record<string, number>> = {
  is32: 16,
  il32: 32,
  ih32: 48,
  it32: 128,
  ic04: 16,
  ic05: 32,
  icp4: 16,
  icp5: 32,
  icp6: 64,
  ic07: 128,
  ic08: 256,
  ic09: 512,
  ic10: 1024,
  ic11: 32,
  ic12: 64,
  ic13: 256,
  ic14: 512,
}

/** Opacity is beside the old types. */
const masks: Readonly<Record<string, string>> = { is32: 's8mk', il32: 'l8mk', ih32: 'h8mk', it32: 't8mk' }
const headerBytes = 8
const maxEntries = 1000

export interface EmbeddedIcon {
  readonly embedded: Buffer
  readonly format: 'png' | 'jp2'
}

interface Entry {
  readonly type: string
  readonly data: Buffer
}

export function readIcns(file: Buffer): DecodedPixels | EmbeddedIcon {
  const entries = readEntries(file)
  const [largest] = entries
    .filter(({ type }) => type in sides)
    .toSorted((one, other) => sideOf(other) - sideOf(one))
  if (largest === undefined) throw new JobFailure('file-damaged')
  const format = embeddedFormat(largest.data)
  if (format) return { embedded: largest.data, format }
  const mask = entries.find(({ type }) => type === masks[largest.type])?.data
  return readPacked(largest, mask)
}

function readEntries(file: Buffer): Entry[] {
  const entries: Entry[] = []
  let at = headerBytes
  while (at + headerBytes <= file.length && entries.length < maxEntries) {
    const length = file.readUInt32BE(at + 4)
    if (length < headerBytes) break
    entries.push({
      type: file.toString('latin1', at, at + 4),
      data: file.subarray(at + headerBytes, at + length),
    })
    at += length
  }
  return entries
}

function sideOf({ type }: Entry): number {
  return sides[type] ?? 0
}

function embeddedFormat(data: Buffer): EmbeddedIcon['format'] | undefined {
  const start = data.toString('latin1', 0, 8)
  if (start === '\x89PNG\r\n\x1a\n') return 'png'
  return start === '\0\0\0\x0cjP  ' || start.startsWith('\xff\x4f\xff\x51') ? 'jp2' : undefined
}

/** Red, green and blue one after the other, in runs; the new types have opacity first. */
function readPacked(entry: Entry, mask: Buffer | undefined): DecodedPixels {
  const side = sideOf(entry)
  const count = side * side
  const isArgb = entry.data.toString('latin1', 0, 4) === 'ARGB'
  const isPadded = entry.type === 'it32'
  const planes = isArgb ? [3, 0, 1, 2] : [0, 1, 2]
  const data = new Uint8Array(count * 4).fill(255)
  const start = isArgb || isPadded ? 4 : 0
  const unpacked = unpack(entry.data.subarray(start), count * planes.length)
  unpacked.bytes.forEach((byte, at) => {
    data[(at % count) * 4 + elementAt(planes, Math.floor(at / count))] = byte
  })
  if (mask) for (let at = 0; at < count; at++) data[at * 4 + 3] = mask[at] ?? 255
  return { width: side, height: side, data, channels: 4, readShare: unpacked.read / unpacked.bytes.length }
}

/** From 128 on a repeated byte, below that literals. */
function unpack(packed: Buffer, length: number) {
  const bytes = new Uint8Array(length)
  let [at, to] = [0, 0]
  while (to < length && at < packed.length) {
    const tag = packed[at++] as number
    const count = tag >= 128 ? tag - 125 : tag + 1
    if (tag >= 128) bytes.fill(packed[at++] ?? 0, to, Math.min(length, to + count))
    else {
      bytes.set(packed.subarray(at, at + Math.min(count, length - to)), to)
      at += count
    }
    to += count
  }
  return { bytes, read: Math.min(to, length) }
}
