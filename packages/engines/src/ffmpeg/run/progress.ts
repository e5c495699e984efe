/** Parses the progress reports of ffmpeg (`-progress`). */

export interface FfmpegProgress {
  /** Duration of the result written so far. */
  readonly seconds: number
  readonly frames: number
}

/** Enables the reports, `name=value` lines on standard output. */
export const progressArgs: readonly string[] = ['-nostats', '-stats_period', '0.25', '-progress', 'pipe:1']

export interface FfmpegProgressReader {
  readLine(line: string): void
  readonly progress: FfmpegProgress
}

export function createProgressReader(
  onReport: (progress: FfmpegProgress) => void = () => {},
): FfmpegProgressReader {
  let progress: FfmpegProgress = { seconds: 0, frames: 0 }
  return {
    readLine(line) {
      const [name, value = ''] = line.split('=')
      const number = Number(value)
      if (name === 'frame' && number >= 0) progress = { ...progress, frames: number }
      // The time is "N/A" before the first packet, and may start below zero.
      if (name === 'out_time_us' && number > 0) progress = { ...progress, seconds: number / 1_000_000 }
      if (name === 'progress') onReport(progress)
    },
    get progress() {
      return progress
    },
  }
}

/** The rest is reserved for finishing the file. */
export const maxPercentWhileRunning = 95

/** `startPercent` is the progress made before ffmpeg started. */
export function percentOf({ seconds }: FfmpegProgress, lengthSeconds: number, startPercent = 0): number {
  if (lengthSeconds <= 0) return Math.floor(startPercent)
  const percent = startPercent + (seconds / lengthSeconds) * (100 - startPercent)
  return Math.min(maxPercentWhileRunning, Math.floor(percent))
}
