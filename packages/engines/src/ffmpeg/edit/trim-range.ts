/** Sample range of an audio edit, counted from the first sample. */
import type { FormatId } from '@filesmith/contract/formats'
import type { CheckedLength } from '../length/check-length.ts'
import { isoMediaFormats } from '../probe/demuxers.ts'
import type { AudioTrack } from '../probe/media-probe.ts'
import type { EditSettings } from './edit-settings.ts'

export interface TrimRange {
  readonly start: number
  /** Null keeps everything to the end. */
  readonly end: number | null
}

/** Inaudible, and browsers that play at another sample rate round the duration: treat as the end of the file. */
const toleranceSeconds = 0.001

/** Codecs pad their last frame; these containers declare where the audio really ends. */
const sampleCountingFormats: ReadonlySet<FormatId> = new Set([...isoMediaFormats, 'ogg', 'opus'])
const maxPaddingSeconds = 0.3

export function wantedRange({ trimStart, trimEnd }: EditSettings, { sampleRateHz }: AudioTrack): TrimRange {
  const at = (seconds: number) => Math.round(seconds * sampleRateHz)
  const start = at(trimStart)
  return { start, end: trimEnd === undefined ? null : Math.max(at(trimEnd), start + 1) }
}

/** End of the audio without padding, in samples; null when everything that decodes counts. */
export function declaredEnd(
  format: FormatId,
  { durationSeconds, sampleRateHz }: AudioTrack,
  { measured }: CheckedLength,
): number | null {
  if (!sampleCountingFormats.has(format) || durationSeconds === null || measured === null) return null
  // The declared duration is wrong.
  if (Math.abs(measured.seconds - durationSeconds) > maxPaddingSeconds) return null
  return Math.round(durationSeconds * sampleRateHz)
}

/** Range to analyze: slightly beyond the requested end, to find out whether anything remains to be cut off. */
export function analyzedRange(wanted: TrimRange, lastSample: number | null, rateHz: number): TrimRange {
  const ends = [endToCut(wanted, rateHz), lastSample].filter(at => at !== null)
  return {
    start: wanted.start,
    end: ends.length === 0 ? null : Math.max(wanted.start + 1, Math.min(...ends)),
  }
}

/** The range that is kept, given the number of samples found in the analyzed range. */
export function foundRange(
  wanted: TrimRange,
  samples: number,
  rateHz: number,
): { readonly start: number; readonly end: number; readonly isWhole: boolean } {
  const { start, end } = wanted
  const foundEnd = start + samples
  const cutFrom = endToCut(wanted, rateHz)
  const cutsEnd = end !== null && cutFrom !== null && foundEnd >= cutFrom
  return { start, end: cutsEnd ? end : foundEnd, isWhole: start === 0 && !cutsEnd }
}

function endToCut({ end }: TrimRange, rateHz: number): number | null {
  return end === null ? null : end + Math.ceil(toleranceSeconds * rateHz)
}
