/** Prepares an audio conversion: checks the source, chooses the encoding, builds the ffmpeg arguments. */
import type { AudioTuning } from '@filesmith/contract/advanced-options'
import { AppError } from '@filesmith/contract/errors'
import { convertAudio } from '@filesmith/contract/operations/convert-audio'
import { formatIn } from '../../ability.ts'
import { checkLength } from '../length/check-length.ts'
import { declaredLength, isShortAndExact } from '../length/length.ts'
import { isBitrateReliable, measureAudioBytes } from '../length/measure-audio-bytes.ts'
import { describeMedia } from '../probe/describe-media.ts'
import type { AudioTrack, Chapter, MediaProbe } from '../probe/media-probe.ts'
import { audioArgs } from './audio-args.ts'
import { audioWriters } from './audio-writers.ts'
import { type AudioEncoding, chooseAudioEncoding, mainTrack } from './choose-audio-encoding.ts'
import { refuseUnreadable, usableTracks } from './refusals.ts'
import type { Attempt, MediaPreparation, Task } from './task.ts'

interface AudioOptions extends AudioTuning {
  /** In kbps. */
  readonly quality: string
  readonly isExtraction: boolean
}

export async function prepareAudio(preparation: MediaPreparation<AudioOptions>): Promise<Task> {
  const { context, source, step, probe } = preparation
  const track = requireAudio(preparation, step.options.isExtraction)
  const streams = [track.index]
  const declaredSeconds = declaredLength(probe, step.from, streams)
  const isMeasured = !isShortAndExact(step.from, declaredSeconds) || !isBitrateReliable(track)
  const { headerSeconds } = probe
  const length = await checkLength(context, source, { streams, declaredSeconds, headerSeconds, isMeasured })
  const [measuredTrack = track] = measureAudioBytes([track], length.seconds, length.measured)
  const { quality, isExtraction: _, ...tuning } = step.options
  const target = formatIn(convertAudio.outputs, step.to)
  const request = { target, kilobits: Number(quality), tuning }
  const { maxSeconds = Number.POSITIVE_INFINITY } = audioWriters[target]
  const isCut = length.seconds > maxSeconds
  const attempt = (encoding: AudioEncoding): Attempt => ({
    args: [
      ...(isCut ? ['-t', String(maxSeconds)] : []),
      ...chapterArgs(encoding, probe),
      ...audioArgs(encoding, step.from),
    ],
    video: null,
    audio: encoding.audio.work,
    hasCopies: encoding.audio.work === 'copied' || encoding.cover !== null,
  })
  const audio = [measuredTrack, ...probe.audio.filter(other => other !== track)]
  return {
    before: describeMedia({ ...probe, audio }, { lengthSeconds: length.seconds }),
    lengthSeconds: Math.min(length.seconds, maxSeconds),
    ...(isCut && { notes: [ringtoneNote(maxSeconds)] }),
    missedSeconds: length.missedSeconds,
    frames: null,
    unwantedTags: probe.unwantedTags,
    first: attempt(chooseAudioEncoding(measuredTrack, probe.cover, request)),
    fallback: attempt(chooseAudioEncoding(measuredTrack, probe.cover, { ...request, isFallback: true })),
  }
}

/** Opus in Ogg gets its chapters from the muxer. */
function chapterArgs({ target, audio }: AudioEncoding, { chapters = [] }: MediaProbe): readonly string[] {
  const isVorbis = target === 'ogg' && audio.work === 'encoded'
  return target === 'flac' || isVorbis ? chapterTagArgs(chapters) : []
}

function ringtoneNote(maxSeconds: number): string {
  return `A ringtone has at most ${maxSeconds} seconds: the rest was cut off. To choose another part, trim the file in the audio editor first.`
}

/** The track to convert; a video is rejected unless extraction was requested. */
export function requireAudio(
  { context: { codecs }, step, probe }: MediaPreparation<unknown>,
  isExtraction: boolean,
): AudioTrack {
  refuseUnreadable(probe, step.from)
  if (probe.video !== null && !isExtraction) throw new AppError('video-given')
  const audio = usableTracks(probe.audio, step.from, ({ codec }) => codecs.decodable.has(codec))
  const track = mainTrack(audio)
  if (track === undefined) throw new AppError('no-audio-track')
  return track
}

/* Chapters as Vorbis comments, where the muxers of ffmpeg before version 6 drop them: FLAC, and Vorbis in Ogg. */

/** The tags are arguments of a program, whose number is limited. */
const maxChapters = 500

export function chapterTagArgs(chapters: readonly Chapter[]): readonly string[] {
  if (chapters.length === 0 || chapters.length > maxChapters) return []
  const tags = chapters.flatMap(({ title, startSeconds }, index) => {
    const name = `CHAPTER${String(index + 1).padStart(3, '0')}`
    return ['-metadata', `${name}=${clockTime(startSeconds)}`, '-metadata', `${name}NAME=${title}`]
  })
  // ffmpeg replaces this tag, and moves the last one to its position, where a title would precede its chapter.
  return ['-metadata', 'encoder=', ...tags]
}

function clockTime(seconds: number): string {
  const milliseconds = Math.max(0, Math.round(seconds * 1000))
  const part = (value: number, digits = 2) => String(Math.floor(value)).padStart(digits, '0')
  const minutes = milliseconds / 60_000
  return `${part(minutes / 60)}:${part(minutes % 60)}:${part((milliseconds / 1000) % 60)}.${part(milliseconds % 1000, 3)}`
}
