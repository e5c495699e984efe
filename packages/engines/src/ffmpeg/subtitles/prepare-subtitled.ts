/** Gets a film ready to carry subtitles: drawn into its pictures, or as a track that players switch on. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PlanStep } from '@filesmith/contract/schemas/plan'
import { targetSize } from '../plan/image-size.ts'
import { prepareVideo } from '../plan/prepare-video.ts'
import type { Attempt, Task } from '../plan/task.ts'
import type { MediaProbe } from '../probe/media-probe.ts'
import type { FfmpegContext, MediaSource } from '../run/media-process.ts'
import { parseSrt, type SubtitleCue } from './parse-srt.ts'
import { writeAss } from './write-ass.ts'
import { writePlainSrt } from './write-plain-srt.ts'

/** In the folder ffmpeg starts in, so that no path has to be escaped. */
const assName = 'subtitles.ass'
const srtName = 'subtitles.srt'

export async function prepareSubtitled(
  context: FfmpegContext,
  source: MediaSource,
  step: PlanStep,
  probe: MediaProbe,
): Promise<Task> {
  const cues = parseSrt(String(step.options.subtitles))
  const film: PlanStep = { ...step, options: { quality: 'original' } }
  return step.options.way === 'track'
    ? addTrack(await prepareVideo(context, source, film, probe), source, cues)
    : draw(context, source, film, probe, cues)
}

async function draw(
  context: FfmpegContext,
  source: MediaSource,
  film: PlanStep,
  probe: MediaProbe,
  cues: readonly SubtitleCue[],
): Promise<Task> {
  const task = await prepareVideo(context, source, film, probe, { drawnOver: [`ass=${assName}`] })
  const { shownWidth = 0, shownHeight = 0 } = probe.video ?? {}
  const size = targetSize({ width: shownWidth, height: shownHeight }, 'original')
  await writeFile(join(source.workFolder, assName), writeAss(cues, size))
  return task
}

/** The film itself is taken over as it is wherever an MP4 can hold it. */
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
    careful: withTrack(task.careful),
  }
}
