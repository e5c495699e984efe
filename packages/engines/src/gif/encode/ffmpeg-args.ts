/** ffmpeg arguments that encode raw frames from standard input as GIF, WebP, APNG or MP4. */
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

export function paletteArgs(job: EncodeJob, paletteName: string): readonly string[] {
  const palette = `palettegen=max_colors=${job.effort.gif.colors}:stats_mode=diff`
  return [
    ...framesInput(job),
    ...[
      '-filter:v',
      [...scaleFilters(job), palette].join(','),
      '-frames:v',
      '1',
      '-update',
      '1',
      paletteName,
    ],
  ]
}

/** Ordered dithering has a fixed pattern, so static areas compress between frames, and this scale is barely visible. */
const dither = 'dither=bayer:bayer_scale=5'

export function gifArgs(job: EncodeJob, paletteName: string | null, outName: string): readonly string[] {
  const prepared = [...timeFilters(job), ...scaleFilters(job)].join(',')
  const { colors } = job.effort.gif
  const graph =
    paletteName === null
      ? `[0]${prepared},split[a][b];[a]palettegen=max_colors=${colors}:stats_mode=single[p];[b][p]paletteuse=new=1:${dither}`
      : `[0]${prepared}[a];[a][1]paletteuse=${dither}:diff_mode=rectangle`
  return [
    ...framesInput(job),
    ...(paletteName === null ? [] : ['-i', paletteName]),
    ...['-filter_complex', graph, ...keepTimestamps, '1:100', '-loop', gifLoop(job.plays)],
    // Frames that are cleared before the next one have to be complete.
    ...(job.hasAlpha ? ['-gifflags', '-transdiff-offsetting'] : []),
    ...['-final_delay', String(lastDelay(job)), '-f', 'gif', outName],
  ]
}

/** GIF stores the number of repeats after the first play, and no loop extension when it plays once. */
function gifLoop(plays: number): string {
  if (plays === 0) return '0'
  return String(plays === 1 ? -1 : plays - 1)
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
