/** Finds out what a track of sound weighs: headers name a ceiling, the rate of the first second, or nothing. */

import type { AudioTrack } from '../probe/media-probe.ts'
import type { Measurement } from './measure.ts'

/** Nearer than this, the file's own word is the exact one. */
const tolerance = 0.05

/** Known only where a single track was read through; `bytes` are counted in whole kilobytes. */
export function measureAudioBytes(
  audio: readonly AudioTrack[],
  seconds: number,
  measured: Measurement | null,
): readonly AudioTrack[] {
  const [track, ...others] = audio
  const bytes = measured?.audioBytes ?? 0
  if (track === undefined || others.length > 0 || bytes === 0 || seconds < 1) return audio
  const counted = (bytes * 8) / seconds
  const isAsSaid = track.bitrate !== null && Math.abs(track.bitrate / counted - 1) < tolerance
  return isAsSaid ? audio : [{ ...track, bitrate: counted }]
}

/** Vorbis names the rate it was asked for, not the one that came out. */
export function isWeightKnown({ codec, bitrate }: AudioTrack): boolean {
  return bitrate !== null && codec !== 'vorbis'
}
