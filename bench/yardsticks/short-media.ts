/** Short audio and video files, upload to downloaded result, against bare `ffmpeg -i in out` in the same run. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { convertAudio } from '@filesmith/contract/operations/convert-audio'
import { convertVideo } from '@filesmith/contract/operations/convert-video'
import { type Clip, drawClip } from '../../tests/support/clips.ts'
import type { BenchRow } from '../bench.ts'
import { type BenchClient, createBenchClient } from '../support/client.ts'
import { corpusFolder } from '../support/corpus-folder.ts'
import { startMeasuredServer } from '../support/measured-server.ts'
import { median } from '../support/median.ts'
import { timeMs } from '../support/time.ts'

type Kind = 'audio' | 'video'

interface ShortFile {
  readonly name: string
  readonly bytes: Buffer
  readonly kind: Kind
  readonly to: string
}

const runsPerFile = 3
const maxOverheadMs = 100
/** Of real files: what is longer is not short. */
const maxBytes = 1024 * 1024
const maxSeconds = 15

const stereo = 'anoisesrc=color=pink:sample_rate=44100:amplitude=0.4,aformat=channel_layouts=stereo'
const tone = (extension: string, seconds: number, ...encoding: string[]): Clip => ({
  ...{ extension, seconds, encoding, image: null, sound: stereo },
})
const clip = (extension: string, seconds: number, ...encoding: string[]): Clip => ({
  ...{ extension, seconds, encoding, image: 'testsrc2=size=480x270:rate=25' },
})
const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']

const generated: readonly (readonly [Clip, Kind, string])[] = [
  [tone('wav', 3), 'audio', 'mp3'],
  [tone('wav', 5), 'audio', 'flac'],
  [tone('wav', 3), 'audio', 'ogg'],
  [tone('mp3', 4), 'audio', 'wav'],
  [tone('mp3', 3), 'audio', 'm4a'],
  [tone('mp3', 5), 'audio', 'ogg'],
  [tone('flac', 4), 'audio', 'mp3'],
  [tone('flac', 3), 'audio', 'wav'],
  [tone('m4a', 4), 'audio', 'mp3'],
  [tone('m4a', 3), 'audio', 'wav'],
  [tone('ogg', 4, '-c:a', 'libvorbis'), 'audio', 'mp3'],
  [tone('opus', 3, '-c:a', 'libopus'), 'audio', 'mp3'],
  [tone('aac', 3), 'audio', 'mp3'],
  [tone('wma', 3), 'audio', 'mp3'],
  [tone('aiff', 3), 'audio', 'm4a'],
  [clip('mp4', 1, ...x264), 'video', 'mkv'],
  [clip('mp4', 2, ...x264), 'video', 'mov'],
  [clip('mp4', 1, ...x264), 'video', 'avi'],
  [clip('mp4', 1, ...x264), 'video', 'webm'],
  [clip('mov', 2, ...x264), 'video', 'mp4'],
  [clip('mov', 1, ...x264), 'video', 'avi'],
  [clip('mkv', 2, ...x264), 'video', 'mp4'],
  [clip('mkv', 1, '-c:v', 'mpeg4'), 'video', 'mp4'],
  [clip('avi', 1, '-c:v', 'mpeg4'), 'video', 'mp4'],
  [clip('avi', 1, '-c:v', 'mpeg4'), 'video', 'mkv'],
  [clip('webm', 1, '-c:v', 'libvpx', '-deadline', 'realtime'), 'video', 'mkv'],
  [clip('webm', 1, '-c:v', 'libvpx', '-deadline', 'realtime'), 'video', 'mp4'],
  [clip('flv', 1), 'video', 'mp4'],
  [clip('wmv', 1), 'video', 'mp4'],
  [clip('mpg', 1), 'video', 'mp4'],
]

