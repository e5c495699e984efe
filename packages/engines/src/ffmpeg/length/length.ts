/** Declared playing time of a file, and whether it is plausible. */
import type { FormatId } from '@filesmith/contract/formats'
import { isoMediaFormats } from '../probe/demuxers.ts'
import type { MediaProbe } from '../probe/media-probe.ts'

/** Formats of bare frames without a duration; ffprobe estimates it from the file size. */
const guessedLengths: ReadonlySet<FormatId> = new Set(['mp3', 'mp2', 'aac', 'ac3', 'dts', 'amr'])

/** Even silence and a still image take more bits than this. */
const minBitsPerSecond = 2000

export function playedStreams({ video, audio }: MediaProbe): readonly number[] {
  return [...(video === null ? [] : [video]), ...audio].map(({ index }) => index)
}

/** Null when the file declares none, or one that its size makes implausible. */
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
  return (probe.sizeBytes * 8) / seconds < minBitsPerSecond ? null : seconds
}

/** An index lists every sample, or all samples have the same size: the declared duration is that of the content. */
const exactLengths: ReadonlySet<FormatId> = new Set([...isoMediaFormats, 'wav', 'aiff', 'flac'])

/** Converting this much takes about as long as reading it before. */
const shortSeconds = 60

/**
 * Whether the conversion can check the length itself: it ends at the duration limit, and a result that is much shorter
 * than declared gets a warning.
 */
export function isShortAndExact(format: FormatId, declaredSeconds: number | null): boolean {
  return declaredSeconds !== null && declaredSeconds <= shortSeconds && exactLengths.has(format)
}

/** Reported times end at the start of the last frame, in decoding order. */
const lateFrames = 5

/** Detects truncation, with tolerance for inexact containers. */
export function isMuchShorter(
  reported: { readonly seconds: number; readonly frames: number },
  expectedSeconds: number,
): boolean {
  const { seconds, frames } = reported
  const slackSeconds = frames > 0 ? (seconds / frames) * lateFrames : 0
  return seconds + slackSeconds < expectedSeconds * 0.95 - 0.5
}

/** Warning of a truncated file; Infinity if the declared length is unknown. */
export function endsEarly(readSeconds: number, declaredSeconds: number): string {
  const digits = readSeconds < 100 ? 1 : 0
  const read = readSeconds.toFixed(digits)
  const all = Number.isFinite(declaredSeconds) ? ` of ${declaredSeconds.toFixed(digits)}` : ''
  return `The file ends early: ${read}${all} seconds could be read.`
}
