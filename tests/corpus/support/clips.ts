/** Films and recordings drawn by ffmpeg, one of each accepted kind with the codecs usual in it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FormatId } from '@filesmith/contract/formats'
import { ffmpeg } from '../../support/run-program.ts'

const clipSeconds = 1.6

export interface VideoClip {
  readonly format: FormatId
  readonly extension: string
  readonly codecs: readonly string[]
  readonly size?: readonly [width: number, height: number]
  readonly isSilent?: boolean
}

export interface AudioClip {
  readonly format: FormatId
  readonly extension: string
  readonly codecs: readonly string[]
  readonly sampleRateHz?: number
}

/** What browsers and phones play, quickly made. */
export const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
export const aac = ['-c:a', 'aac', '-b:a', '128k']

export const defaultSize = [320, 180] as const

export const videoClips = {
  mp4: video('mp4', 'mp4', [...h264, ...aac]),
  m4v: video('mp4', 'm4v', [...h264, ...aac, '-f', 'ipod']),
  mov: video('mov', 'mov', [...h264, ...aac]),
  avi: video('avi', 'avi', [
    ...['-c:v', 'mpeg4', '-q:v', '3', '-c:a', 'libmp3lame', '-b:a', '128k'],
    // Without it the first picture would be shown twice.
    ...['-avoid_negative_ts', 'disabled'],
  ]),
  wmv: video('wmv', 'wmv', ['-c:v', 'wmv2', '-q:v', '3', '-c:a', 'wmav2']),
  mkv: video('mkv', 'mkv', [...h264, '-c:a', 'ac3']),
  webm: video('webm', 'webm', [
    ...['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-crf', '20', '-b:v', '0'],
    ...['-c:a', 'libopus'],
  ]),
  flv: video('flv', 'flv', ['-c:v', 'flv1', '-q:v', '3', '-c:a', 'libmp3lame']),
  mpeg: video('mpeg', 'mpg', ['-c:v', 'mpeg2video', '-q:v', '3', '-c:a', 'mp2']),
  ts: video('ts', 'ts', [...h264, ...aac]),
  '3gp': video('3gp', '3gp', ['-c:v', 'h263', '-q:v', '3', ...aac, '-ar', '16000', '-ac', '1'], [176, 144]),
  ogv: video('ogv', 'ogv', ['-c:v', 'libtheora', '-q:v', '8', '-c:a', 'libvorbis']),
  gif: { ...video('gif', 'gif', []), isSilent: true },
} as const satisfies Record<string, VideoClip>

export const audioClips = {
  mp3: sound('mp3', 'mp3', ['-c:a', 'libmp3lame', '-b:a', '192k']),
  wav: sound('wav', 'wav', ['-c:a', 'pcm_s16le']),
  aac: sound('aac', 'aac', ['-c:a', 'aac', '-b:a', '128k']),
  ogg: sound('ogg', 'ogg', ['-c:a', 'libvorbis', '-b:a', '128k']),
  flac: sound('flac', 'flac', ['-c:a', 'flac', '-sample_fmt', 's16']),
  m4a: sound('m4a', 'm4a', ['-c:a', 'aac', '-b:a', '128k']),
  opus: sound('opus', 'opus', ['-c:a', 'libopus', '-b:a', '96k'], 48_000),
  wma: sound('wma', 'wma', ['-c:a', 'wmav2', '-b:a', '128k']),
  aiff: sound('aiff', 'aiff', ['-c:a', 'pcm_s16be']),
  ac3: sound('ac3', 'ac3', ['-c:a', 'ac3', '-b:a', '192k']),
} as const satisfies Record<string, AudioClip>

function video(
  format: FormatId,
  extension: string,
  codecs: readonly string[],
  size?: readonly [number, number],
) {
  return { format, extension, codecs, ...(size && { size }) } satisfies VideoClip
}

function sound(format: FormatId, extension: string, codecs: readonly string[], sampleRateHz = 44_100) {
  return { format, extension, codecs, sampleRateHz } satisfies AudioClip
}

/** Debian has no encoder for AMR: frames of 20 ms in the best mode, filled with numbers, decode to a mumble. */
export function drawAmr(): Buffer {
  const bestMode = 0x3c
  const contentBytes = 31
  const frames = Array.from({ length: Math.round(clipSeconds / 0.02) }, (_, index) => [
    bestMode,
    ...Array.from({ length: contentBytes }, (_, at) => ((index >> 3) * 31 + at * 97) % 256),
  ])
  return Buffer.concat([Buffer.from('#!AMR\n'), Buffer.from(frames.flat())])
}

/** A test card that moves, and a tone that is neither silent nor the same on both sides. */
export const testCard = (width: number, height: number, seconds = clipSeconds) =>
  `testsrc2=size=${width}x${height}:rate=25:duration=${seconds}`
export const tone = (sampleRateHz = 44_100, seconds = clipSeconds) =>
  `aevalsrc=0.3*sin(440*2*PI*t)|0.3*sin(660*2*PI*t):s=${sampleRateHz}:d=${seconds}`

/** A folder in which clips are made on demand, each once. */
export interface ClipFolder {
  video(name: keyof typeof videoClips): Promise<string>
  sound(name: keyof typeof audioClips): Promise<string>
  /** Anything else: the arguments of ffmpeg between its inputs and the path. */
  make(name: string, ...args: readonly string[]): Promise<string>
  write(name: string, content: Uint8Array | string): Promise<string>
  close(): Promise<void>
}

export async function openClipFolder(): Promise<ClipFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'filesmith-clips-'))
  const made = new Map<string, Promise<string>>()

  function make(name: string, ...args: readonly string[]): Promise<string> {
    const path = join(folder, name)
    const known = made.get(path) ?? ffmpeg('-v', 'error', ...args, path).then(() => path)
    made.set(path, known)
    return known
  }

  return {
    make,
    video(name) {
      const { codecs, extension, size = defaultSize, isSilent = false }: VideoClip = videoClips[name]
      const inputs = ['-f', 'lavfi', '-i', testCard(...size)]
      const sounds = isSilent ? [] : ['-f', 'lavfi', '-i', tone(), '-ac', '2']
      return make(`film.${extension}`, ...inputs, ...sounds, ...codecs)
    },
    sound(name) {
      const { codecs, extension, sampleRateHz }: AudioClip = audioClips[name]
      return make(`sound.${extension}`, '-f', 'lavfi', '-i', tone(sampleRateHz), ...codecs)
    },
    write(name, content) {
      const path = join(folder, name)
      const known = made.get(path) ?? writeFile(path, content).then(() => path)
      made.set(path, known)
      return known
    },
    close: () => rm(folder, { recursive: true }),
  }
}