/** `folder` has audio and video subfolders with real files; those that bare ffmpeg cannot convert are left out. */
export async function shortMedia(folder = corpusFolder()): Promise<BenchRow[]> {
  const server = await startMeasuredServer({ INSTANCE: 'private' })
  const workFolder = await mkdtemp(join(tmpdir(), 'filesmith-short-media-'))
  try {
    const client = createBenchClient(server.baseUrl)
    const drawn = await drawGenerated()
    const real = await readReal(folder)
    // Helpers, connections and caches are warm afterwards.
    for (const file of [...drawn, ...real].slice(0, 4)) await convert(client, file)
    return [
      ...rowsOf('audio', await measure(client, workFolder, ofKind(drawn, 'audio'))),
      ...rowsOf('video', await measure(client, workFolder, ofKind(drawn, 'video'))),
      ...rowsOf('real audio', await measure(client, workFolder, ofKind(real, 'audio'))),
      ...rowsOf('real video', await measure(client, workFolder, ofKind(real, 'video'))),
    ]
  } finally {
    await server.stop()
    await rm(workFolder, { recursive: true, force: true })
  }
}

const ofKind = (files: readonly ShortFile[], kind: Kind) => files.filter(file => file.kind === kind)

async function drawGenerated(): Promise<ShortFile[]> {
  const files: ShortFile[] = []
  for (const [drawing, kind, to] of generated) {
    const name = `${files.length}.${drawing.extension}`
    files.push({ name, bytes: await drawClip(drawing), kind, to })
  }
  return files
}

const targets: Readonly<Record<Kind, readonly string[]>> = {
  audio: convertAudio.outputs,
  video: convertVideo.outputs,
}

async function readReal(folder: string): Promise<ShortFile[]> {
  const files: ShortFile[] = []
  for (const kind of ['audio', 'video'] as const) {
    const subfolder = join(folder, kind)
    for (const name of existsSync(subfolder) ? (await readdir(subfolder)).toSorted() : []) {
      const path = join(subfolder, name)
      const extension = extname(name).slice(1).toLowerCase()
      const others = targets[kind].filter(format => format !== extension && format !== 'webm')
      if ((await stat(path)).size > maxBytes || (await secondsOf(path)) > maxSeconds) continue
      const to = others[files.length % others.length]
      if (to !== undefined) files.push({ name, bytes: await readFile(path), kind, to })
    }
  }
  return files
}

async function secondsOf(path: string): Promise<number> {
  const show = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', path]
  const { stdout } = await promisify(execFile)('/usr/bin/ffprobe', show).catch(() => ({ stdout: '' }))
  return Number.parseFloat(stdout) || 0
}

interface Times {
  readonly oursMs: number
  readonly bareMs: number
}

async function measure(
  client: BenchClient,
  workFolder: string,
  files: readonly ShortFile[],
): Promise<readonly Times[]> {
  const all: Times[] = []
  for (const file of files) {
    const inputPath = join(workFolder, file.name)
    const outputPath = join(workFolder, `out.${file.to}`)
    await writeFile(inputPath, file.bytes)
    const bare = () => promisify(execFile)('/usr/bin/ffmpeg', ['-nostdin', '-y', '-i', inputPath, outputPath])
    const [bareMs, oursMs]: [number[], number[]] = [[], []]
    try {
      for (let run = 0; run < runsPerFile; run += 1) {
        bareMs.push(await timeMs(bare))
        oursMs.push(await timeMs(() => convert(client, file)))
      }
    } catch (error) {
      console.error(`left out: ${file.kind} to ${file.to}: ${String(error).slice(0, 200)}`)
      continue
    }
    const times = { oursMs: median(oursMs), bareMs: median(bareMs) }
    if (process.env.BENCH_VERBOSE) console.error(file.name, file.to, times)
    all.push(times)
  }
  return all
}

async function convert(client: BenchClient, { bytes, kind, to }: ShortFile): Promise<void> {
  await client.roundTrip(bytes, { outputFormat: to }, kind === 'audio' ? 'convert-audio' : 'convert-video')
}

function rowsOf(what: string, all: readonly Times[]): BenchRow[] {
  if (all.length === 0) return []
  const overheadMs = median(all.map(({ oursMs, bareMs }) => oursMs - bareMs))
  const label = `${all.length} short ${what} files`
  return [
    {
      what: `${label}, upload to download, median`,
      value: median(all.map(({ oursMs }) => oursMs)),
      unit: 'ms',
    },
    { what: `${label}, bare ffmpeg, median`, value: median(all.map(({ bareMs }) => bareMs)), unit: 'ms' },
    {
      what: `${label}, median difference`,
      value: overheadMs,
      unit: 'ms',
      goal: `at most ${maxOverheadMs}`,
      isMet: overheadMs <= maxOverheadMs,
    },
  ]
}
