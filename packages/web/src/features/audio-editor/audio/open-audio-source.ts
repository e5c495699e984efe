/** Opens an audio file: decoded as a whole when it is short, chunk by chunk when it is long. */
import { findAdtsFrames } from './adts-frames.ts'
import { type AudioSource, cutBuffer, decodeAt, UnreadableAudio } from './audio-source.ts'
import { type ByteWindow, openByteWindow } from './byte-window.ts'
import { type EncodedFrames, frameRangeFor, framesLength } from './encoded-frames.ts'
import { findM4aFrames } from './m4a-frames.ts'

const mpeg1BitratesKbps = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]

const mpeg2BitratesKbps = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]

const ratesHz = [44_100, 48_000, 32_000]

/** Delay of an MP3 decoder in samples. */
const decoderDelay = 529

/** The bit reservoir may start up to 511 bytes before a frame; at the lowest bitrates that spans many frames. */
const prerollFrames = 24

/** Maximum gap between frames: tags may be in between, and at the end. */
const searchBytes = 128 * 1024

/** Formats with a constant sample size: PCM, IEEE float, A-law, mu-law, WAVE_FORMAT_EXTENSIBLE. */
const plainFormats = [1, 3, 6, 7, 0xfffe]

/** A minute of decoded stereo takes 20 MB; a phone can hold this much. */
const chunkedAboveSeconds = 300
/** Limit for formats that can only be decoded as a whole. */
const maxDecodedSeconds = 1500
const defaultSampleRateHz = 48_000
/** Limit for files whose duration is unknown. */
const maxUnknownDurationBytes = 24 * 1024 * 1024

export async function openAudioSource(file: Blob): Promise<AudioSource> {
  const source = await openChunked(file)
  if (source && source.lengthSamples / source.sampleRateHz > chunkedAboveSeconds) {
    const probe = await source.read(0, source.sampleRateHz).catch(() => undefined)
    if (probe) return source
  }
  const seconds = await probeDuration(file)
  const isTooLong = seconds === undefined ? file.size > maxUnknownDurationBytes : seconds > maxDecodedSeconds
  if (isTooLong) throw new UnreadableAudio(seconds === undefined ? 'undecodable' : 'too-long')
  return await openWhole(file, source?.sampleRateHz ?? defaultSampleRateHz)
}

async function openChunked(file: Blob): Promise<AudioSource | undefined> {
  const head = new Uint8Array(await file.slice(0, 12).arrayBuffer())
  const text = String.fromCharCode(...head)
  if (text.startsWith('RIFF')) return await openWavSource(file)
  const frames = text.startsWith('ftyp', 4)
    ? await findM4aFrames(file)
    : ((await findAdtsFrames(file)) ?? (looksLikeMp3(head, text) ? await findMp3Frames(file) : undefined))
  return frames && framesLength(frames) > 0 ? createFramesSource(file, frames) : undefined
}

function looksLikeMp3([first, second = 0]: Uint8Array, text: string): boolean {
  return text.startsWith('ID3') || (first === 0xff && (second & 0xe0) === 0xe0)
}

async function openWhole(file: Blob, sampleRateHz: number): Promise<AudioSource> {
  try {
    const buffer = await decodeAt(sampleRateHz, await file.arrayBuffer())
    return {
      sampleRateHz: buffer.sampleRate,
      lengthSamples: buffer.length,
      read: async (from, to) => cutBuffer(buffer, from, to - from),
    }
  } catch (cause) {
    throw new UnreadableAudio('undecodable', { cause })
  }
}

/** Duration from an <audio> element, which reads the metadata only; undefined if unknown. */
function probeDuration(file: Blob): Promise<number | undefined> {
  const url = URL.createObjectURL(file)
  const player = new Audio()
  return new Promise<number | undefined>(resolve => {
    player.preload = 'metadata'
    player.onloadedmetadata = () => resolve(Number.isFinite(player.duration) ? player.duration : undefined)
    player.onerror = () => resolve(undefined)
    player.src = url
  }).finally(() => {
    player.removeAttribute('src')
    URL.revokeObjectURL(url)
  })
}

