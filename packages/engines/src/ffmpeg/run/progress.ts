/** Reads what ffmpeg reports about itself while it runs. */

export interface Pace {
  /** Of the result, as far as it is written. */
  readonly seconds: number
  readonly frames: number
}

/** Asks for the reports; they come as `name=value` lines on standard output. */
export const progressArgs: readonly string[] = ['-nostats', '-stats_period', '0.25', '-progress', 'pipe:1']

export interface PaceReader {
  readLine(line: string): void
  readonly pace: Pace
}

export function readPace(onReport: (pace: Pace) => void = () => {}): PaceReader {
  let pace: Pace = { seconds: 0, frames: 0 }
  return {
    readLine(line) {
      const [name, value = ''] = line.split('=')
      const number = Number(value)
      if (name === 'frame' && number >= 0) pace = { ...pace, frames: number }
      // Before the first packet there is no time yet ("N/A"), and it may begin below zero.
      if (name === 'out_time_us' && number > 0) pace = { ...pace, seconds: number / 1_000_000 }
      if (name === 'progress') onReport(pace)
    },
    get pace() {
      return pace
    },
  }
}

/** The rest belongs to making the file whole. */
export const mostWhileRunning = 95

/** `startPercent` was reached before it began. */
export function percentOf({ seconds }: Pace, lengthSeconds: number, startPercent = 0): number {
  if (lengthSeconds <= 0) return Math.floor(startPercent)
  const percent = startPercent + (seconds / lengthSeconds) * (100 - startPercent)
  return Math.min(mostWhileRunning, Math.floor(percent))
}
