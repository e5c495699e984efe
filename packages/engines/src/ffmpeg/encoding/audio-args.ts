/** ffmpeg arguments that write an audio file for a chosen encoding. */
import type { FormatId } from '@filesmith/contract/formats'
import { audioTrackArgs } from './audio-track-args.ts'
import type { AudioEncoding, AudioFormat } from './choose-audio-encoding.ts'

const muxers: Readonly<Record<AudioFormat, readonly string[]>> = {
  mp3: ['-id3v2_version', '3', '-f', 'mp3'],
  // RF64 header for files of more than 4 GB.
  wav: ['-rf64', 'auto', '-f', 'wav'],
  aac: ['-f', 'adts'],
  ogg: ['-f', 'ogg'],
  flac: ['-f', 'flac'],
  m4a: ['-movflags', '+faststart', '-f', 'ipod'],
}

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
    ...muxers[target],
  ]
}
