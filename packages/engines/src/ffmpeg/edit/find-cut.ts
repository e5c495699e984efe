/** Listens once to the wanted part: where it really ends, and where in it there is silence. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import type { FormatId } from '@filesmith/contract/formats'
import { keptSilenceSeconds, leastSilenceSeconds } from '@filesmith/contract/operations/edit-audio'
import type { CheckedLength } from '../length/checked-length.ts'
import type { AudioTrack } from '../probe/media-probe.ts'
import type { EditSettings } from './edit-settings.ts'
import { removalFilters, samplesPerStep, silenceNotes, trimFilters } from './filters.ts'
import type { Listen } from './level-meter.ts'
import type { Loudness } from './loudness.ts'
import { readSilences, type Stretch, stretchesToRemove } from './silences.ts'
import { declaredEnd, foundRange, listenedRange, wantedRange } from './trim-range.ts'

export interface Cut {
  /** Keep what is wanted and let nothing else through. */
  readonly filters: readonly string[]
  /** How many of them come out. */
  readonly samples: number
  /** Nothing is left out. */
  readonly isWhole: boolean
  /** Silence was looked for, and there is nothing else. */
  readonly isAllSilent: boolean
  /** Of what comes out; null when it was not measured on the way. */
  readonly loudness: Loudness | null
}

export interface CutQuestion {
  readonly settings: EditSettings
  readonly format: FormatId
  readonly track: AudioTrack
  readonly length: CheckedLength
  /** Filters that what is kept goes through before it is measured. */
  readonly shape: readonly string[]
  /** Measured on the way, where nothing is left out that would have to be left out first. */
  readonly isMeasured: boolean
  readonly workFolder: string
}

const notesName = 'silences'
const silenceRule = { leastSeconds: leastSilenceSeconds, keptSeconds: keptSilenceSeconds }

export async function findCut(listen: Listen, question: CutQuestion): Promise<Cut> {
  const { settings, track, length } = question
  const { sampleRateHz: rateHz } = track
  const wanted = wantedRange(settings, track)
  const lastSample = declaredEnd(question.format, track, length)
  const isBeyond = wanted.start >= (lastSample ?? Number.POSITIVE_INFINITY)
  const listened = listenedRange(wanted, lastSample, rateHz)
  const { removeSilence, silenceThreshold: thresholdDb } = settings
  const notes = { thresholdDb, leastSeconds: leastSilenceSeconds, fileName: notesName }
  const heard = isBeyond
    ? null
    : await listen({
        filters: [
          ...trimFilters(listened),
          ...(removeSilence ? silenceNotes(rateHz, notes) : question.shape),
        ],
        isMeasured: question.isMeasured && !removeSilence,
        expectedSeconds: listenedSeconds(listened, length, rateHz),
      })
  if (heard === null || heard.samples === 0)
    throw new AppError('trim-beyond-end', { seconds: Math.round(length.seconds * 10) / 10 })

  const { isWhole, ...range } = foundRange(wanted, heard.samples, rateHz)
  const samples = range.end - range.start
  const stepCount = Math.ceil(samples / samplesPerStep(rateHz))
  const silences = removeSilence
    ? readSilences(await readFile(join(question.workFolder, notesName), 'utf8'), stepCount, silenceRule)
    : []
  const isAllSilent = silences.some(({ from, to }) => from === 0 && to >= stepCount)
  const removed = isAllSilent ? [] : stretchesToRemove(silences, stepCount, silenceRule)
  return {
    filters: [...trimFilters(range), ...removalFilters(rateHz, removed), ...question.shape],
    samples: samples - removedSamples(removed, samples, rateHz),
    isWhole: isWhole && removed.length === 0,
    isAllSilent,
    loudness: question.isMeasured && !removeSilence ? heard.loudness : null,
  }
}

function listenedSeconds(
  { start, end }: { start: number; end: number | null },
  length: CheckedLength,
  rateHz: number,
): number {
  const lengthSamples = length.seconds * rateHz
  return Math.max(1, Math.min(end ?? lengthSamples, lengthSamples) - start) / rateHz
}

/** The last step may be shorter than the others. */
function removedSamples(removed: readonly Stretch[], samples: number, rateHz: number): number {
  const at = (step: number) => Math.min(samples, step * samplesPerStep(rateHz))
  return removed.reduce((sum, { from, to }) => sum + at(to) - at(from), 0)
}
