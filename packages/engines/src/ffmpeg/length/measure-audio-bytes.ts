/** Determines the bitrate of an audio track from its size: headers declare a maximum, an initial rate, or nothing. */

import type { AudioTrack } from '../probe/media-probe.ts'
import type { Measurement } from './measure-streams.ts'

/** Within this tolerance the declared bitrate is the more exact one. */
const tolerance = 0.05

/** Only possible when a single track was read; bytes are counted in whole kilobytes. */
export function measureAudioBytes(
  audio: readonly AudioTrack[],
  seconds: number,
  measured: Measurement | null,
): readonly AudioTrack[] {
  const [track, ...others] = audio
  const bytes = measured?.audioBytes ?? 0
  if (track === undefined || others.length > 0 || bytes === 0 || seconds < 1) return audio
  const counted = (bytes * 8) / seconds
  const isAsDeclared = track.bitrate !== null && Math.abs(track.bitrate / counted - 1) < tolerance
  return isAsDeclared ? audio : [{ ...track, bitrate: counted }]
}

/** Vorbis declares the nominal bitrate, not the actual one. */
export function isBitrateReliable({ codec, bitrate }: AudioTrack): boolean {
  return bitrate !== null && codec !== 'vorbis'
}
