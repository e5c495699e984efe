/** Builds the ffmpeg arguments that write an edited audio file with its tags and cover art. */
import type { FormatId } from '@filesmith/contract/formats'
import { audioArgs } from '../encoding/audio-args.ts'
import { type AudioFormat, highestKilobits } from '../encoding/audio-writers.ts'
import { type AudioEncoding, chooseAudioEncoding } from '../encoding/choose-audio-encoding.ts'
import type { Attempt } from '../encoding/task.ts'
import type { AudioTrack, MediaProbe } from '../probe/media-probe.ts'
import { editedAudio, isDithered, makeUpFilters, storesSamplesOf } from './edited-audio.ts'

export interface OutputRequest {
  readonly track: AudioTrack
  readonly cover: MediaProbe['cover']
  readonly from: FormatId
  readonly to: AudioFormat
}

export interface Attempts {
  readonly first: Attempt
  readonly fallback: Attempt
}

/** Without edits: encodes only when the codec does not fit the target format. */
export function uneditedAttempts(request: OutputRequest): Attempts {
  const { track, cover, from, to } = request
  const encoded = editedAudio(track, to, false)
  const { audio, ...encoding } = chooseAudioEncoding(track, cover, { target: to, kilobits: highestKilobits })
  const copied = audio.work === 'copied' ? audio : encoded
  return attempts({ ...encoding, audio: copied }, { ...encoding, audio: encoded }, copied.work, {
    from,
    more: [],
  })
}

export interface EditedOutputRequest extends OutputRequest {
  readonly filters: readonly string[]
  /** Sample values change; a mere cut or removal of silence keeps them. */
  readonly changesSamples: boolean
  readonly isSilent: boolean
  /** Timestamps move, so chapters are dropped. */
  readonly isShifted: boolean
  readonly audioMap: string
  /** File that the filter graph is written to. */
  readonly graphName: string
}

export function editedAttempts(request: EditedOutputRequest): Attempts & { readonly graph: string } {
  const { track, cover, from, to, changesSamples, graphName, audioMap } = request
  // The filter graph already mixed the channels, before levels were measured.
  const { layout: _, ...audio } = editedAudio(track, to, changesSamples)
  const needsDither = changesSamples && !request.isSilent && isDithered(audio)
  const graph = [
    ...request.filters,
    ...makeUpFilters(audio, track.sampleRateHz),
    ...(needsDither ? ['aresample=osf=s16:dither_method=triangular'] : []),
  ]
  const encoding = { ...chooseAudioEncoding(track, cover, { target: to, kilobits: highestKilobits }), audio }
  const work = !changesSamples && storesSamplesOf(track, to) ? 'copied' : 'encoded'
  const more = ['-filter_script:a:0', graphName, ...(request.isShifted ? ['-map_chapters', '-1'] : [])]
  return { graph: graph.join(','), ...attempts(encoding, encoding, work, { from, more, audioMap }) }
}

function attempts(
  first: AudioEncoding,
  fallback: AudioEncoding,
  work: 'copied' | 'encoded',
  { from, more, audioMap }: { from: FormatId; more: readonly string[]; audioMap?: string },
): Attempts {
  const attempt = (encoding: AudioEncoding, audio: 'copied' | 'encoded'): Attempt => ({
    args: [...audioArgs(encoding, from, audioMap), ...more],
    video: null,
    audio,
    hasCopies: encoding.audio.work === 'copied' || encoding.cover !== null,
  })
  return {
    first: attempt(first, work),
    fallback: attempt({ ...fallback, cover: null }, fallback === first ? work : 'encoded'),
  }
}
