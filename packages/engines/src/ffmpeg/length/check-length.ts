/** Determines the playing time of the requested streams; rejects empty, overlong and truncated files. */
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
  /** Read the whole file: far more expensive work follows, or the length or bitrate is not certain. */
  readonly isMeasured: boolean
}

export interface CheckedLength {
  readonly seconds: number
  /** Null when the declared duration was sufficient. */
  readonly measured: Measurement | null
}

/** One packet of Windows Media holds seconds of audio, so the start of the last one is a poor measure. */
const coarsePackets: ReadonlySet<FormatId> = new Set(['wmv', 'wma'])

/** Seconds of reading before hours of encoding: detects a truncated file before the work, not at its end. */
export async function checkLength(
  context: FfmpegContext,
  source: MediaSource,
  { streams, declaredSeconds, isMeasured }: LengthRequest,
): Promise<CheckedLength> {
  const limits = context.settings.media
  const isTooLong = (seconds: number) => seconds > limits.maxDurationSeconds
  if (declaredSeconds !== null && isTooLong(declaredSeconds)) throw tooLong(limits)
  if (declaredSeconds !== null && !isMeasured) return { seconds: declaredSeconds, measured: null }
  const measured = await measureStreams(context, source, streams)
  if (isTooLong(measured.seconds)) throw tooLong(limits)
  const isCutOff =
    declaredSeconds !== null && !coarsePackets.has(source.format) && isMuchShorter(measured, declaredSeconds)
  if (isCutOff) throw damagedFile(source.format)
  const seconds = declaredSeconds ?? measured.seconds
  if (measured.seconds === 0 && measured.frames === 0 && measured.audioBytes === 0) throw empty(source.format)
  return { seconds, measured }
}

/** A GIF always has a frame, so one without any is damaged rather than empty. */
function empty(format: FormatId): AppError {
  return format === 'gif'
    ? damagedFile(format)
    : new AppError('nothing-to-play', { format: formats[format].label })
}
