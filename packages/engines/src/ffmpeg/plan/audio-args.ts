/** Arguments that make a recording as planned. */
import type { RecordingFormat, RecordingPlan } from './plan-audio.ts'
import { soundArgs } from './sound-args.ts'

const muxers: Readonly<Record<RecordingFormat, readonly string[]>> = {
  mp3: ['-id3v2_version', '3', '-f', 'mp3'],
  // A header of its own for more than 4 GB.
  wav: ['-rf64', 'auto', '-f', 'wav'],
  aac: ['-f', 'adts'],
  ogg: ['-f', 'ogg'],
  flac: ['-f', 'flac'],
  m4a: ['-movflags', '+faststart', '-f', 'ipod'],
}

export function recordingArgs({ target, audio, cover }: RecordingPlan): readonly string[] {
  return [
    ...['-map', `0:${audio.index}`],
    ...(cover === null ? [] : ['-map', `0:${cover.index}`]),
    ...soundArgs(audio, 0),
    ...(cover === null ? [] : ['-c:v', cover.codec, '-disposition:v', 'attached_pic']),
    ...muxers[target],
  ]
}
