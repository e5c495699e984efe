/** Runs ffmpeg, ffprobe and espeak-ng outside the sandbox, to create samples and inspect results. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const maxOutputBytes = 64 * 1024 * 1024

/** Returns its stderr. */
export async function ffmpeg(...args: readonly string[]): Promise<string> {
  const all = ['-hide_banner', '-nostdin', '-nostats', '-y', ...args]
  return (await promisify(execFile)('ffmpeg', all, { maxBuffer: maxOutputBytes })).stderr
}

/** Returns its stdout. */
export async function ffmpegBytes(...args: readonly string[]): Promise<Buffer> {
  const all = ['-v', 'error', '-nostdin', ...args, 'pipe:1']
  return (await promisify(execFile)('ffmpeg', all, { maxBuffer: maxOutputBytes, encoding: 'buffer' })).stdout
}

export async function ffprobe(...args: readonly string[]): Promise<string> {
  const all = ['-v', 'error', ...args]
  return (await promisify(execFile)('ffprobe', all, { maxBuffer: maxOutputBytes })).stdout
}

/** Synthesizes speech into a WAV file. */
export async function speak(voice: string, text: string, path: string): Promise<void> {
  await promisify(execFile)('espeak-ng', ['-v', voice, '-s', '140', '-w', path, text])
}
