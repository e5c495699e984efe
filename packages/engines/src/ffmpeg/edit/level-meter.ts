/** Runs a recording through filters without writing anything: how much comes out, and how loud it is. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inputArgs } from '../probe/demuxers.ts'
import type { AudioTrack } from '../probe/media-probe.ts'
import { type FfmpegContext, type MediaSource, runMedia } from '../run/media-process.ts'
import { progressArgs, readPace } from '../run/progress.ts'
import { type AudioInput, isUnsteady, ownAudio, steadyAudio } from './audio-input.ts'
import { type Loudness, loudnessMeter, readLoudness } from './loudness.ts'
import type { SharedProgress } from './share-progress.ts'

/** In the folder ffmpeg starts in; a list of a thousand pauses is too long for an argument. */
const graphName = 'listen.graph'

/** Of the bar that is left: writing the result takes most of the time. */
const shareOfBar = 0.3

export interface Heard {
  readonly samples: number
  readonly loudness: Loudness
}

export interface Listening {
  readonly filters: readonly string[]
  readonly isMeasured: boolean
  readonly expectedSeconds: number
}

export type Listen = (listening: Listening) => Promise<Heard>

export interface LevelMeter {
  readonly listen: Listen
  /** What is listened to; known after the first time. */
  readonly input: AudioInput
}

export function createLevelMeter(
  context: FfmpegContext,
  source: MediaSource,
  track: AudioTrack,
  progress: SharedProgress,
): LevelMeter {
  let sound = ownAudio(track)

  const listenOnce: Listen = async ({ filters, isMeasured, expectedSeconds }) => {
    const graph = [...filters, ...(isMeasured ? [loudnessMeter] : [])]
    await writeFile(join(source.workFolder, graphName), graph.join(','))
    const tell = progress.next(shareOfBar)
    const reader = readPace(({ seconds }) => tell(Math.min(1, seconds / expectedSeconds)))
    const { stderr } = await runMedia(context, source, {
      program: 'ffmpeg',
      args: ({ input }) => [
        ...['-nostdin', '-hide_banner', '-v', 'info', '-y', ...progressArgs],
        ...[
          ...inputArgs(source.format),
          '-reinit_filter',
          '0',
          '-i',
          input,
          ...sound.more,
          '-map',
          sound.map,
        ],
        ...['-filter_script:a', graphName, '-c:a', 'pcm_s16le', '-f', 'null', '-'],
      ],
      onLine: reader.readLine,
    })
    return {
      samples: Math.round(reader.pace.seconds * track.sampleRateHz),
      loudness: readLoudness(stderr),
    }
  }

  return {
    async listen(listening) {
      try {
        return await listenOnce(listening)
      } catch (error) {
        if (sound.more.length > 0 || !isUnsteady(error)) throw error
        sound = await steadyAudio(context, source, track)
        return listenOnce(listening)
      }
    },
    get input() {
      return sound
    },
  }
}
