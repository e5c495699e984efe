/** One conversion that changes webs at every step: sent to one, asked for at the other, followed and fetched in turns. */
import { setTimeout as delay } from 'node:timers/promises'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import type { Usage } from '@filesmith/contract/schemas/usage'
import sharp from 'sharp'
import { createCookieJar } from '../../tests/support/cookie-jar.ts'
import { createVisitor } from '../../tests/support/visitor.ts'

export interface Journey {
  readonly phase: string
  /** Null when the result came and was whole. */
  readonly failure: string | null
}

const patienceMs = 60_000

export async function makeJourney(
  phase: string,
  webs: readonly [string, string],
  image: Buffer,
): Promise<Journey> {
  return { phase, failure: await travel(webs, image).then(() => null, String) }
}

async function travel([first, second]: readonly [string, string], image: Buffer): Promise<void> {
  const cookies = createCookieJar()
  const [here, there] = [createVisitor(first, {}, cookies), createVisitor(second, {}, cookies)]
  const uploadId = await here.upload(image, 'picture.jpg')
  const accepted = await there.convertAsync(uploadId, { outputFormat: 'webp' })
  const until = Date.now() + patienceMs
  let state: ConversionState
  for (let turn = 0; ; turn += 1) {
    state = await (turn % 2 === 0 ? here : there).json<ConversionState>(accepted.statusUrl)
    if (state.status !== 'queued' && state.status !== 'running') break
    if (Date.now() > until) throw new Error(`still ${state.status}`)
    await delay(50)
  }
  if (state.status !== 'succeeded') throw new Error(`${state.status}: ${JSON.stringify(state.error)}`)
  for (const visitor of [here, there]) {
    const download = await visitor.fetch(`/api/download/${accepted.id}`)
    const { width, height } = await sharp(Buffer.from(await download.arrayBuffer())).metadata()
    if (width !== 600 || height !== 400) throw new Error(`a result of ${width}x${height}`)
  }
  const { today } = await here.json<Usage>('/api/usage')
  if (today.used !== 1) throw new Error(`${today.used} conversions are counted`)
}
