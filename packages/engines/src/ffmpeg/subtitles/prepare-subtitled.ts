/** Prepares a video with subtitles: burned into the frames, or as a text track that players can switch on. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SubtitleWay } from '@filesmith/contract/operations/add-subtitles'
import { prepareVideo } from '../encoding/prepare-video.ts'
import type { Attempt, MediaPreparation, Task } from '../encoding/task.ts'
import { targetSize } from '../encoding/video-size.ts'
import type { MediaSource } from '../run/media-process.ts'
import { parseSrt, type SubtitleCue } from './parse-srt.ts'
import { writeAss } from './write-ass.ts'
import { writePlainSrt } from './write-plain-srt.ts'

/** Relative to the working directory of ffmpeg, so that no path has to be escaped in the filter. */
const assName = 'subtitles.ass'
const srtName = 'subtitles.srt'

interface SubtitleOptions {
  readonly subtitles: string
  readonly way: SubtitleWay
}

export async function prepareSubtitled(preparation: MediaPreparation<SubtitleOptions>): Promise<Task> {
  const { source, step, probe } = preparation
  const cues = parseSrt(step.options.subtitles)
  const video = { ...preparation, step: { ...step, options: { quality: 'original' } } } as const
  if (step.options.way === 'track') return addTrack(await prepareVideo(video), source, cues)
  const task = await prepareVideo(video, { overlays: [`ass=${assName}`] })
  const { displayWidth = 0, displayHeight = 0 } = probe.video ?? {}
  const size = targetSize({ width: displayWidth, height: displayHeight }, 'original')
  await writeFile(join(source.workFolder, assName), writeAss(cues, size))
  return task
}

/** Copies the video where MP4 can hold it. */
async function addTrack(
  task: Task,
  { workFolder }: MediaSource,
  cues: readonly SubtitleCue[],
): Promise<Task> {
  await writeFile(join(workFolder, srtName), writePlainSrt(cues))
  const withTrack = (attempt: Attempt): Attempt => {
    const others = attempt.args.filter(arg => /^-c:s:\d+$/.test(arg)).length
    return {
      ...attempt,
      args: [
        ...attempt.args,
        ...['-map', '1:0', `-c:s:${others}`, 'mov_text', `-disposition:s:${others}`, 'default'],
      ],
    }
  }
  return {
    ...task,
    moreInputs: ['-protocol_whitelist', 'file', '-f', 'srt', '-i', srtName],
    first: withTrack(task.first),
    fallback: withTrack(task.fallback),
  }
}
