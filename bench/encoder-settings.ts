/**
 * Compares encoder settings on clips: `node bench/encoder-settings.ts [folder of clips]`. Without a folder it draws
 * clips. Decision record 13 explains which settings were chosen.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, parse } from 'node:path'
import { drawVideos } from './support/draw-video.ts'
import { audioSettings, measureAudio, synthesizeAudio } from './support/measure-audio.ts'
import { measureVideo, type RawClip, type VideoMeasurement } from './support/measure-video.ts'
import { runFfmpeg } from './support/run-ffmpeg.ts'
import { videoSettings } from './support/video-settings.ts'

const clipSeconds = 4
const fullHeight = 1080
const halfHeight = 720

const [clipFolder] = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'filesmith-encoders-'))
try {
  await compareVideos()
  await compareAudio()
} finally {
  await rm(folder, { recursive: true })
}

async function compareVideos(): Promise<void> {
  const clips = clipFolder === undefined ? await drawVideos(folder) : await clipsIn(clipFolder)
  const columns = ['clip', 'encoder', 'setting', 'kbit/s', 'SSIM', 'PSNR dB', 'CPU s per s']
  process.stdout.write(`${columns.join('\t')}\n`)
  for (const clip of clips) {
    for (const height of await heightsOf(clip)) {
      const raw = await unpack(clip, height)
      for (const setting of videoSettings(height === fullHeight))
        printVideo(await measureVideo(raw, setting, folder))
      await rm(raw.path)
    }
  }
}

async function clipsIn(from: string): Promise<string[]> {
  return (await readdir(from)).toSorted().map(name => join(from, name))
}

/** Full HD clips at 1080p and 720p; smaller clips at their own height. */
async function heightsOf(clip: string): Promise<number[]> {
  const { log } = await runFfmpeg(['-i', clip, '-frames:v', '1', '-f', 'null', '-'])
  const height = Number(/Video: .*?, \d+x(\d+)/.exec(log)?.[1])
  return height === fullHeight ? [halfHeight, fullHeight] : [height]
}

async function unpack(clip: string, height: number): Promise<RawClip> {
  const path = join(folder, 'raw.y4m')
  const scale = `scale=-2:${height}:flags=bicubic,format=yuv420p`
  const { log } = await runFfmpeg(['-t', `${clipSeconds}`, '-i', clip, '-an', '-vf', scale, path])
  const [, hours, minutes, seconds] = /time=(\d+):(\d+):([\d.]+)/.exec(log) ?? []
  return {
    name: `${parse(clip).name} ${height}p`,
    path,
    seconds: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
  }
}

function printVideo(row: VideoMeasurement): void {
  const figures = [row.kilobitsPerSecond.toFixed(0), row.ssim.toFixed(4), row.psnrDb.toFixed(2)]
  const cells = [row.clip, row.encoder, row.setting, ...figures, row.cpuSecondsPerSecond.toFixed(2)]
  process.stdout.write(`${cells.join('\t')}\n`)
}

async function compareAudio(): Promise<void> {
  const sound = await synthesizeAudio(folder)
  process.stdout.write('\nsetting\tkbit/s\tCPU s per minute\tbandwidth Hz\n')
  for (const setting of audioSettings) {
    const row = await measureAudio(sound, setting, folder)
    const figures = [row.kilobitsPerSecond.toFixed(0), row.cpuSecondsPerMinute.toFixed(2), row.highestHz]
    process.stdout.write(`${[row.setting, ...figures].join('\t')}\n`)
  }
}
