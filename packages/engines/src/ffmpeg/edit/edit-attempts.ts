/** Arguments that write an edited recording, with its tags and its sleeve. */
import type { FormatId } from '@filesmith/contract/formats'
import { recordingArgs } from '../plan/audio-args.ts'
import { planRecording, type RecordingFormat, type RecordingPlan } from '../plan/plan-audio.ts'
import type { Attempt } from '../plan/task.ts'
import type { AudioTrack, MediaProbe } from '../probe/media-probe.ts'
import { editedSound, highestKilobits, holdsSamplesOf, isDithered, makeUpFilters } from './edited-sound.ts'

export interface Writing {
  readonly track: AudioTrack
  readonly cover: MediaProbe['cover']
  readonly from: FormatId
  readonly to: RecordingFormat
}

export interface Attempts {
  readonly first: Attempt
  readonly careful: Attempt
}

/** Nothing is edited: only what does not fit as it is has to be encoded. */
export function plainAttempts(writing: Writing): Attempts {
  const { track, cover, from, to } = writing
  const encoded = editedSound(track, to, false)
  const { audio, ...plan } = planRecording(track, cover, { target: to, kilobits: highestKilobits })
  const copied = audio.work === 'copied' ? audio : encoded
  return attempts({ ...plan, audio: copied }, { ...plan, audio: encoded }, copied.work, { from, more: [] })
}

export interface EditedWriting extends Writing {
  readonly filters: readonly string[]
  /** Samples have other values than before, not only other neighbours. */
  readonly hasNewValues: boolean
  readonly isSilent: boolean
  /** Moments are no longer where they were. */
  readonly isShifted: boolean
  readonly soundMap: string
  /** Where the filters will be written. */
  readonly graphName: string
}

export function editedAttempts(writing: EditedWriting): Attempts & { readonly graph: string } {
  const { track, cover, from, to, hasNewValues, graphName, soundMap } = writing
  // Channels are mixed by the filters, before levels are measured.
  const { layout: _, ...audio } = editedSound(track, to, hasNewValues)
  const isNoiseNeeded = hasNewValues && !writing.isSilent && isDithered(audio)
  const graph = [
    ...writing.filters,
    ...makeUpFilters(audio, track.sampleRateHz),
    ...(isNoiseNeeded ? ['aresample=osf=s16:dither_method=triangular'] : []),
  ]
  const plan = { ...planRecording(track, cover, { target: to, kilobits: highestKilobits }), audio }
  const work = !hasNewValues && holdsSamplesOf(track, to) ? 'copied' : 'encoded'
  const more = ['-filter_script:a:0', graphName, ...(writing.isShifted ? ['-map_chapters', '-1'] : [])]
  return { graph: graph.join(','), ...attempts(plan, plan, work, { from, more, soundMap }) }
}

function attempts(
  first: RecordingPlan,
  careful: RecordingPlan,
  work: 'copied' | 'encoded',
  { from, more, soundMap }: { from: FormatId; more: readonly string[]; soundMap?: string },
): Attempts {
  const attempt = (plan: RecordingPlan, audio: 'copied' | 'encoded'): Attempt => ({
    args: [...recordingArgs(plan, from, soundMap), ...more],
    video: null,
    audio,
    hasCopies: plan.audio.work === 'copied' || plan.cover !== null,
  })
  return {
    first: attempt(first, work),
    careful: attempt({ ...careful, cover: null }, careful === first ? work : 'encoded'),
  }
}
