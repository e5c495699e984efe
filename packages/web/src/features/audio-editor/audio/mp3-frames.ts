/** Locates the frames of an MP3 file, and reads encoder delay and padding from its Xing/LAME header. */
import { type ByteWindow, openByteWindow } from './byte-window.ts'
import type { EncodedFrames } from './encoded-frames.ts'

const mpeg1BitratesKbps = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const mpeg2BitratesKbps = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const ratesHz = [44_100, 48_000, 32_000]

/** Delay of an MP3 decoder in samples. */
const decoderDelay = 529
/** The bit reservoir may start up to 511 bytes before a frame; at the lowest bitrates that spans many frames. */
const prerollFrames = 24
/** Maximum gap between frames: tags may be in between, and at the end. */
const searchBytes = 128 * 1024

interface Mp3Header {
  readonly sizeBytes: number
  readonly sampleRateHz: number
  readonly samplesPerFrame: number
  /** Offset of the Xing/Info header within the frame. */
  readonly tagOffset: number
}

/** Undefined unless the file is an MP3 with a constant sample rate. */
export async function findMp3Frames(file: Blob): Promise<EncodedFrames | undefined> {
  const bytes = openByteWindow(file)
  let offset = await findSync(bytes, await skipTags(bytes))
  const first = offset === undefined ? undefined : readHeader(await bytes.at(offset, 4))
  if (offset === undefined || !first) return undefined
  const padding = readPadding(await bytes.at(offset, first.sizeBytes), first.tagOffset)
  if (padding) offset += first.sizeBytes

  const offsets: number[] = []
  const sizes: number[] = []
  while (offset !== undefined && offset < bytes.sizeBytes) {
    const header = readHeader(await bytes.at(offset, 4))
    if (!header) {
      offset = await findSync(bytes, offset + 1)
      continue
    }
    if (header.sampleRateHz !== first.sampleRateHz) return undefined
    offsets.push(offset)
    sizes.push(header.sizeBytes)
    offset += header.sizeBytes
  }
  if (offsets.length === 0) return undefined
  return {
    offsets,
    sizes,
    samplesPerFrame: first.samplesPerFrame,
    sampleRateHz: first.sampleRateHz,
    leadSamples: padding?.isKnown ? padding.startSamples + decoderDelay : 0,
    tailSamples: padding?.isKnown ? Math.max(0, padding.endSamples - decoderDelay) : 0,
    prerollFrames,
  }
}

function readHeader([first = 0, second = 0, third = 0, fourth = 0]: Uint8Array): Mp3Header | undefined {
  const version = (second >> 3) & 3
  const isLayer3 = ((second >> 1) & 3) === 1
  if (first !== 0xff || (second & 0xe0) !== 0xe0 || version === 1 || !isLayer3) return undefined
  const isVersion1 = version === 3
  const kbps = (isVersion1 ? mpeg1BitratesKbps : mpeg2BitratesKbps)[third >> 4]
  const rateHz = ratesHz[(third >> 2) & 3]
  if (!kbps || !rateHz) return undefined
  const sampleRateHz = rateHz / { 3: 1, 2: 2, 0: 4 }[version as 0 | 2 | 3]
  const samplesPerFrame = isVersion1 ? 1152 : 576
  const isMono = fourth >> 6 === 3
  return {
    sizeBytes: Math.floor(((samplesPerFrame / 8) * kbps * 1000) / sampleRateHz) + ((third >> 1) & 1),
    sampleRateHz,
    samplesPerFrame,
    tagOffset: 4 + (isVersion1 ? (isMono ? 17 : 32) : isMono ? 9 : 17),
  }
}

/** Reads the Xing, Info or VBRI header frame, which contains no audio. */
function readPadding(frame: Uint8Array, tagOffset: number) {
  const name = textOf(frame, tagOffset, 4)
  if (textOf(frame, 36, 4) === 'VBRI') return { isKnown: false, startSamples: 0, endSamples: 0 }
  if (name !== 'Xing' && name !== 'Info') return undefined
  const flags = frame[tagOffset + 7] ?? 0
  const skipped = [4, 4, 100, 4].reduce((total, size, bit) => total + (flags & (1 << bit) ? size : 0), 0)
  const encoderOffset = tagOffset + 8 + skipped
  const [high = 0, middle = 0, low = 0] = frame.subarray(encoderOffset + 21, encoderOffset + 24)
  return {
    isKnown: /^(?:LAME|Lavf|Lavc)/.test(textOf(frame, encoderOffset, 4)),
    startSamples: (high << 4) | (middle >> 4),
    endSamples: ((middle & 15) << 8) | low,
  }
}

async function skipTags(bytes: ByteWindow): Promise<number> {
  let offset = 0
  for (;;) {
    const head = await bytes.at(offset, 10)
    if (textOf(head, 0, 3) !== 'ID3') return offset
    const size = head.subarray(6, 10).reduce((total, byte) => (total << 7) | (byte & 127), 0)
    offset += 10 + size + ((head[5] ?? 0) & 0x10 ? 10 : 0)
  }
}

/** Accepts a frame header only if another one follows its frame: the sync word alone also occurs within audio data. */
async function findSync(bytes: ByteWindow, from: number): Promise<number | undefined> {
  const end = Math.min(bytes.sizeBytes - 4, from + searchBytes)
  for (let offset = from; offset <= end; offset += 1) {
    const header = readHeader(await bytes.at(offset, 4))
    const next = header && offset + header.sizeBytes
    if (next !== undefined && (next >= bytes.sizeBytes || readHeader(await bytes.at(next, 4)))) return offset
  }
  return undefined
}

function textOf(bytes: Uint8Array, offset: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + length))
}
