/** Which samples of a recording are kept, counted from its first one. */
import type { FormatId } from '@filesmith/contract/formats'
import type { CheckedLength } from '../length/checked-length.ts'
import type { AudioTrack } from '../probe/media-probe.ts'
import type { EditSettings } from './edit-settings.ts'

export interface TrimRange {
  readonly start: number
  /** Null keeps everything to the end. */
  readonly end: number | null
}

/** Nobody hears it, and pages that play at another rate round the length: as good as the end. */
const insignificantSeconds = 0.001

/** Codecs fill up their last frame; that is no part of the recording, and these containers say where it ends. */
const countsItsSamples: ReadonlySet<FormatId> = new Set(['m4a', 'mp4', 'mov', '3gp', 'ogg', 'opus'])
const longestFillSeconds = 0.3

export function wantedRange({ trimStart, trimEnd }: EditSettings, { sampleRateHz }: AudioTrack): TrimRange {
  const at = (seconds: number) => Math.round(seconds * sampleRateHz)
  const start = at(trimStart)
  return { start, end: trimEnd === undefined ? null : Math.max(at(trimEnd), start + 1) }
}

/** Where the recording itself ends; null when the last sample that can be decoded is the last one meant. */
export function declaredEnd(
  format: FormatId,
  { durationSeconds, sampleRateHz }: AudioTrack,
  { measured }: CheckedLength,
): number | null {
  if (!countsItsSamples.has(format) || durationSeconds === null || measured === null) return null
  // A length that lies is not believed.
  if (Math.abs(measured.seconds - durationSeconds) > longestFillSeconds) return null
  return Math.round(durationSeconds * sampleRateHz)
}

/** How far to listen: a little further than wanted tells whether there is anything left to cut off. */
export function listenedRange(wanted: TrimRange, lastSample: number | null, rateHz: number): TrimRange {
  const ends = [endToCut(wanted, rateHz), lastSample].filter(at => at !== null)
  return {
    start: wanted.start,
    end: ends.length === 0 ? null : Math.max(wanted.start + 1, Math.min(...ends)),
  }
}

/** What is really kept, when so many samples were heard in the range listened to. */
export function foundRange(
  wanted: TrimRange,
  samples: number,
  rateHz: number,
): { readonly start: number; readonly end: number; readonly isWhole: boolean } {
  const { start, end } = wanted
  const heardEnd = start + samples
  const cutFrom = endToCut(wanted, rateHz)
  const cutsEnd = end !== null && cutFrom !== null && heardEnd >= cutFrom
  return { start, end: cutsEnd ? end : heardEnd, isWhole: start === 0 && !cutsEnd }
}

function endToCut({ end }: TrimRange, rateHz: number): number | null {
  return end === null ? null : end + Math.ceil(insignificantSeconds * rateHz)
}
