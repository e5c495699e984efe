/** Measures audio with the installed ffmpeg: single samples, and loudness by EBU R128. */
import { ffmpeg, ffmpegBytes } from '../../support/run-program.ts'

/** Samples of the first channel, from -1 to 1. */
export async function samplesOf(path: string): Promise<Float32Array> {
  const bytes = await ffmpegBytes('-i', path, '-map', '0:a:0', '-af', 'pan=mono|c0=c0', '-f', 'f32le')
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
}

export async function meter(path: string): Promise<{ lufs: number; truePeakDb: number }> {
  const log = await ffmpeg(
    '-i',
    path,
    '-map',
    '0:a:0',
    '-af',
    'ebur128=peak=true:framelog=verbose',
    '-f',
    'null',
    '-',
  )
  return {
    lufs: Number(/\bI:\s+(\S+) LUFS/.exec(log)?.[1]),
    truePeakDb: Number(/\bPeak:\s+(\S+) dBFS/.exec(log)?.[1]),
  }
}

/** Peak within a time range. */
export function peakBetween(samples: Float32Array, rateHz: number, from: number, to: number): number {
  const part = samples.subarray(Math.round(from * rateHz), Math.round(to * rateHz))
  return part.reduce((highest, value) => Math.max(highest, Math.abs(value)), 0)
}
