/** GIF encoders compared on the same clip: ffmpeg with a palette, and gifsicle on top of it. */
import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { FramePair } from '@filesmith/contract/gif-estimate'
import type { GifClip } from './gif-clips.ts'

const run = promisify(execFile)

export const gifOptions = { width: 480, fps: 10, duration: 3 } as const

const shape = `fps=fps=${gifOptions.fps}:start_time=0,scale=${gifOptions.width}:-1:flags=bicubic,setsar=1`

function ffmpeg(...args: readonly string[]): Promise<unknown> {
  return run('/usr/bin/ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args])
}

/** Lossless reference frames. */
export async function drawMaster({ path }: GifClip, folder: string): Promise<string> {
  const master = join(folder, 'master.nut')
  const filters = `${shape},format=bgra`
  await ffmpeg('-i', path, '-t', String(gifOptions.duration), '-an', '-vf', filters, '-c:v', 'ffv1', master)
  return master
}

export async function plainPalette(clip: GifClip, out: string): Promise<void> {
  const graph = `${shape},split[a][b];[a]palettegen[p];[b][p]paletteuse`
  await ffmpeg('-i', clip.path, '-t', String(gifOptions.duration), '-an', '-filter_complex', graph, out)
}

export async function plainGifsicle(clip: GifClip, out: string): Promise<void> {
  await plainPalette(clip, `${out}.raw.gif`)
  await run('/usr/bin/gifsicle', ['--no-warnings', '-O3', `${out}.raw.gif`, '-o', out])
  await rm(`${out}.raw.gif`)
}

/** The width, rate, colors and dithering of medium quality; two seconds, as in a short reaction. */
export const timedOptions = { width: 480, fps: 10, duration: 2 } as const

/** The usual two steps with ffmpeg, without a sandbox, at the priority of the engine so that other load slows both. */
export async function barePipeline({ path }: GifClip, out: string): Promise<void> {
  const { width, fps, duration } = timedOptions
  const timedShape = `fps=fps=${fps}:start_time=0,scale=${width}:-1:flags=bicubic,setsar=1`
  const input = ['-nostdin', '-v', 'error', '-y', '-t', String(duration), '-i', path]
  const palette = `${out}.png`
  const run10 = (...args: readonly string[]) =>
    run('nice', ['-n', '10', '/usr/bin/ffmpeg', ...input, ...args])
  await run10('-an', '-filter:v', `${timedShape},palettegen=max_colors=256:stats_mode=diff`, palette)
  const use = 'paletteuse=dither=bayer:bayer_scale=5:diff_mode=rectangle'
  await run10('-i', palette, '-an', '-filter_complex', `[0:v]${timedShape}[a];[a][1]${use}`, '-f', 'gif', out)
  await rm(palette)
}

const ssimLine = /All:([\d.]+)/

/** SSIM over luma and chroma; 1 means identical. */
export async function ssimOf(path: string, master: string): Promise<number> {
  const graph = `[0]format=yuv444p[a];[1]fps=${gifOptions.fps},format=bgra,format=yuv444p[b];[a][b]ssim`
  const args = ['-nostdin', '-i', master, '-i', path, '-filter_complex', graph, '-f', 'null', '-']
  const { stderr } = await run('/usr/bin/ffmpeg', args)
  return Number(ssimLine.exec(stderr)?.[1])
}

export interface MasterFrames {
  readonly width: number
  readonly height: number
  readonly frames: number
  pair(first: number, second: number): FramePair
}

export async function masterFrames(master: string, folder: string): Promise<MasterFrames> {
  const entries = ['-show_entries', 'stream=width,height', '-of', 'csv=p=0']
  const { stdout } = await run('/usr/bin/ffprobe', ['-v', 'error', ...entries, master])
  const [width = 0, height = 0] = stdout.trim().split(',').map(Number)
  const raw = join(folder, 'master.rgba')
  await ffmpeg('-i', master, '-pix_fmt', 'rgba', '-f', 'rawvideo', raw)
  const pixels = await readFile(raw)
  const bytes = width * height * 4
  const frame = (index: number) => new Uint8Array(pixels.subarray(index * bytes, (index + 1) * bytes))
  const pair = (first: number, second: number) => ({ first: frame(first), second: frame(second) })
  return { width, height, frames: Math.floor(pixels.length / bytes), pair }
}
