/** Analyzes the requested range once: where it really ends and which parts of it are silent. */
import { join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import type { FormatId } from '@filesmith/contract/formats'
import { keptSilenceSeconds, minSilenceSeconds } from '@filesmith/contract/operations/edit-audio'
import { readReport } from '../../process/read-report.ts'
import type { CheckedLength } from '../length/check-length.ts'
import type { AudioTrack } from '../probe/media-probe.ts'
import type { EditSettings } from './edit-settings.ts'
import { removalFilters, samplesPerStep, silenceDetectionFilters, trimFilters } from './filters.ts'
import type { AnalyzeAudio } from './level-meter.ts'
import type { Loudness } from './loudness.ts'
import { rangesToRemove, readSilences, type StepRange } from './silences.ts'
import { analyzedRange, declaredEnd, foundRange, wantedRange } from './trim-range.ts'

/** Hours of short silences. */
const maxSilenceLogBytes = 64 * 1024 * 1024

export interface Cut {
  /** Filters that keep the requested samples only. */
  readonly filters: readonly string[]
  /** Number of samples that these filters let through. */
  readonly samples: number
  /** Nothing is cut. */
  readonly isWhole: boolean
  /** Silence removal was requested, but the range contains nothing else. */
  readonly isAllSilent: boolean
  /** Of the kept samples; null when it was not measured in this pass. */
  readonly loudness: Loudness | null
}

export interface CutRequest {
  readonly settings: EditSettings
  readonly format: FormatId
  readonly track: AudioTrack
  readonly length: CheckedLength
  /** Filters applied to the kept samples before measuring, such as a downmix. */
  readonly shape: readonly string[]
  /** Measure loudness in the same pass, unless silence has to be removed first. */
  readonly isMeasured: boolean
  readonly workFolder: string
}

const silenceLogName = 'silences'
const silenceRule = { minSeconds: minSilenceSeconds, keptSeconds: keptSilenceSeconds }

export async function findCut(analyze: AnalyzeAudio, request: CutRequest): Promise<Cut> {
  const { settings, track, length } = request
  const { sampleRateHz: rateHz } = track
  const wanted = wantedRange(settings, track)
  const lastSample = declaredEnd(request.format, track, length)
  const isBeyond = wanted.start >= (lastSample ?? Number.POSITIVE_INFINITY)
  const analyzed = analyzedRange(wanted, lastSample, rateHz)
  const { removeSilence, silenceThreshold: thresholdDb } = settings
  const notes = { thresholdDb, minSeconds: minSilenceSeconds, fileName: silenceLogName }
  const analysis = isBeyond
    ? null
    : await analyze({
        filters: [
          ...trimFilters(analyzed),
          ...(removeSilence ? silenceDetectionFilters(rateHz, notes) : request.shape),
        ],
        isMeasured: request.isMeasured && !removeSilence,
        expectedSeconds: analyzedSeconds(analyzed, length, rateHz),
      })
  if (analysis === null || analysis.samples === 0)
    throw new AppError('trim-beyond-end', { seconds: Math.round(length.seconds * 10) / 10 })

  const { isWhole, ...range } = foundRange(wanted, analysis.samples, rateHz)
  const samples = range.end - range.start
  const stepCount = Math.ceil(samples / samplesPerStep(rateHz))
  const silences = removeSilence
    ? readSilences(
        await readReport(join(request.workFolder, silenceLogName), maxSilenceLogBytes),
        stepCount,
        silenceRule,
      )
    : []
  const isAllSilent = silences.some(({ from, to }) => from === 0 && to >= stepCount)
  const removed = isAllSilent ? [] : rangesToRemove(silences, stepCount, silenceRule)
  return {
    filters: [...trimFilters(range), ...removalFilters(rateHz, removed), ...request.shape],
    samples: samples - removedSamples(removed, samples, rateHz),
    isWhole: isWhole && removed.length === 0,
    isAllSilent,
    loudness: request.isMeasured && !removeSilence ? analysis.loudness : null,
  }
}

function analyzedSeconds(
  { start, end }: { start: number; end: number | null },
  length: CheckedLength,
  rateHz: number,
): number {
  const lengthSamples = length.seconds * rateHz
  return Math.max(1, Math.min(end ?? lengthSamples, lengthSamples) - start) / rateHz
}

/** The last step may be shorter than the others. */
function removedSamples(removed: readonly StepRange[], samples: number, rateHz: number): number {
  const at = (step: number) => Math.min(samples, step * samplesPerStep(rateHz))
  return removed.reduce((sum, { from, to }) => sum + at(to) - at(from), 0)
}
