/** Determines the playing time of the requested streams; rejects empty and overlong files, finds truncated ones. */
import { AppError } from '@filesmith/contract/errors'
import { type FormatId, formats } from '@filesmith/contract/formats'
import { damagedFile, tooLong } from '../encoding/refusals.ts'
import type { FfmpegContext, MediaSource } from '../run/media-process.ts'
import { isMuchShorter } from './length.ts'
import { type Measurement, measureStreams } from './measure-streams.ts'

export interface LengthRequest {
  readonly streams: readonly number[]
  /** Null when the file declares none, or an implausible one. */
  readonly declaredSeconds: number | null
  /** Of a header that may be wrong in both directions: only used to detect that the file ends early. */
  readonly headerSeconds?: number | null | undefined
  /** Read the whole file: far more expensive work follows, or the length or bitrate is not certain. */
  readonly isMeasured: boolean
}

export interface CheckedLength {
  readonly seconds: number
  /** Null when the declared duration was sufficient. */
  readonly measured: Measurement | null
  /** What the file declares, if much less is there. */
  readonly missedSeconds?: number
}

/** One packet of Windows Media holds seconds of audio, so the start of the last one is a poor measure. */
const coarsePackets: ReadonlySet<FormatId> = new Set(['wmv', 'wma'])

/** Their declared length is an estimate, too, if the file does not have the declared size. */
export function hasCoarsePackets(format: FormatId): boolean {
  return coarsePackets.has(format)
}

/** Seconds of reading before hours of encoding: of a truncated file, the length of what is there is returned. */
export async function checkLength(
  context: FfmpegContext,
  source: MediaSource,
  { streams, declaredSeconds, headerSeconds = null, isMeasured }: LengthRequest,
): Promise<CheckedLength> {
  const limits = context.settings.media
  const isTooLong = (seconds: number) => seconds > limits.maxDurationSeconds
  if (declaredSeconds !== null && isTooLong(declaredSeconds)) throw tooLong(limits)
  if (declaredSeconds !== null && !isMeasured) return { seconds: declaredSeconds, measured: null }
  const measured = await measureStreams(context, source, streams)
  if (isTooLong(measured.seconds)) throw tooLong(limits)
  if (measured.seconds === 0 && measured.frames === 0 && measured.audioBytes === 0) throw empty(source.format)
  const expected = declaredSeconds ?? headerSeconds
  const isCutOff = expected !== null && !hasCoarsePackets(source.format) && isMuchShorter(measured, expected)
  if (isCutOff) return { seconds: measured.seconds, measured, missedSeconds: expected }
  return { seconds: declaredSeconds ?? measured.seconds, measured }
}

/** A GIF always has a frame, so one without any is damaged rather than empty. */
function empty(format: FormatId): AppError {
  return format === 'gif'
    ? damagedFile(format)
    : new AppError('nothing-to-play', { format: formats[format].label })
}
