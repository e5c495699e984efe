/** Prepares a video with subtitles: burned into the frames, or as a text track that players can switch on. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExecutionStep } from '@filesmith/contract/schemas/execution-plan'
import { prepareVideo } from '../encoding/prepare-video.ts'
import type { Attempt, Task } from '../encoding/task.ts'
import { targetSize } from '../encoding/video-size.ts'
import type { MediaProbe } from '../probe/media-probe.ts'
import type { FfmpegContext, MediaSource } from '../run/media-process.ts'
import { parseSrt, type SubtitleCue } from './parse-srt.ts'
import { writeAss } from './write-ass.ts'
import { writePlainSrt } from './write-plain-srt.ts'

/** Relative to the working directory of ffmpeg, so that no path has to be escaped in the filter. */
const assName = 'subtitles.ass'
const srtName = 'subtitles.srt'

export async function prepareSubtitled(
  context: FfmpegContext,
  source: MediaSource,
  step: ExecutionStep,
  probe: MediaProbe,
): Promise<Task> {
  const cues = parseSrt(String(step.options.subtitles))
  const videoStep: ExecutionStep = { ...step, options: { quality: 'original' } }
  return step.options.way === 'track'
    ? addTrack(await prepareVideo(context, source, videoStep, probe), source, cues)
    : draw(context, source, videoStep, probe, cues)
}

async function draw(
  context: FfmpegContext,
  source: MediaSource,
  videoStep: ExecutionStep,
  probe: MediaProbe,
  cues: readonly SubtitleCue[],
): Promise<Task> {
  const task = await prepareVideo(context, source, videoStep, probe, { overlays: [`ass=${assName}`] })
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
