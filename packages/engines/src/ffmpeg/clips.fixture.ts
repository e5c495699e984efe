/** Generates small test clips with the installed ffmpeg and inspects results with ffprobe. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { trimmedLibraries } from '../process/trimmed-libraries.ts'

/** Starts like the programs under test, which takes a fifth of the time. */
const env = { ...process.env, ...trimmedLibraries({ hasOwnPaths: false }).env }

function run(program: string, args: readonly string[], cwd?: string): Promise<{ readonly stdout: Buffer }> {
  return promisify(execFile)(program, args, { cwd, env, encoding: 'buffer' })
}

/** Runs ffmpeg outside the sandbox, on trusted input only; returns the path of the clip. */
export async function makeClip(folder: string, name: string, args: readonly string[]): Promise<string> {
  const path = join(folder, name)
  await run('/usr/bin/ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args, path], folder)
  return path
}

export const testVideo = (size: string, seconds: number, rate = 25) => [
  ...['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${rate}:d=${seconds}`],
]
export const testTone = (seconds: number, frequency = 440) => [
  ...['-f', 'lavfi', '-i', `sine=f=${frequency}:d=${seconds}:r=44100`],
]
export const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']

interface ProbedClip {
  readonly format: {
    readonly duration: string
    readonly size: string
    readonly tags?: Record<string, string>
  }
  readonly streams: readonly (Record<string, unknown> & {
    readonly codec_type: string
    readonly codec_name: string
    readonly tags?: Record<string, string>
    readonly disposition: Record<string, number>
    readonly side_data_list?: readonly { readonly rotation?: number }[]
  })[]
  readonly chapters: readonly { readonly tags?: Record<string, string> }[]
}

/** The clip as ffprobe describes it, independent of the code under test. */
export async function probeClip(path: string): Promise<ProbedClip> {
  const show = ['-show_format', '-show_streams', '-show_chapters']
  const { stdout } = await run('/usr/bin/ffprobe', ['-v', 'error', ...show, '-of', 'json', path])
  return JSON.parse(stdout.toString())
}

/** Hash of the first stream of one type: of its packets by default, or of its samples decoded to `codec`. */
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
  return stdout.toString().trim().split('=')[1] ?? ''
}

/** Average color of the first frame as red, green and blue. */
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
  const { stdout } = await run('/usr/bin/ffmpeg', args)
  return [...stdout]
}
