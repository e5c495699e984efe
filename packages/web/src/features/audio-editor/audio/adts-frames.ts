/** Locates the frames of a raw AAC (ADTS) stream, and builds ADTS headers. */
import { openByteWindow } from './byte-window.ts'
import type { EncodedFrames } from './encoded-frames.ts'

export const adtsRatesHz: readonly number[] = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
]

/** AAC overlaps consecutive frames; with spectral band replication the decoder needs a few more to settle. */
export const aacPrerollFrames = 6

const samplesPerFrame = 1024

export async function findAdtsFrames(file: Blob): Promise<EncodedFrames | undefined> {
  const bytes = openByteWindow(file)
  const offsets: number[] = []
  const sizes: number[] = []
  let sampleRateHz: number | undefined
  let offset = 0
  while (offset + 7 <= bytes.sizeBytes) {
    const header = readHeader(await bytes.at(offset, 7))
    if (!header || (sampleRateHz ?? header.sampleRateHz) !== header.sampleRateHz) break
    sampleRateHz = header.sampleRateHz
    offsets.push(offset)
    sizes.push(header.sizeBytes)
    offset += header.sizeBytes
  }
  if (sampleRateHz === undefined || offsets.length < 2) return undefined
  return {
    offsets,
    sizes,
    samplesPerFrame,
    sampleRateHz,
    leadSamples: 0,
    tailSamples: 0,
    prerollFrames: aacPrerollFrames,
  }
}

function readHeader([first = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0]: Uint8Array) {
  const sizeBytes = ((fourth & 3) << 11) | (fifth << 3) | (sixth >> 5)
  const sampleRateHz = adtsRatesHz[(third >> 2) & 15]
  if (first !== 0xff || (second & 0xf6) !== 0xf0 || sizeBytes < 8 || !sampleRateHz) return undefined
  return { sizeBytes, sampleRateHz }
}

/** The ADTS header that makes a frame extracted from its container decodable. */
export function adtsHeader(objectType: number, sampleRateHz: number, channels: number, sizeBytes: number) {
  const rateIndex = adtsRatesHz.indexOf(sampleRateHz)
  const total = sizeBytes + 7
  return Uint8Array.of(
    0xff,
    0xf1,
    ((objectType - 1) << 6) | (rateIndex << 2) | (channels >> 2),
    ((channels & 3) << 6) | (total >> 11),
    (total >> 3) & 0xff,
    ((total & 7) << 5) | 0x1f,
    0xfc,
  )
}
