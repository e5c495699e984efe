/** How long a file plays, and whether what it says about that can be believed. */
import type { FormatId } from '@filesmith/contract/formats'
import type { MediaProbe } from '../probe/media-probe.ts'

/** Bare frames one after the other: their length is nowhere written, ffprobe guesses it from the size. */
const guessedLengths: ReadonlySet<FormatId> = new Set(['mp3', 'aac', 'ac3', 'amr'])

/** Even silence and a standing picture weigh more than this. */
const leastBitsPerSecond = 2000

export function playedStreams({ video, audio }: MediaProbe): readonly number[] {
  return [...(video === null ? [] : [video]), ...audio].map(({ index }) => index)
}

/** Null when the file does not say, or says something that its size makes absurd. */
export function declaredLength(
  probe: MediaProbe,
  format: FormatId,
  streams: readonly number[],
): number | null {
  if (guessedLengths.has(format)) return null
  const tracks = [...(probe.video === null ? [] : [probe.video]), ...probe.audio]
  const lengths = tracks.filter(({ index }) => streams.includes(index)).map(track => track.durationSeconds)
  const known = lengths.filter(length => length !== null)
  const isComplete = known.length === lengths.length && known.length > 0
  const seconds = isComplete ? Math.max(...known) : probe.durationSeconds
  if (seconds === null) return null
  return (probe.sizeBytes * 8) / seconds < leastBitsPerSecond ? null : seconds
}

/** Reported times end where the last picture begins, counted in the order of decoding. */
const lateFrames = 5

/** Truncated: a little may be missing for honest reasons. */
export function isMuchShorter(
  reported: { readonly seconds: number; readonly frames: number },
  expectedSeconds: number,
): boolean {
  const { seconds, frames } = reported
  const slackSeconds = frames > 0 ? (seconds / frames) * lateFrames : 0
  return seconds + slackSeconds < expectedSeconds * 0.95 - 0.5
}
