/** Finds out how long the wanted streams play, and refuses what is empty, endless or cut off. */
import { AppError } from '@filesmith/contract/errors'
import { type FormatId, formats } from '@filesmith/contract/formats'
import { damaged, tooLong } from '../plan/refusals.ts'
import type { FfmpegContext, MediaSource } from '../run/media-process.ts'
import { isMuchShorter } from './length.ts'
import { type Measurement, measureStreams } from './measure.ts'

export interface LengthQuestion {
  readonly streams: readonly number[]
  /** Null when the file does not say, or nothing that can be believed. */
  readonly declaredSeconds: number | null
  /** Worth reading the whole file for, because much more work follows. */
  readonly isMeasured: boolean
}

export interface CheckedLength {
  readonly seconds: number
  /** Null when the file's own word was good enough. */
  readonly measured: Measurement | null
}

/** One packet of Windows Media holds seconds of sound: where the last one begins says little. */
const coarsePackets: ReadonlySet<FormatId> = new Set(['wmv', 'wma'])

/** Before hours of encoding, seconds of reading: a cut-off file is found out now and not at its end. */
export async function checkedLength(
  context: FfmpegContext,
  source: MediaSource,
  { streams, declaredSeconds, isMeasured }: LengthQuestion,
): Promise<CheckedLength> {
  const limits = context.settings.media
  const isTooLong = (seconds: number) => seconds > limits.maxDurationSeconds
  if (declaredSeconds !== null && isTooLong(declaredSeconds)) throw tooLong(limits)
  if (declaredSeconds !== null && !isMeasured) return { seconds: declaredSeconds, measured: null }
  const measured = await measureStreams(context, source, streams)
  if (isTooLong(measured.seconds)) throw tooLong(limits)
  const isCutOff =
    declaredSeconds !== null && !coarsePackets.has(source.format) && isMuchShorter(measured, declaredSeconds)
  if (isCutOff) throw damaged(source.format)
  const seconds = declaredSeconds ?? measured.seconds
  if (measured.seconds === 0 && measured.frames === 0 && measured.audioBytes === 0) throw empty(source.format)
  return { seconds, measured }
}

/** A GIF always has a picture; without one it is not short but broken. */
function empty(format: FormatId): AppError {
  return format === 'gif'
    ? damaged(format)
    : new AppError('nothing-to-play', { format: formats[format].label })
}
