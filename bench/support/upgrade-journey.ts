/**
 * One conversion that alternates between two web processes: uploaded to one, requested at the other, polled and
 * downloaded at both.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import type { Usage } from '@filesmith/contract/schemas/usage'
import sharp from 'sharp'
import { createCookieJar } from '../../tests/support/cookie-jar.ts'
import { createVisitor } from '../../tests/support/visitor.ts'

export interface Journey {
  readonly phase: string
  /** Null when the result arrived and is complete. */
  readonly failure: string | null
}

const timeoutMs = 60_000

export async function runJourney(
  phase: string,
  webs: readonly [string, string],
  image: Buffer,
): Promise<Journey> {
  return { phase, failure: await convertAcross(webs, image).then(() => null, String) }
}

async function convertAcross([first, second]: readonly [string, string], image: Buffer): Promise<void> {
  const cookies = createCookieJar()
  const [here, there] = [createVisitor(first, {}, cookies), createVisitor(second, {}, cookies)]
  const uploadId = await here.upload(image, 'image.jpg')
  const accepted = await there.convertAsync(uploadId, { outputFormat: 'webp' })
  const until = Date.now() + timeoutMs
  let state: ConversionState
  for (let poll = 0; ; poll += 1) {
    state = await (poll % 2 === 0 ? here : there).json<ConversionState>(accepted.statusUrl)
    if (state.status !== 'queued' && state.status !== 'running') break
    if (Date.now() > until) throw new Error(`still ${state.status}`)
    await delay(50)
  }
  if (state.status !== 'succeeded') throw new Error(`${state.status}: ${JSON.stringify(state.error)}`)
  for (const visitor of [here, there]) {
    const download = await visitor.fetch(`/api/download/${accepted.id}`)
    const { width, height } = await sharp(Buffer.from(await download.arrayBuffer())).metadata()
    if (width !== 600 || height !== 400) throw new Error(`result is ${width}x${height}`)
  }
  const { today } = await here.json<Usage>('/api/usage')
  if (today.used !== 1) throw new Error(`${today.used} conversions were charged`)
}
