/** Makes small clips for tests, with the ffmpeg that is installed. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Runs ffmpeg outside the sandbox on files of our own; answers the path of the last argument. */
export async function makeClip(folder: string, name: string, args: readonly string[]): Promise<string> {
  const path = join(folder, name)
  await run('/usr/bin/ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args, path], { cwd: folder })
  return path
}

export const images = (size: string, seconds: number, rate = 25) => [
  ...['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${rate}:d=${seconds}`],
]
export const sound = (seconds: number, frequency = 440) => [
  ...['-f', 'lavfi', '-i', `sine=f=${frequency}:d=${seconds}:r=44100`],
]
export const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']

interface ProbedClip {
  readonly format: { readonly duration: string; readonly tags?: Record<string, string> }
  readonly streams: readonly (Record<string, unknown> & {
    readonly codec_type: string
    readonly codec_name: string
    readonly tags?: Record<string, string>
    readonly disposition: Record<string, number>
    readonly side_data_list?: readonly { readonly rotation?: number }[]
  })[]
  readonly chapters: readonly { readonly tags?: Record<string, string> }[]
}

/** What ffprobe itself says: a witness other than the code under test. */
export async function lookAt(path: string): Promise<ProbedClip> {
  const show = ['-show_format', '-show_streams', '-show_chapters']
  const { stdout } = await run('/usr/bin/ffprobe', ['-v', 'error', ...show, '-of', 'json', path])
  return JSON.parse(stdout)
}

/** A fingerprint of one kind of stream: of its packets as they are, or of what they decode to. */
export async function streamHash(path: string, stream: 'v' | 'a', codec = 'copy'): Promise<string> {
  const args = [
    '-v',
    'error',
    '-i',
    path,
    '-map',
    `0:${stream}:0`,
    `-c:${stream}`,
    codec,
    '-f',
    'streamhash',
    '-',
  ]
  const { stdout } = await run('/usr/bin/ffmpeg', args)
  return stdout.trim().split('=')[1] ?? ''
}

/** The average colour of the first picture, as red, green and blue. */
export async function averageColor(path: string): Promise<readonly number[]> {
  const args = [
    '-v',
    'error',
    '-i',
    path,
    '-frames:v',
    '1',
    '-vf',
    'scale=1:1:flags=area,format=rgb24',
    '-f',
    'rawvideo',
    '-',
  ]
  const { stdout } = await run('/usr/bin/ffmpeg', args, { encoding: 'buffer' })
  return [...stdout]
}

/** When each picture is shown, in hundredths of a second. */
export async function imageTimes(path: string): Promise<readonly number[]> {
  const args = [
    '-v',
    'error',
    '-select_streams',
    'v',
    '-show_entries',
    'packet=pts_time',
    '-of',
    'csv=p=0',
    path,
  ]
  const { stdout } = await run('/usr/bin/ffprobe', args)
  const times = stdout
    .trim()
    .split('\n')
    .map(line => Math.round(Number.parseFloat(line) * 100))
  return times.toSorted((a, b) => a - b)
}
