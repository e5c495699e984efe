/** Sandboxed program that encodes raw frames: GIFs itself, other formats with ffmpeg. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { createTail, ranOutOfMemory } from '../../process/exit-cause.ts'
import { JobFailure } from '../../process/job-failure.ts'
import { reportShare, runStdinJob } from '../sandboxed-messages.ts'
import { encodeGif } from './encode-gif.ts'
import type { EncodeJob } from './encode-job.ts'
import { holdPixels } from './hold-pixels.ts'

/** ffmpeg arguments that scale raw frames from standard input, or encode them as WebP, APNG or MP4. */
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

function scaleArgs(job: EncodeJob, outName: string): readonly string[] {
  const filters = [...scaleFilters(job), 'format=rgba'].join(',')
  return [...framesInput(job), '-filter:v', filters, '-fps_mode', 'passthrough', '-f', 'rawvideo', outName]
}

function webpArgs(job: EncodeJob, outName: string): readonly string[] {
  const format = job.hasAlpha ? 'yuva420p' : 'yuv420p'
  return [
    ...framesInput(job),
    ...['-filter:v', [...timeFilters(job), ...scaleFilters(job), `format=${format}`].join(',')],
    ...[...keepTimestamps, '1:1000', '-c:v', 'libwebp_anim', '-lossless', '0'],
    ...['-quality', String(job.effort.webpQuality), '-compression_level', '4', '-f', 'webp', outName],
  ]
}

/** RGBA even for opaque frames: unchanged pixels become transparent and compress to almost nothing. */
function apngArgs(job: EncodeJob, outName: string): readonly string[] {
  return [
    ...framesInput(job),
    ...['-filter:v', [...timeFilters(job), ...scaleFilters(job), 'format=rgba'].join(',')],
    ...[...keepTimestamps, '1:1000', '-c:v', 'apng', '-pred', 'mixed', '-plays', String(job.plays)],
    ...['-final_delay', `${lastDelay(job)}/1000`, '-f', 'apng', outName],
  ]
}

/** The last frame is fed twice, so that its duration is defined. */
function mp4Args(job: EncodeJob, outName: string): readonly string[] {
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

const outOfMemory = /malloc of size \d+ failed|Memory allocation error|Error allocating/i
const fileTooLarge = /File too large/i
const diskFull = /No space left on device|Disk quota exceeded/i

const ffmpeg = '/usr/bin/ffmpeg'
const scaledName = 'scaled.rgba'

/** Runs ffmpeg inside the sandbox, with frames on its standard input. */
async function run(
  { workFolder }: EncodeJob,
  args: readonly string[],
  frames: AsyncIterable<Buffer>,
): Promise<void> {
  const child = spawn(ffmpeg, args, { cwd: workFolder, stdio: ['pipe', 'ignore', 'pipe'] })
  const stderr = createTail()
  child.stderr.on('data', bytes => stderr.push(bytes))
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  // A process that exits without reading all input breaks the pipe; its exit code has the reason.
  let isOpen = true
  child.stdin.on('error', () => {
    isOpen = false
  })
  for await (const frame of frames) {
    if (!isOpen || child.exitCode !== null) break
    if (!child.stdin.write(frame)) await Promise.race([once(child.stdin, 'drain').catch(() => {}), ended])
  }
  child.stdin.end()
  const { code, signal } = await ended
  if (code === 0) return
  const text = stderr.text()
  const cause = new Error(`ffmpeg ended (code ${code}, signal ${signal}): ${text}`)
  if (diskFull.test(text)) throw new JobFailure('storage-full', {}, { cause })
  if (fileTooLarge.test(text) || signal === 'SIGXFSZ') throw new JobFailure('result-too-large', {}, { cause })
  if (signal === 'SIGXCPU') throw new JobFailure('took-too-long', {}, { cause })
  if (signal === 'SIGKILL' || outOfMemory.test(text) || ranOutOfMemory({ code, signal, stderr: text }))
    throw new JobFailure('needs-too-much-memory', {}, { cause })
  throw new JobFailure('internal', {}, { cause })
}

/** Patches loop count and duration of the last frame into a WebP, which ffmpeg has no options for. */
const maxDuration = 0xff_ff_ff

/** A still WebP has neither and stays unchanged. */
async function repairWebp(path: string, plays: number, totalMs: number): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    const head = Buffer.alloc(24)
    const durations: { readonly at: number; readonly ms: number }[] = []
    for (let at = 12; at + 8 <= size; ) {
      await file.read(head, 0, head.length, at)
      const kind = head.toString('latin1', 0, 4)
      const bytes = head.readUInt32LE(4)
      // The background color precedes the loop count.
      if (kind === 'ANIM') await file.write(uint16(plays), 0, 2, at + 8 + 4)
      // Position and size of the frame, three bytes each, precede its duration.
      if (kind === 'ANMF') durations.push({ at: at + 8 + 12, ms: head.readUIntLE(8 + 12, 3) })
      at += 8 + bytes + (bytes % 2)
    }
    const last = durations.pop()
    if (last === undefined) return
    const before = durations.reduce((sum, { ms }) => sum + ms, 0)
    const duration = Buffer.alloc(3)
    duration.writeUIntLE(Math.min(maxDuration, Math.max(1, totalMs - before)), 0, 3)
    await file.write(duration, 0, 3, last.at)
  } finally {
    await file.close()
  }
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

