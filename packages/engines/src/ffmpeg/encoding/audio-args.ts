/** ffmpeg arguments that write an audio file for a chosen encoding. */
import type { FormatId } from '@filesmith/contract/formats'
import { audioTrackArgs } from './audio-track-args.ts'
import { audioWriters } from './audio-writers.ts'
import type { AudioEncoding } from './choose-audio-encoding.ts'

/** Ogg stores tags on the audio stream, all other formats on the file. */
const namesTracks: ReadonlySet<FormatId> = new Set(['ogg', 'opus'])

export function audioArgs(
  { target, audio, cover }: AudioEncoding,
  from: FormatId,
  audioMap = `0:${audio.index}`,
): readonly string[] {
  return [
    ...['-map', audioMap],
    ...(namesTracks.has(from) ? ['-map_metadata', `0:s:${audio.index}`] : []),
    ...(cover === null ? [] : ['-map', `0:${cover.index}`]),
    ...audioTrackArgs(audio, 0),
    ...(cover === null ? [] : ['-c:v', cover.codec, '-disposition:v', 'attached_pic']),
    ...audioWriters[target].muxer,
  ]
}
