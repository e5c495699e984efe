/** Measures how much of a file can really be played, by reading it through without decoding. */
import { inputArgs } from '../probe/demuxers.ts'
import { type FfmpegContext, type MediaSource, runMedia } from '../run/media-process.ts'
import { progressArgs, readPace } from '../run/progress.ts'

export interface Measurement {
  /** Until the last packet begins, in the order of decoding: a few pictures less than the true length. */
  readonly seconds: number
  readonly frames: number
  readonly audioBytes: number
}

export async function measureStreams(
  context: FfmpegContext,
  source: MediaSource,
  streams: readonly number[],
): Promise<Measurement> {
  const reader = readPace()
  const { stderr } = await runMedia(context, source, {
    program: 'ffmpeg',
    args: ({ input }) => [
      ...['-nostdin', '-hide_banner', '-v', 'info', ...progressArgs],
      ...[...inputArgs(source.format), '-i', input],
      ...streams.flatMap(index => ['-map', `0:${index}`]),
      ...['-c', 'copy', '-f', 'null', '-'],
    ],
    onLine: reader.readLine,
  })
  const { seconds, frames } = reader.pace
  return { seconds, frames, audioBytes: soundBytes(stderr) }
}

const summary = /audio:(\d+)(?:kB|KiB)/

function soundBytes(stderr: string): number {
  return Number(summary.exec(stderr)?.[1] ?? 0) * 1024
}
