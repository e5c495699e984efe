/** Sandboxed program that pipes raw frames through ffmpeg, and GIFs through gifsicle. */
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { reportShare, runStdinJob } from '../sandboxed-messages.ts'
import type { EncodeJob } from './encode-job.ts'
import { apngArgs, gifArgs, mp4Args, paletteArgs, webpArgs } from './ffmpeg-args.ts'
import { feedFrames } from './frame-feed.ts'
import { repairGif } from './repair-gif.ts'
import { repairWebp } from './repair-webp.ts'
import { runChild } from './run-child.ts'

const ffmpeg = '/usr/bin/ffmpeg'
const paletteName = 'palette.png'
const rawName = 'raw.gif'

await runStdinJob<EncodeJob>(async job => {
  if (job.format === 'gif') await encodeGif(job)
  else if (job.format === 'webp') await encodeWebp(job)
  else if (job.format === 'apng')
    await run(job, apngArgs(job, job.resultName), feed(job, job.effort.gif.holdBelow, [0, 1]))
  else await run(job, mp4Args(job, job.resultName), withLastTwice(feed(job, 0, [0, 1])))
})

function run(
  { workFolder }: EncodeJob,
  args: readonly string[],
  frames: AsyncIterable<Buffer>,
): Promise<void> {
  return runChild(ffmpeg, args, workFolder, frames)
}

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

/** Slideshows use a palette per image; clips share one, because static areas would flicker otherwise. */
async function encodeGif(job: EncodeJob): Promise<void> {
  const { holdBelow, lossy } = job.effort.gif
  const sharesColors = !job.isSlideshow || job.order.length === 1
  if (sharesColors) await run(job, paletteArgs(job, paletteName), feed(job, holdBelow, [0, 0.3]))
  const palette = sharesColors ? paletteName : null
  await run(job, gifArgs(job, palette, rawName), feed(job, holdBelow, [0.3, 0.7]))
  if (job.hasAlpha) await repairGif(job.workFolder, rawName)
  if (job.optimizer === null)
    return rename(join(job.workFolder, rawName), join(job.workFolder, job.resultName))
  const args = ['--no-warnings', '-O3', ...(lossy > 0 ? [`--lossy=${lossy}`] : []), rawName]
  await runChild(job.optimizer, [...args, '-o', job.resultName], job.workFolder)
  reportShare(1)
}

async function encodeWebp(job: EncodeJob): Promise<void> {
  await run(job, webpArgs(job, job.resultName), feed(job, 0, [0, 0.9]))
  const totalMs = job.delays.reduce((sum, delay) => sum + delay, 0)
  await repairWebp(join(job.workFolder, job.resultName), job.plays, totalMs)
}
