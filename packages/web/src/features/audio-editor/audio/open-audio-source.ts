/** Opens an audio file: decoded as a whole when it is short, chunk by chunk when it is long. */
import { findAdtsFrames } from './adts-frames.ts'
import { type AudioSource, cutBuffer, decodeAt, UnreadableAudio } from './audio-source.ts'
import { framesLength } from './encoded-frames.ts'
import { createFramesSource } from './frames-source.ts'
import { findM4aFrames } from './m4a-frames.ts'
import { findMp3Frames } from './mp3-frames.ts'
import { openWavSource } from './wav-source.ts'

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
