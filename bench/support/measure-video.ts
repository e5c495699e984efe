/** Encodes a clip with one encoder setting and measures bitrate, SSIM, PSNR and CPU time. */
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { runFfmpeg } from './run-ffmpeg.ts'

export interface VideoSetting {
  readonly encoder: 'x264' | 'vp9' | 'mpeg4'
  /** As shown in the table: 'veryfast crf 23'. */
  readonly name: string
  readonly args: readonly string[]
}

/** Uncompressed frames, so that decoding costs next to nothing. */
export interface RawClip {
  readonly name: string
  readonly path: string
  readonly seconds: number
}

export interface VideoMeasurement {
  readonly clip: string
  readonly encoder: VideoSetting['encoder']
  readonly setting: string
  readonly kilobitsPerSecond: number
  readonly ssim: number
  readonly psnrDb: number
  readonly cpuSecondsPerSecond: number
}

export async function measureVideo(
  clip: RawClip,
  setting: VideoSetting,
  folder: string,
): Promise<VideoMeasurement> {
  const path = join(folder, 'encoded.mkv')
  const { cpuSeconds } = await runFfmpeg(['-i', clip.path, '-an', ...setting.args, path])
  const { size: bytes } = await stat(path)
  const compare = '[0:v]settb=AVTB,setpts=N[a];[1:v]settb=AVTB,setpts=N[b];[a]split[a1][a2];[b]split[b1][b2];'
  const graph = `${compare}[a1][b1]ssim;[a2][b2]psnr`
  const { log } = await runFfmpeg(['-i', path, '-i', clip.path, '-lavfi', graph, '-f', 'null', '-'])
  await rm(path)
  return {
    clip: clip.name,
    encoder: setting.encoder,
    setting: setting.name,
    kilobitsPerSecond: (bytes * 8) / 1000 / clip.seconds,
    ssim: Number(/SSIM .*All:([\d.]+)/.exec(log)?.[1]),
    psnrDb: Number(/PSNR .*average:([\d.]+|inf)/.exec(log)?.[1]),
    cpuSecondsPerSecond: cpuSeconds / clip.seconds,
  }
}
