/** Compares videos by SSIM of every frame, audio by loudness, and streams by hash. */
import { ffmpeg, ffmpegBytes } from '../../support/run-program.ts'
import { oncePerFile } from './once-per-file.ts'

/** SSIM of two videos of the same size and rate, from 0 to 1; frames that are early or late lower it considerably. */
export async function likeness(one: string, other: string, filter = 'null'): Promise<number> {
  const start = 'setpts=PTS-STARTPTS,fps=25'
  const graph = `[0:v]${filter},${start}[a];[1:v]${start}[b];[a][b]ssim`
  const log = await ffmpeg('-i', one, '-i', other, '-lavfi', graph, '-f', 'null', '-')
  return Number(/SSIM .*All:([\d.]+)/.exec(log)?.[1])
}

/** Mean level of a track (below -90 is silence) and its decoded duration. */
export async function measureTrack(
  path: string,
  track = 0,
): Promise<{ loudnessDb: number; seconds: number }> {
  return measureTrackOnce(path, track)
}

const measureTrackOnce = oncePerFile(async (path: string, track: number) => {
  const log = await ffmpeg('-i', path, '-map', `0:a:${track}`, '-af', 'volumedetect', '-f', 'null', '-')
  const [hours = 0, minutes = 0, seconds = 0] = (/ time=([\d:.]+)/.exec(log)?.[1] ?? '')
    .split(':')
    .map(Number)
  return {
    loudnessDb: Number(/mean_volume: (-?[\d.]+) dB/.exec(log)?.[1]),
    seconds: hours * 3600 + minutes * 60 + seconds,
  }
})

export async function loudnessDb(path: string, track = 0): Promise<number> {
  return (await measureTrack(path, track)).loudnessDb
}

const analyzedRateHz = 8000

/** The loudest of these frequencies in each channel of the first track. */
export async function loudestTones(path: string, hertz: readonly number[]): Promise<number[]> {
  const stereo = ['-map', '0:a:0', '-ac', '2', '-ar', `${analyzedRateHz}`, '-c:a', 'pcm_f32le', '-f', 'f32le']
  const bytes = await ffmpegBytes('-i', path, ...stereo)
  const samples = Array.from({ length: Math.floor(bytes.length / 4) }, (_, at) => bytes.readFloatLE(at * 4))
  return [0, 1].map(channel => {
    const wave = samples.filter((_, at) => at % 2 === channel)
    const powers = hertz.map(frequency => powerAt(wave, frequency))
    return hertz[powers.indexOf(Math.max(...powers))] ?? 0
  })
}

/** One term of a Fourier transform. */
function powerAt(wave: readonly number[], hertz: number): number {
  let [real, imaginary] = [0, 0]
  for (const [at, sample] of wave.entries()) {
    const angle = (2 * Math.PI * hertz * at) / analyzedRateHz
    real += sample * Math.cos(angle)
    imaginary += sample * Math.sin(angle)
  }
  return real ** 2 + imaginary ** 2
}

/** Equal for two tracks only if they contain the same packets. */
export const packetsHash = oncePerFile(
  async (path: string, track: string) =>
    `${await ffmpegBytes('-i', path, '-map', `0:${track}`, '-c', 'copy', '-f', 'hash')}`,
)

/** Red, green and blue at the center of a frame, or at another position given as fractions of width and height. */
export async function colorAt(path: string, seconds: number, x = 0.5, y = 0.5): Promise<number[]> {
  const { width, height, pixels } = await frameAt(path, seconds)
  const [left, top] = [Math.round((width - patchPx) * x), Math.round((height - patchPx) * y)]
  const rows = Array.from({ length: patchPx }, (_, row) => ((top + row) * width + left) * 3)
  const patch = rows.flatMap(start => [...pixels.subarray(start, start + patchPx * 3)])
  return [0, 1, 2].map(channel => {
    const values = patch.filter((_, index) => index % 3 === channel)
    return Math.round(values.reduce((sum, value) => sum + value, 0) / values.length)
  })
}

const patchPx = 4

const frameAt = oncePerFile(async (path: string, seconds: number) => {
  // Cover art has no duration, so seeking fails.
  const start = seconds > 0 ? ['-ss', `${seconds}`] : []
  const frame = [...start, '-i', path, '-frames:v', '1', '-c:v', 'ppm', '-f', 'image2pipe']
  const image = await ffmpegBytes(...frame)
  const header = /^P6\s(\d+)\s(\d+)\s255\s/.exec(image.toString('latin1', 0, 64))
  if (!header) throw new Error(`${path} has no frame at ${seconds} s`)
  return { width: Number(header[1]), height: Number(header[2]), pixels: image.subarray(header[0].length) }
})
