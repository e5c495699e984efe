/** Runs ffmpeg, ffprobe and espeak-ng outside the sandbox, to create samples and inspect results. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { trimmedLibraries } from '../../packages/engines/src/process/trimmed-libraries.ts'

const maxOutputBytes = 64 * 1024 * 1024

/** Without the libraries that samples do not need either: a start takes a fifth of the time. */
const trimmedEnv = { ...process.env, ...trimmedLibraries({ hasOwnPaths: false }).env }
/** A filter of ffmpeg that synthesizes speech. */
const needsAllLibraries = /^flite=/

function run(program: 'ffmpeg' | 'ffprobe', args: readonly string[]) {
  const env = args.some(arg => needsAllLibraries.test(arg)) ? process.env : trimmedEnv
  return promisify(execFile)(program, args, { maxBuffer: maxOutputBytes, encoding: 'buffer', env })
}

/** Returns its stderr. */
export async function ffmpeg(...args: readonly string[]): Promise<string> {
  const all = ['-hide_banner', '-nostdin', '-nostats', '-y', ...args]
  return (await run('ffmpeg', all)).stderr.toString()
}

/** Returns its stdout. */
export async function ffmpegBytes(...args: readonly string[]): Promise<Buffer> {
  const all = ['-v', 'error', '-nostdin', ...args, 'pipe:1']
  return (await run('ffmpeg', all)).stdout
}

export async function ffprobe(...args: readonly string[]): Promise<string> {
  const all = ['-v', 'error', ...args]
  return (await run('ffprobe', all)).stdout.toString()
}

/** Synthesizes speech into a WAV file. */
export async function speak(voice: string, text: string, path: string): Promise<void> {
  await promisify(execFile)('espeak-ng', ['-v', voice, '-s', '140', '-w', path, text])
}
