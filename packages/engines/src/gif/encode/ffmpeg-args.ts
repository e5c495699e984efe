/** ffmpeg arguments that scale raw frames from standard input, or encode them as WebP, APNG or MP4. */
import type { EncodeJob } from './encode-job.ts'

const quiet = ['-nostdin', '-hide_banner', '-v', 'error', '-y']

function framesInput({ width, height }: EncodeJob): readonly string[] {
  return [
    ...[...quiet, '-protocol_whitelist', 'file,pipe'],
    ...['-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${width}x${height}`, '-i', 'pipe:0'],
  ]
}

function scaleFilters({ width, height, target }: EncodeJob): readonly string[] {
  if (target.width === width && target.height === height) return []
  return [`scale=${target.width}:${target.height}:flags=lanczos`]
}

/** Sets timestamps: a common step for all frames, with corrections for frames that last longer or shorter. */
function timeFilters({ delays, unitsPerSecond }: EncodeJob): readonly string[] {
  const step = delays[0] ?? 1
  const corrections = delays
    .slice(0, -1)
    .flatMap((delay, index) => (delay === step ? [] : [`gte(N,${index + 1})*(${delay - step})`]))
  return [`settb=1/${unitsPerSecond}`, `setpts='${[`N*${step}`, ...corrections].join('+')}'`]
}

function lastDelay({ delays }: EncodeJob): number {
  return delays.at(-1) ?? 1
}

const keepTimestamps = ['-fps_mode', 'passthrough', '-enc_time_base']

export function scaleArgs(job: EncodeJob, outName: string): readonly string[] {
  const filters = [...scaleFilters(job), 'format=rgba'].join(',')
  return [...framesInput(job), '-filter:v', filters, '-fps_mode', 'passthrough', '-f', 'rawvideo', outName]
}

export function webpArgs(job: EncodeJob, outName: string): readonly string[] {
  const format = job.hasAlpha ? 'yuva420p' : 'yuv420p'
  return [
    ...framesInput(job),
    ...['-filter:v', [...timeFilters(job), ...scaleFilters(job), `format=${format}`].join(',')],
    ...[...keepTimestamps, '1:1000', '-c:v', 'libwebp_anim', '-lossless', '0'],
    ...['-quality', String(job.effort.webpQuality), '-compression_level', '4', '-f', 'webp', outName],
  ]
}

/** RGBA even for opaque frames: unchanged pixels become transparent and compress to almost nothing. */
export function apngArgs(job: EncodeJob, outName: string): readonly string[] {
  return [
    ...framesInput(job),
    ...['-filter:v', [...timeFilters(job), ...scaleFilters(job), 'format=rgba'].join(',')],
    ...[...keepTimestamps, '1:1000', '-c:v', 'apng', '-pred', 'mixed', '-plays', String(job.plays)],
    ...['-final_delay', `${lastDelay(job)}/1000`, '-f', 'apng', outName],
  ]
}

/** The last frame is fed twice, so that its duration is defined. */
export function mp4Args(job: EncodeJob, outName: string): readonly string[] {
  const { framesPerSecond, delays, unitsPerSecond, effort } = job
  const seconds = delays.reduce((sum, delay) => sum + delay, 0) / unitsPerSecond
  const colors = 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p'
  const filters = [
    ...timeFilters({ ...job, delays: [...delays, 0] }),
    `fps=${framesPerSecond}`,
    ...scaleFilters(job),
    colors,
  ]
  return [
    ...framesInput(job),
    ...['-filter:v', filters.join(','), '-t', seconds.toFixed(3)],
    ...['-c:v', 'libx264', '-preset', 'medium', '-crf', String(effort.crf), '-profile:v', 'high'],
    ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'],
    ...['-movflags', '+faststart', '-f', 'mp4', outName],
  ]
}
