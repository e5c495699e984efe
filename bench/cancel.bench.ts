/** Time from canceling a running conversion until its engine has exited and its folder is removed. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { AcceptedReply } from '@filesmith/contract/schemas/conversion'
import sharp from 'sharp'
import type { Bench, BenchRow } from './bench.ts'
import { type BenchClient, createBenchClient } from './support/client.ts'
import { type MeasuredServer, startMeasuredServer } from './support/measured-server.ts'
import { median } from './support/median.ts'
import { timeMs } from './support/time.ts'
import { drawVideo } from './support/videos.ts'

const runs = 10

export const bench: Bench = {
  name: 'cancel',
  async run() {
    const server = await startMeasuredServer()
    try {
      const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
      const image = await sharp({
        create: { width: 4000, height: 3000, channels: 3, background: 'white', noise },
      })
        .jpeg()
        .toBuffer()
      const imageMs = await cancelRepeatedly(server, 50, client =>
        client.startConversion(image, { outputFormat: 'avif', quality: 'high' }),
      )
      const video = await drawVideo(20)
      const videoMs = await cancelRepeatedly(server, 1, client =>
        client.startConversion(video, { outputFormat: 'webm' }, 'convert-video'),
      )
      return [...rowsOf('image', imageMs), ...rowsOf('video', videoMs)]
    } finally {
      await server.stop()
    }
  },
}

/** Milliseconds from each cancel until the job folder is removed, which happens after the engine has exited. */
async function cancelRepeatedly(
  server: MeasuredServer,
  fromPercent: number,
  start: (client: BenchClient) => Promise<AcceptedReply>,
): Promise<number[]> {
  const client = createBenchClient(server.baseUrl)
  const jobFolders = () => readdir(join(server.dataDir, 'jobs')).catch(() => [])
  const tookMs: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const { statusUrl } = await start(client)
    while ((await client.percentOf(statusUrl)) < fromPercent) await delay(20)
    tookMs.push(
      await timeMs(async () => {
        await client.remove(statusUrl)
        while ((await jobFolders()).length > 0) await delay(2)
      }),
    )
  }
  return tookMs
}

function rowsOf(what: string, tookMs: readonly number[]): BenchRow[] {
  const worst = Math.max(...tookMs)
  return [
    { what: `${what}: from cancel to engine exit, median`, value: median(tookMs), unit: 'ms' },
    {
      what: `${what}: from cancel to engine exit, worst of ten`,
      value: worst,
      unit: 'ms',
      goal: 'under 1000',
      isMet: worst < 1000,
    },
  ]
}
