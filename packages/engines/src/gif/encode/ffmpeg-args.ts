/** How ffmpeg is told to turn frames on its standard input into a moving picture. */
import type { EncodeJob } from './encode-job.ts'

const quietly = ['-nostdin', '-hide_banner', '-v', 'error', '-y']

function framesInput({ width, height }: EncodeJob): readonly string[] {
  return [
    ...[...quietly, '-protocol_whitelist', 'file,pipe'],
    ...['-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${width}x${height}`, '-i', 'pipe:0'],
  ]
}

function scaleFilters({ width, height, target }: EncodeJob): readonly string[] {
  if (target.width === width && target.height === height) return []
  return [`scale=${target.width}:${target.height}:flags=lanczos`]
}

/** When each frame is shown: the usual step for all, and corrections where one takes longer or shorter. */
function timeFilters({ delays, unitsPerSecond }: EncodeJob): readonly string[] {
  const usual = delays[0] ?? 1
  const corrections = delays
    .slice(0, -1)
    .flatMap((delay, index) => (delay === usual ? [] : [`gte(N,${index + 1})*(${delay - usual})`]))
  return [`settb=1/${unitsPerSecond}`, `setpts='${[`N*${usual}`, ...corrections].join('+')}'`]
}

function lastDelay({ delays }: EncodeJob): number {
  return delays.at(-1) ?? 1
}

const asTimed = ['-fps_mode', 'passthrough', '-enc_time_base']

export function paletteArgs(job: EncodeJob, paletteName: string): readonly string[] {
  const palette = `palettegen=max_colors=${job.effort.look.colors}:stats_mode=diff`
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

/** Its pattern stands still from frame to frame, so what does not move needs no bytes; and it is barely seen. */
const dither = 'dither=bayer:bayer_scale=5'

export function gifArgs(job: EncodeJob, paletteName: string | null, outName: string): readonly string[] {
  const prepared = [...timeFilters(job), ...scaleFilters(job)].join(',')
  const { colors } = job.effort.look
  const graph =
    paletteName === null
      ? `[0]${prepared},split[a][b];[a]palettegen=max_colors=${colors}:stats_mode=single[p];[b][p]paletteuse=new=1:${dither}`
      : `[0]${prepared}[a];[a][1]paletteuse=${dither}:diff_mode=rectangle`
  return [
    ...framesInput(job),
    ...(paletteName === null ? [] : ['-i', paletteName]),
    ...['-filter_complex', graph, ...asTimed, '1:100', '-loop', gifLoop(job.plays)],
    // Frames that are cleared before the next have to be whole.
    ...(job.hasAlpha ? ['-gifflags', '-transdiff-offsetting'] : []),
    ...['-final_delay', String(lastDelay(job)), '-f', 'gif', outName],
  ]
}

/** A GIF says how often it is repeated after the first time, and says nothing when it is not. */
function gifLoop(plays: number): string {
  if (plays === 0) return '0'
  return String(plays === 1 ? -1 : plays - 1)
}

export function webpArgs(job: EncodeJob, outName: string): readonly string[] {
  const format = job.hasAlpha ? 'yuva420p' : 'yuv420p'
  return [
    ...framesInput(job),
    ...['-filter:v', [...timeFilters(job), ...scaleFilters(job), `format=${format}`].join(',')],
    ...[...asTimed, '1:1000', '-c:v', 'libwebp_anim', '-lossless', '0'],
    ...['-quality', String(job.effort.webpQuality), '-compression_level', '4', '-f', 'webp', outName],
  ]
}

/** Opaque or not, what does not change is see-through and costs nothing. */
export function apngArgs(job: EncodeJob, outName: string): readonly string[] {
  return [
    ...framesInput(job),
    ...['-filter:v', [...timeFilters(job), ...scaleFilters(job), 'format=rgba'].join(',')],
    ...[...asTimed, '1:1000', '-c:v', 'apng', '-pred', 'mixed', '-plays', String(job.plays)],
    ...['-final_delay', `${lastDelay(job)}/1000`, '-f', 'apng', outName],
  ]
}

/** The last frame comes twice, so that it is known when it ends. */
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
