/** How long it takes from the cancel of a running conversion until its engine has ended and its folder is gone. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import type { Bench } from './bench.ts'
import { createBenchClient } from './support/client.ts'
import { startMeasuredServer } from './support/measured-server.ts'
import { median } from './support/median.ts'
import { timeMs } from './support/time.ts'

const runs = 10

export const bench: Bench = {
  name: 'cancel',
  async run() {
    const server = await startMeasuredServer()
    try {
      const client = createBenchClient(server.baseUrl)
      const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
      const picture = await sharp({
        create: { width: 4000, height: 3000, channels: 3, background: 'white', noise },
      })
        .jpeg()
        .toBuffer()
      const jobFolders = () => readdir(join(server.dataDir, 'jobs')).catch(() => [])
      const tookMs: number[] = []
      for (let run = 0; run < runs; run += 1) {
        const { statusUrl } = await client.startConversion(picture, { outputFormat: 'avif', quality: 'high' })
        while ((await client.percentOf(statusUrl)) < 50) await delay(20)
        tookMs.push(
          await timeMs(async () => {
            await client.remove(statusUrl)
            while ((await jobFolders()).length > 0) await delay(2)
          }),
        )
      }
      const worst = Math.max(...tookMs)
      return [
        { what: 'from cancel to the end of the engine, median', value: median(tookMs), unit: 'ms' },
        { what: 'the longest of ten', value: worst, unit: 'ms', goal: 'under 1000', isMet: worst < 1000 },
      ]
    } finally {
      await server.stop()
    }
  },
}
