/** Arguments that write an edited recording, with its tags and its sleeve. */
import type { FormatId } from '@filesmith/contract/formats'
import { audioArgs } from '../plan/audio-args.ts'
import { type AudioFormat, type AudioPlan, planAudio } from '../plan/plan-audio.ts'
import type { Attempt } from '../plan/task.ts'
import type { AudioTrack, MediaProbe } from '../probe/media-probe.ts'
import { editedAudio, highestKilobits, holdsSamplesOf, isDithered, makeUpFilters } from './edited-audio.ts'

export interface Writing {
  readonly track: AudioTrack
  readonly cover: MediaProbe['cover']
  readonly from: FormatId
  readonly to: AudioFormat
}

export interface Attempts {
  readonly first: Attempt
  readonly careful: Attempt
}

/** Nothing is edited: only what does not fit as it is has to be encoded. */
export function plainAttempts(writing: Writing): Attempts {
  const { track, cover, from, to } = writing
  const encoded = editedAudio(track, to, false)
  const { audio, ...plan } = planAudio(track, cover, { target: to, kilobits: highestKilobits })
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
  readonly audioMap: string
  /** Where the filters will be written. */
  readonly graphName: string
}

export function editedAttempts(writing: EditedWriting): Attempts & { readonly graph: string } {
  const { track, cover, from, to, hasNewValues, graphName, audioMap } = writing
  // Channels are mixed by the filters, before levels are measured.
  const { layout: _, ...audio } = editedAudio(track, to, hasNewValues)
  const isNoiseNeeded = hasNewValues && !writing.isSilent && isDithered(audio)
  const graph = [
    ...writing.filters,
    ...makeUpFilters(audio, track.sampleRateHz),
    ...(isNoiseNeeded ? ['aresample=osf=s16:dither_method=triangular'] : []),
  ]
  const plan = { ...planAudio(track, cover, { target: to, kilobits: highestKilobits }), audio }
  const work = !hasNewValues && holdsSamplesOf(track, to) ? 'copied' : 'encoded'
  const more = ['-filter_script:a:0', graphName, ...(writing.isShifted ? ['-map_chapters', '-1'] : [])]
  return { graph: graph.join(','), ...attempts(plan, plan, work, { from, more, audioMap }) }
}

function attempts(
  first: AudioPlan,
  careful: AudioPlan,
  work: 'copied' | 'encoded',
  { from, more, audioMap }: { from: FormatId; more: readonly string[]; audioMap?: string },
): Attempts {
  const attempt = (plan: AudioPlan, audio: 'copied' | 'encoded'): Attempt => ({
    args: [...audioArgs(plan, from, audioMap), ...more],
    video: null,
    audio,
    hasCopies: plan.audio.work === 'copied' || plan.cover !== null,
  })
  return {
    first: attempt(first, work),
    careful: attempt({ ...careful, cover: null }, careful === first ? work : 'encoded'),
  }
}
