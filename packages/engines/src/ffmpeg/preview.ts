/** Writes a small JPEG preview of a video frame or of embedded cover art. */
import { rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { videoFilters } from './encoding/video-filters.ts'
import { inputArgs } from './probe/demuxers.ts'
import type { MediaProbe } from './probe/media-probe.ts'
import { type FfmpegContext, type MediaSource, runMedia } from './run/media-process.ts'

const maxSidePixels = 640
const timeoutMs = 8_000
const previewName = 'preview'

interface PreviewFrame {
  readonly stream: number
  readonly filters: readonly string[]
  readonly atSeconds: number
}

/** False when the file has no image or it could not be extracted in time: a preview is optional. */
export async function makePreview(
  context: FfmpegContext,
  source: MediaSource,
  probe: MediaProbe,
  lengthSeconds: number,
  previewPath: string,
): Promise<boolean> {
  for (const frame of previewFrames(probe, lengthSeconds)) {
    const isExtracted = await extractFrame(context, source, frame).catch(() => false)
    if (!isExtracted) continue
    await rename(join(source.workFolder, previewName), previewPath)
    return true
  }
  return false
}

/** ffmpeg's thumbnail filter picks the most representative frame of two seconds, which avoids fades and flashes. */
const sampledSeconds = 2
const sampledFramesPerSecond = 5
const representativeFrame = [
  `fps=${sampledFramesPerSecond}`,
  `thumbnail=${sampledSeconds * sampledFramesPerSecond}`,
]

/** Videos often begin with black frames, so seek a tenth of the way in; files that cannot be seeked use the start. */
function previewFrames({ video, cover }: MediaProbe, lengthSeconds: number): readonly PreviewFrame[] {
  if (video !== null) {
    const { displayWidth, displayHeight } = video
    const factor = Math.min(1, maxSidePixels / Math.max(displayWidth, displayHeight))
    const side = (pixels: number) => Math.max(2, Math.round((pixels * factor) / 2) * 2)
    const filters = videoFilters(video, { width: side(displayWidth), height: side(displayHeight) })
    const frame = { stream: video.index, filters }
    return [
      { ...frame, filters: [...filters, ...representativeFrame], atSeconds: lengthSeconds / 10 },
      { ...frame, atSeconds: 0 },
    ]
  }
  if (cover === null) return []
  const box = `min(${maxSidePixels}\\,iw):min(${maxSidePixels}\\,ih)`
  return [
    { stream: cover.index, filters: [`scale=${box}:force_original_aspect_ratio=decrease`], atSeconds: 0 },
  ]
}

async function extractFrame(
  context: FfmpegContext,
  source: MediaSource,
  frame: PreviewFrame,
): Promise<boolean> {
  await runMedia(context, source, {
    program: 'ffmpeg',
    args: ({ input, outFolder }) => [
      ...['-nostdin', '-hide_banner', '-v', 'error', '-y'],
      ...(frame.atSeconds > 0 ? ['-ss', frame.atSeconds.toFixed(3)] : []),
      ...[
        ...inputArgs(source.format),
        '-t',
        String(sampledSeconds),
        '-i',
        input,
        '-map',
        `0:${frame.stream}`,
      ],
      ...['-frames:v', '1', '-filter:v', frame.filters.join(','), '-map_metadata', '-1'],
      ...['-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', '-q:v', '4', '-f', 'mjpeg', join(outFolder, previewName)],
    ],
    timeoutMs,
  })
  const { size } = await stat(join(source.workFolder, previewName))
  return size > 0
}