await runStdinJob<EncodeJob>(async job => {
  if (job.format === 'gif') await encodeScaledGif(job)
  else if (job.format === 'webp') await encodeWebp(job)
  else if (job.format === 'apng')
    await run(job, apngArgs(job, job.resultName), feed(job, job.effort.gif.holdBelow, [0, 1]))
  else await run(job, mp4Args(job, job.resultName), withLastTwice(feed(job, 0, [0, 1])))
})

/** Reports progress within the given range of the whole work. */
async function* feed(
  { framesPath, width, height, order }: EncodeJob,
  holdBelow: number,
  [from, until]: readonly [number, number],
): AsyncGenerator<Buffer> {
  let sent = 0
  for await (const frame of feedFrames({ framesPath, frameBytes: width * height * 4, order, holdBelow })) {
    yield frame
    sent += 1
    reportShare(from + ((until - from) * sent) / order.length)
  }
}

async function* withLastTwice(frames: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let last: Buffer | undefined
  for await (const frame of frames) {
    last = frame
    yield frame
  }
  if (last) yield last
}

/** Frames are scaled before pixels are held: neighbors of a held pixel would change it again. */
async function encodeScaledGif(job: EncodeJob): Promise<void> {
  const { target, order, workFolder } = job
  const isScaled = target.width !== job.width || target.height !== job.height
  if (isScaled) await run(job, scaleArgs(job, scaledName), feed(job, 0, [0, 0.2]))
  const scaled = isScaled
    ? { ...job, ...target, framesPath: join(workFolder, scaledName), order: [...order.keys()] }
    : job
  const frames = feedFrames({
    ...scaled,
    frameBytes: target.width * target.height * 4,
    holdBelow: job.effort.gif.holdBelow,
  })
  await encodeGif(scaled, frames, share => reportShare(isScaled ? 0.2 + 0.8 * share : share))
}

async function encodeWebp(job: EncodeJob): Promise<void> {
  await run(job, webpArgs(job, job.resultName), feed(job, 0, [0, 0.9]))
  const totalMs = job.delays.reduce((sum, delay) => sum + delay, 0)
  await repairWebp(join(job.workFolder, job.resultName), job.plays, totalMs)
}

/** Reads raw frames from disk in display order and suppresses noise in nearly static pixels. */
interface Feed {
  readonly framesPath: string
  readonly frameBytes: number
  readonly order: readonly number[]
  readonly holdBelow: number
}

/** Each frame is a new buffer, denoised against the frame displayed before it. */
async function* feedFrames({ framesPath, frameBytes, order, holdBelow }: Feed): AsyncGenerator<Buffer> {
  const file = await open(framesPath)
  try {
    let shown: Buffer | undefined
    for (const index of order) {
      const frame = Buffer.allocUnsafe(frameBytes)
      const { bytesRead } = await file.read(frame, 0, frameBytes, index * frameBytes)
      if (bytesRead !== frameBytes) throw new Error('A frame is missing.')
      if (shown !== undefined && holdBelow > 0) holdPixels(shown, frame, holdBelow)
      shown = frame
      yield frame
    }
  } finally {
    await file.close()
  }
}
