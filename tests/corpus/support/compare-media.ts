/** Compares films by eye (SSIM of every frame) and by ear (loudness), and streams bit by bit. */
import { ffmpeg, ffmpegBytes } from '../../support/run-program.ts'

/** Of two films of the same size and rate, from 0 to 1; a frame too early or too late costs dearly. */
export async function likeness(one: string, other: string, filter = 'null'): Promise<number> {
  const start = 'setpts=PTS-STARTPTS,fps=25'
  const graph = `[0:v]${filter},${start}[a];[1:v]${start}[b];[a][b]ssim`
  const log = await ffmpeg('-i', one, '-i', other, '-lavfi', graph, '-f', 'null', '-')
  return Number(/SSIM .*All:([\d.]+)/.exec(log)?.[1])
}

/** Mean level of a track (silence is below -90) and how long it really plays. */
export async function listen(path: string, track = 0): Promise<{ loudnessDb: number; seconds: number }> {
  const log = await ffmpeg('-i', path, '-map', `0:a:${track}`, '-af', 'volumedetect', '-f', 'null', '-')
  const [hours = 0, minutes = 0, seconds = 0] = (/ time=([\d:.]+)/.exec(log)?.[1] ?? '')
    .split(':')
    .map(Number)
  return {
    loudnessDb: Number(/mean_volume: (-?[\d.]+) dB/.exec(log)?.[1]),
    seconds: hours * 3600 + minutes * 60 + seconds,
  }
}

export async function loudnessDb(path: string, track = 0): Promise<number> {
  return (await listen(path, track)).loudnessDb
}

/** The same for two tracks only when they hold the same packets. */
export async function packetsHash(path: string, track: string): Promise<string> {
  return `${await ffmpegBytes('-i', path, '-map', `0:${track}`, '-c', 'copy', '-f', 'hash')}`
}

/** Red, green and blue of a frame's middle, or of another place given as shares of width and height. */
export async function colourAt(path: string, seconds: number, x = 0.5, y = 0.5): Promise<number[]> {
  const filter = `crop=4:4:(iw-4)*${x}:(ih-4)*${y},scale=1:1,format=rgb24`
  // A cover has no time, and cannot be sought in.
  const start = seconds > 0 ? ['-ss', `${seconds}`] : []
  const frame = [...start, '-i', path, '-vf', filter, '-frames:v', '1']
  return [...(await ffmpegBytes(...frame, '-f', 'rawvideo'))]
}
