/** Overhead of the product on an image conversion: upload, queue, sandbox and download against sharp alone. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { webpQuality } from '../packages/engines/src/sharp/quality.ts'
import type { Bench, BenchRow } from './bench.ts'
import { createBenchClient } from './support/client.ts'
import { type MeasuredServer, startMeasuredServer } from './support/measured-server.ts'
import { median } from './support/median.ts'
import { timeMs } from './support/time.ts'

const largeRuns = 5
const smallRuns = 40
const warmUpRuns = 3

export const bench: Bench = {
  name: 'image-round-trip',
  async run() {
    const server = await startMeasuredServer()
    try {
      return [...(await measureLarge(server)), ...(await measureSmall(server))]
    } finally {
      await server.stop()
    }
  },
}

/** Smooth areas and fine grain, as in a photo, so that the encoder has a realistic load. */
async function drawPhoto(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 12 }
  const grain = await sharp({ create: { width, height, channels: 3, background: 'gray', noise } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const shapes = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>
      <linearGradient id="sky" x2="0" y2="1"><stop stop-color="#20507a"/><stop offset="1" stop-color="#f3b169"/></linearGradient>
      <radialGradient id="sun"><stop stop-color="#fff4d6"/><stop offset="1" stop-color="#f3b169" stop-opacity="0"/></radialGradient>
    </defs><rect width="100%" height="100%" fill="url(#sky)"/><circle cx="60%" cy="55%" r="25%" fill="url(#sun)"/></svg>`,
  )
  return sharp(shapes)
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 90 })
    .toBuffer()
}

async function measureLarge(server: MeasuredServer): Promise<BenchRow[]> {
  const photo = await drawPhoto(6000, 4000)
  const path = join(server.dataDir, 'photo.jpg')
  await writeFile(path, photo)
  const client = createBenchClient(server.baseUrl)
  const bare = () =>
    sharp(path)
      .autoOrient()
      .keepIccProfile()
      .webp(webpQuality.medium)
      .toFile(join(server.dataDir, 'bare.webp'))
  const roundTrip = async () => client.roundTrip(await readFile(path), { outputFormat: 'webp' })
  await bare()
  await roundTrip()
  const bareMs: number[] = []
  const roundTripMs: number[] = []
  for (let run = 0; run < largeRuns; run += 1) {
    bareMs.push(await timeMs(bare))
    roundTripMs.push(await timeMs(roundTrip))
  }
  const ratio = median(roundTripMs) / median(bareMs)
  return [
    { what: '24 MP JPEG to WebP, plain sharp', value: median(bareMs), unit: 'ms' },
    { what: '24 MP JPEG to WebP, upload to download', value: median(roundTripMs), unit: 'ms' },
    {
      what: 'product against plain sharp',
      value: ratio,
      unit: 'x',
      goal: 'at most 1.15',
      isMet: ratio <= 1.15,
    },
  ]
}

async function measureSmall(server: MeasuredServer): Promise<BenchRow[]> {
  const photo = await drawPhoto(640, 480)
  const client = createBenchClient(server.baseUrl)
  const bare = () => sharp(photo).autoOrient().keepIccProfile().webp(webpQuality.medium).toBuffer()
  const roundTrip = () => client.roundTrip(photo, { outputFormat: 'webp' })
  for (let run = 0; run < warmUpRuns; run += 1) {
    await bare()
    await roundTrip()
  }
  const bareMs: number[] = []
  const roundTripMs: number[] = []
  for (let run = 0; run < smallRuns; run += 1) {
    bareMs.push(await timeMs(bare))
    roundTripMs.push(await timeMs(roundTrip))
  }
  const overheadMs = median(roundTripMs) - median(bareMs)
  return [
    { what: '640 x 480 JPEG to WebP, plain sharp', value: median(bareMs), unit: 'ms' },
    { what: '640 x 480 JPEG to WebP, upload to download', value: median(roundTripMs), unit: 'ms' },
    {
      what: 'overhead of the round trip',
      value: overheadMs,
      unit: 'ms',
      goal: 'under 60',
      isMet: overheadMs < 60,
    },
  ]
}
