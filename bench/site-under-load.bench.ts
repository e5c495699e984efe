/** Responsiveness under load: a page and a small image conversion, alone and during two video conversions. */
import sharp from 'sharp'
import type { Bench } from './bench.ts'
import { type BenchClient, createBenchClient } from './support/client.ts'
import { startMeasuredServer } from './support/measured-server.ts'
import { median } from './support/median.ts'
import { timeMs } from './support/time.ts'
import { drawVideo } from './support/videos.ts'

const runs = 20
const videos = 2

export const bench: Bench = {
  name: 'site-under-load',
  async run() {
    const server = await startMeasuredServer()
    try {
      const video = await drawVideo(60)
      const client = createBenchClient(server.baseUrl)
      const image = await sharp({
        create: { width: 640, height: 400, channels: 3, background: '#3b6ea5' },
      })
        .png()
        .toBuffer()
      const measure = async () => {
        const pageMs: number[] = []
        const imageMs: number[] = []
        for (let run = 0; run < runs; run += 1) {
          pageMs.push(await timeMs(async () => (await fetch(server.baseUrl)).text()))
          imageMs.push(await timeMs(() => client.roundTrip(image, { outputFormat: 'webp' })))
        }
        return {
          pageMs: median(pageMs),
          imageMs: median(imageMs),
          worstImageMs: Math.max(...imageMs),
        }
      }
      await measure()
      const idle = await measure()
      const owners = Array.from({ length: videos }, () => createBenchClient(server.baseUrl))
      const jobs = await Promise.all(
        owners.map(owner => owner.startConversion(video, { outputFormat: 'webm' }, 'convert-video')),
      )
      await Promise.all(owners.map((owner, index) => waitUntilRunning(owner, jobs[index]?.statusUrl ?? '')))
      const underLoad = await measure()
      for (const [index, owner] of owners.entries()) {
        const { statusUrl } = jobs[index] ?? { statusUrl: '' }
        if ((await owner.percentOf(statusUrl)) >= 95)
          throw new Error('the video conversions finished too early')
        await owner.remove(statusUrl)
      }
      return [
        { what: 'home page, otherwise idle (median)', value: idle.pageMs, unit: 'ms' },
        { what: 'home page during two video conversions', value: underLoad.pageMs, unit: 'ms' },
        {
          what: 'small image, upload to download, otherwise idle',
          value: idle.imageMs,
          unit: 'ms',
        },
        { what: 'the same during two video conversions', value: underLoad.imageMs, unit: 'ms' },
        { what: 'worst of twenty during two video conversions', value: underLoad.worstImageMs, unit: 'ms' },
        {
          what: 'small image during two video conversions against idle',
          value: underLoad.imageMs / idle.imageMs,
          unit: 'x',
        },
      ]
    } finally {
      await server.stop()
    }
  },
}

async function waitUntilRunning(client: BenchClient, statusUrl: string): Promise<void> {
  while ((await client.percentOf(statusUrl)) === 0) await new Promise(resolve => setTimeout(resolve, 50))
}
