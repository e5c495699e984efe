/** Whether the site stays quick while films are converted: a page and a small picture, alone and beside two films. */
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
      const alone = await measure()
      const owners = Array.from({ length: videos }, () => createBenchClient(server.baseUrl))
      const jobs = await Promise.all(
        owners.map(owner => owner.startConversion(video, { outputFormat: 'webm' }, 'convert-video')),
      )
      await Promise.all(owners.map((owner, index) => untilRunning(owner, jobs[index]?.statusUrl ?? '')))
      const beside = await measure()
      for (const [index, owner] of owners.entries()) {
        const { statusUrl } = jobs[index] ?? { statusUrl: '' }
        if ((await owner.percentOf(statusUrl)) >= 95) throw new Error('the films were done too early')
        await owner.remove(statusUrl)
      }
      return [
        { what: 'the home page, nothing else going on (median)', value: alone.pageMs, unit: 'ms' },
        { what: 'the home page beside two films', value: beside.pageMs, unit: 'ms' },
        {
          what: 'a small picture, upload to download, nothing else going on',
          value: alone.imageMs,
          unit: 'ms',
        },
        { what: 'the same beside two films', value: beside.imageMs, unit: 'ms' },
        { what: 'the longest of twenty beside two films', value: beside.worstImageMs, unit: 'ms' },
        {
          what: 'a small picture beside two films against alone',
          value: beside.imageMs / alone.imageMs,
          unit: 'x',
        },
      ]
    } finally {
      await server.stop()
    }
  },
}

async function untilRunning(client: BenchClient, statusUrl: string): Promise<void> {
  while ((await client.percentOf(statusUrl)) === 0) await new Promise(resolve => setTimeout(resolve, 50))
}
