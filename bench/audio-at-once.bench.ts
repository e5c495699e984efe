/** Ten audio files converted by ten clients concurrently, against one after the other. */

import { drawClip } from '../tests/support/clips.ts'
import type { Bench } from './bench.ts'
import { createBenchClient } from './support/client.ts'
import { startMeasuredServer } from './support/measured-server.ts'
import { median } from './support/median.ts'
import { timeMs } from './support/time.ts'

const clientCount = 10
const runs = 3
const fields = { outputFormat: 'mp3', quality: '192' }

export const bench: Bench = {
  name: 'audio-at-once',
  async run() {
    const server = await startMeasuredServer()
    try {
      const noise = 'anoisesrc=color=pink:sample_rate=44100,aformat=channel_layouts=stereo'
      const audio = await drawClip({ extension: 'wav', image: null, sound: noise, seconds: 120 })
      const clients = Array.from({ length: clientCount }, () => createBenchClient(server.baseUrl))
      const uploads = await Promise.all(
        clients.map(async client => ({ client, uploadId: await client.upload(audio) })),
      )
      const convert = async ({ client, uploadId }: (typeof uploads)[number]) =>
        client.finished(await client.startWith(uploadId, fields, 'convert-audio'))
      const sequentially = async () => {
        for (const upload of uploads) await convert(upload)
      }
      await Promise.all(uploads.map(convert))
      const concurrentMs: number[] = []
      const sequentialMs: number[] = []
      for (let run = 0; run < runs; run += 1) {
        sequentialMs.push(await timeMs(sequentially))
        concurrentMs.push(await timeMs(() => Promise.all(uploads.map(convert))))
      }
      return [
        {
          what: 'ten audio files of two minutes, one after the other',
          value: median(sequentialMs),
          unit: 'ms',
        },
        { what: 'the same ten concurrently', value: median(concurrentMs), unit: 'ms' },
        {
          what: 'sequential against concurrent',
          value: median(sequentialMs) / median(concurrentMs),
          unit: 'x',
        },
      ]
    } finally {
      await server.stop()
    }
  },
}
