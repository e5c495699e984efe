/** Measures the playable duration of a file by demuxing it without decoding. */

import { inputArgs } from '../probe/demuxers.ts'
import type { Packet } from '../probe/media-probe.ts'
import { type FfmpegContext, type MediaSource, runMedia } from '../run/media-process.ts'
import { createProgressReader, progressArgs } from '../run/progress.ts'

export interface Measurement {
  /** Up to the start of the last packet in decoding order (a few frames less than the true duration) or to its end. */
  readonly seconds: number
  readonly frames: number
  readonly audioBytes: number
}

export async function measureStreams(
  context: FfmpegContext,
  source: MediaSource,
  streams: readonly number[],
): Promise<Measurement> {
  const listed = measurePackets(source.packets ?? [], streams)
  if (listed !== undefined) return listed
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

/** Undefined if there is no packet, or one without a time. */
export function measurePackets(
  packets: readonly Packet[],
  streams: readonly number[],
): Measurement | undefined {
  let [startSeconds, endSeconds] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let [frames, audioBytes] = [0, 0]
  for (const packet of packets) {
    const isMeasured = streams.includes(packet.stream)
    if (packet.startSeconds === null && isMeasured) return undefined
    // The file starts with its first packet, of whichever stream.
    startSeconds = Math.min(startSeconds, packet.startSeconds ?? startSeconds)
    if (packet.startSeconds === null || !isMeasured) continue
    endSeconds = Math.max(endSeconds, packet.startSeconds + packet.seconds)
    if (packet.kind === 'video') frames += 1
    if (packet.kind === 'audio') audioBytes += packet.bytes
  }
  return endSeconds < startSeconds ? undefined : { seconds: endSeconds - startSeconds, frames, audioBytes }
}

const summary = /audio:(\d+)(?:kB|KiB)/

function parseAudioBytes(stderr: string): number {
  return Number(summary.exec(stderr)?.[1] ?? 0) * 1024
}
