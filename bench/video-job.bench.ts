/** Overhead of the product on a video conversion: probing, queue, sandbox and storage against ffmpeg alone. */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Bench } from './bench.ts'
import { createBenchClient } from './support/client.ts'
import { startMeasuredServer } from './support/measured-server.ts'
import { median } from './support/median.ts'
import { timeMs } from './support/time.ts'
import { drawVideo } from './support/videos.ts'
import { watchFfmpeg } from './support/watch-ffmpeg.ts'

const runs = 3
const videoSeconds = 60

export const bench: Bench = {
  name: 'video-job',
  async run() {
    const server = await startMeasuredServer()
    try {
      const video = await drawVideo(videoSeconds)
      const inputPath = join(server.dataDir, 'video.mp4')
      const outputPath = join(server.dataDir, 'bare.mp4')
      await writeFile(inputPath, video)
      const client = createBenchClient(server.baseUrl)
      const uploadId = await client.upload(video)
      const runJob = async () => {
        const fields = { outputFormat: 'mp4', quality: '720p' }
        await client.finished(await client.startWith(uploadId, fields, 'convert-video'))
      }
      const [args] = await Promise.all([watchFfmpeg(inputPath, outputPath), runJob()])
      const bare = () => promisify(execFile)('/usr/bin/ffmpeg', args)
      const bareMs: number[] = []
      const jobMs: number[] = []
      for (let run = 0; run < runs; run += 1) {
        bareMs.push(await timeMs(bare))
        jobMs.push(await timeMs(runJob))
      }
      const ratio = median(jobMs) / median(bareMs)
      return [
        { what: 'a minute of 1080p to 720p MP4, ffmpeg alone', value: median(bareMs), unit: 'ms' },
        { what: 'the same as a job, from request to result', value: median(jobMs), unit: 'ms' },
        {
          what: 'whole job against ffmpeg alone',
          value: ratio,
          unit: 'x',
          goal: 'at most 1.05',
          isMet: ratio <= 1.05,
        },
      ]
    } finally {
      await server.stop()
    }
  },
}