/** AudioSource over indexed frames: decodes only the frames of the requested range. */
function createFramesSource(file: Blob, frames: EncodedFrames): AudioSource {
  const { sampleRateHz, samplesPerFrame, offsets, sizes, frameHeader } = frames

  const bytesOf = async (firstFrame: number, endFrame: number): Promise<ArrayBuffer> => {
    const start = offsets[firstFrame] ?? 0
    const last = endFrame - 1
    const bytes = await file.slice(start, (offsets[last] ?? 0) + (sizes[last] ?? 0)).arrayBuffer()
    if (!frameHeader) return bytes
    const parts = offsets.slice(firstFrame, endFrame).flatMap((offset, index) => {
      const size = sizes[firstFrame + index] ?? 0
      return [frameHeader(size), new Uint8Array(bytes, offset - start, size)]
    })
    return await new Blob(parts).arrayBuffer()
  }

  return {
    sampleRateHz,
    lengthSamples: framesLength(frames),
    async read(fromSample, toSample) {
      const { firstFrame, endFrame, skipSamples } = frameRangeFor(frames, fromSample, toSample)
      const buffer = await decodeAt(sampleRateHz, await bytesOf(firstFrame, endFrame))
      // Some decoders drop samples at the start while they have no previous frame, so align by the end.
      const missing = (endFrame - firstFrame) * samplesPerFrame - buffer.length
      return cutBuffer(buffer, skipSamples - Math.max(0, missing), toSample - fromSample)
    },
  }
}

/** Undefined if it is not a WAV file, or its samples have no constant size. */
async function openWavSource(file: Blob): Promise<AudioSource | undefined> {
  const layout = await readLayout(file)
  if (!layout) return undefined
  const { format, dataOffset, dataBytes, sampleRateHz, frameBytes } = layout
  return {
    sampleRateHz,
    lengthSamples: Math.floor(dataBytes / frameBytes),
    async read(fromSample, toSample) {
      const samples = file.slice(dataOffset + fromSample * frameBytes, dataOffset + toSample * frameBytes)
      const part = new Blob([...wavHeader(format, samples.size), samples])
      const buffer = await decodeAt(sampleRateHz, await part.arrayBuffer())
      return buffer.length === toSample - fromSample ? buffer : cutBuffer(buffer, 0, toSample - fromSample)
    },
  }
}

async function readLayout(file: Blob) {
  const bytes = openByteWindow(file)
  if (tagAt(await bytes.at(0, 12), 0) !== 'RIFF' || tagAt(await bytes.at(0, 12), 8) !== 'WAVE')
    return undefined
  let format: Uint8Array<ArrayBuffer> | undefined
  for (let offset = 12; offset + 8 <= file.size; ) {
    const head = await bytes.at(offset, 8)
    const sizeBytes = viewOf(head).getUint32(4, true)
    if (tagAt(head, 0) === 'fmt ') format = Uint8Array.from(await bytes.at(offset + 8, sizeBytes))
    if (tagAt(head, 0) === 'data') return format && layoutOf(format, offset + 8, sizeBytes, file.size)
    offset += 8 + sizeBytes + (sizeBytes % 2)
  }
  return undefined
}

function layoutOf(format: Uint8Array<ArrayBuffer>, dataOffset: number, sizeBytes: number, fileBytes: number) {
  if (format.length < 16) return undefined
  const view = viewOf(format)
  const frameBytes = view.getUint16(12, true)
  const sampleRateHz = view.getUint32(4, true)
  if (!plainFormats.includes(view.getUint16(0, true)) || frameBytes === 0) return undefined
  if (sampleRateHz < 8000 || sampleRateHz > 192_000) return undefined
  // Recorders that were interrupted leave a data size of 0 or 0xFFFFFFFF.
  const dataBytes = Math.min(sizeBytes === 0 ? Infinity : sizeBytes, fileBytes - dataOffset)
  return { format, dataOffset, dataBytes, sampleRateHz, frameBytes }
}

function wavHeader(format: Uint8Array<ArrayBuffer>, dataBytes: number): BlobPart[] {
  const chunkHeader = (tag: string, size: number) => {
    const head = new Uint8Array(8)
    head.set([...tag].map(letter => letter.charCodeAt(0)))
    viewOf(head).setUint32(4, size, true)
    return head
  }
  return [
    chunkHeader('RIFF', 4 + 8 + format.length + 8 + dataBytes),
    Uint8Array.from([...'WAVE'].map(letter => letter.charCodeAt(0))),
    chunkHeader('fmt ', format.length),
    format,
    chunkHeader('data', dataBytes),
  ]
}

function tagAt(bytes: Uint8Array, offset: number): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + 4))
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

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
