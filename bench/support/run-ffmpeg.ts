/** Runs ffmpeg and returns its log and CPU time. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const maxLogBytes = 16 * 1024 * 1024

export interface FfmpegRun {
  readonly log: string
  /** User and system time of all its threads; unlike wall-clock time, independent of other load. */
  readonly cpuSeconds: number
}

export async function runFfmpeg(args: readonly string[]): Promise<FfmpegRun> {
  const program = ['-n', '10', 'ffmpeg', '-hide_banner', '-nostdin', '-nostats', '-benchmark', '-y']
  const { stderr } = await promisify(execFile)('nice', [...program, ...args], { maxBuffer: maxLogBytes })
  const [, user, system] = /bench: utime=([\d.]+)s stime=([\d.]+)s/.exec(stderr) ?? []
  return { log: stderr, cpuSeconds: Number(user) + Number(system) }
}
