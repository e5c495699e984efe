/** Finds the way to read a chosen recording: as a whole when it is short, in pieces when it is long. */
import { findAdtsFrames } from './adts-frames.ts'
import { type AudioSource, cutBuffer, decodeAt, UnreadableAudio } from './audio-source.ts'
import { framesLength } from './encoded-frames.ts'
import { createFramesSource } from './frames-source.ts'
import { findM4aFrames } from './m4a-frames.ts'
import { findMp3Frames } from './mp3-frames.ts'
import { openWavSource } from './wav-source.ts'

/** Decoded, a minute of stereo takes 20 MB: so much of it a telephone can hold. */
const wholeSeconds = 300
/** And so much any computer, where there is no other way. */
const longestWholeSeconds = 1500
const usualRateHz = 48_000
/** For files that do not say how long they are. */
const wholeBytesUnasked = 24 * 1024 * 1024

export async function openSource(file: Blob): Promise<AudioSource> {
  const source = await openInPieces(file)
  if (source && source.lengthSamples / source.sampleRateHz > wholeSeconds) {
    const probe = await source.read(0, source.sampleRateHz).catch(() => undefined)
    if (probe) return source
  }
  const seconds = await askForLength(file)
  const isTooLong = seconds === undefined ? file.size > wholeBytesUnasked : seconds > longestWholeSeconds
  if (isTooLong) throw new UnreadableAudio(seconds === undefined ? 'undecodable' : 'too-long')
  return await openWhole(file, source?.sampleRateHz ?? usualRateHz)
}

async function openInPieces(file: Blob): Promise<AudioSource | undefined> {
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

/** As the browser's own player knows it, which looks at the beginning only; undefined when it cannot say. */
function askForLength(file: Blob): Promise<number | undefined> {
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
