/** Measures the playable duration of a file by demuxing it without decoding. */
import { inputArgs } from '../probe/demuxers.ts'
import { type FfmpegContext, type MediaSource, runMedia } from '../run/media-process.ts'
import { createProgressReader, progressArgs } from '../run/progress.ts'

export interface Measurement {
  /** Start of the last packet in decoding order: a few frames less than the true duration. */
  readonly seconds: number
  readonly frames: number
  readonly audioBytes: number
}

export async function measureStreams(
  context: FfmpegContext,
  source: MediaSource,
  streams: readonly number[],
): Promise<Measurement> {
  const reader = createProgressReader()
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
  const { seconds, frames } = reader.progress
  return { seconds, frames, audioBytes: parseAudioBytes(stderr) }
}

const summary = /audio:(\d+)(?:kB|KiB)/

function parseAudioBytes(stderr: string): number {
  return Number(summary.exec(stderr)?.[1] ?? 0) * 1024
}
