/** Ten recordings sent by ten people at once, against one after the other. */

import { drawClip } from '../tests/support/clips.ts'
import type { Bench } from './bench.ts'
import { createBenchClient } from './support/client.ts'
import { startMeasuredServer } from './support/measured-server.ts'
import { median } from './support/median.ts'
import { timeMs } from './support/time.ts'

const people = 10
const runs = 3
const wanted = { outputFormat: 'mp3', quality: '192' }

export const bench: Bench = {
  name: 'audio-at-once',
  async run() {
    const server = await startMeasuredServer()
    try {
      const sound = 'anoisesrc=color=pink:sample_rate=44100,aformat=channel_layouts=stereo'
      const audio = await drawClip({ extension: 'wav', image: null, sound, seconds: 120 })
      const clients = Array.from({ length: people }, () => createBenchClient(server.baseUrl))
      const uploads = await Promise.all(
        clients.map(async client => ({ client, uploadId: await client.upload(audio) })),
      )
      const convert = async ({ client, uploadId }: (typeof uploads)[number]) =>
        client.finished(await client.startWith(uploadId, wanted, 'convert-audio'))
      const inTurn = async () => {
        for (const upload of uploads) await convert(upload)
      }
      await Promise.all(uploads.map(convert))
      const atOnceMs: number[] = []
      const inTurnMs: number[] = []
      for (let run = 0; run < runs; run += 1) {
        inTurnMs.push(await timeMs(inTurn))
        atOnceMs.push(await timeMs(() => Promise.all(uploads.map(convert))))
      }
      return [
        { what: 'ten recordings of two minutes, one after the other', value: median(inTurnMs), unit: 'ms' },
        { what: 'the same ten at once', value: median(atOnceMs), unit: 'ms' },
        {
          what: 'one after the other against at once',
          value: median(inTurnMs) / median(atOnceMs),
          unit: 'x',
        },
      ]
    } finally {
      await server.stop()
    }
  },
}
