/** Image editor, audio editor and GIF maker over real HTTP. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import type { Usage } from '@filesmith/contract/schemas/usage'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawClip } from '../support/clips.ts'
import { drawJpeg, drawPng } from '../support/images.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor, type Visitor } from '../support/visitor.ts'

let filesmith: TestFilesmith
beforeAll(async () => {
  filesmith = await startFilesmith()
})
afterAll(() => filesmith.stop())

const newVisitor = () => createVisitor(filesmith.baseUrl)
type NamedFile = readonly [name: string, bytes: Buffer]

function call(path: string, visitor: Visitor, files: readonly NamedFile[], fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, bytes] of files) form.append('file', new Blob([new Uint8Array(bytes)]), name)
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return visitor.fetch(path, { method: 'POST', body: form })
}

async function downloadResult(visitor: Visitor, reply: Response) {
  if (reply.status !== 200) throw new Error(`answered ${reply.status}: ${await reply.text()}`)
  const { downloadUrl } = (await reply.json()) as { downloadUrl: string }
  return Buffer.from(await (await visitor.fetch(downloadUrl)).arrayBuffer())
}

test('IMG-15 edit image: applies the settings and returns the requested format', async () => {
  const visitor = newVisitor()
  const red = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer()
  const fields = { rotate: '90', filter: 'invert', resizeWidth: '20', outputFormat: 'webp', quality: '95' }
  const result = await downloadResult(
    visitor,
    await call('/api/edit/image', visitor, [['red.png', red]], fields),
  )
  const { data, info } = await sharp(result).raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([20, 30])
  const [r = 0, g = 0, b = 0] = data
  expect(r).toBeLessThan(12)
  expect(Math.min(g, b)).toBeGreaterThan(243)
})

test.each([
  [{ brightness: '201' }, 'Brightness must be a number from 0 to 200.'],
  [{ filter: 'noir' }, 'Filter must be one of: none, grayscale, sepia, invert, vintage, duo-tone, dramatic.'],
])('edit image: rejects %j', async (fields, message) => {
  const reply = await call('/api/edit/image', newVisitor(), [['a.png', await drawPng()]], fields)
  expect([reply.status, await reply.json()]).toMatchObject([400, { message }])
})

test('API-29 AUD-12 edit audio: trims and lowers the volume', async () => {
  const visitor = newVisitor()
  const wav = await drawClip({ extension: 'wav', image: null, seconds: 3 })
  const fields = { outputFormat: 'wav', trimStart: '0.5', trimEnd: '2', volume: '0.5' }
  const rest = { normalize: 'false', removeSilence: 'false' }
  const reply = await call('/api/edit/audio', visitor, [['tone.wav', wav]], { ...fields, ...rest })
  const result = await downloadResult(visitor, reply)
  const peakOf = (bytes: Buffer) => {
    const at = bytes.indexOf('data') + 8
    const samples = new Int16Array(bytes.buffer.slice(bytes.byteOffset + at, bytes.byteOffset + bytes.length))
    return {
      count: samples.length,
      peak: samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
    }
  }
  const [before, after] = [peakOf(wav), peakOf(result)]
  expect(after.count).toBe(1.5 * 44_100)
  expect(after.peak / before.peak).toBeCloseTo(0.5, 1)
})

test('edit audio: rejects a trim range that ends before it starts', async () => {
  const wav = await drawClip({ extension: 'wav', image: null, seconds: 1 })
  const fields = { trimStart: '0.8', trimEnd: '0.2' }
  const reply = await call('/api/edit/audio', newVisitor(), [['tone.wav', wav]], fields)
  expect([reply.status, await reply.json()]).toMatchObject([
    400,
    { message: 'trimEnd must be later than trimStart.' },
  ])
})

test('API-32 GIF-25 create GIF: from a video with the chosen width, rate and duration', async () => {
  const visitor = newVisitor()
  const video = await drawClip({ extension: 'mp4', seconds: 3 })
  const fields = { fps: '5', width: '160', quality: 'low', startTime: '0.5', duration: '2' }
  const gif = await downloadResult(
    visitor,
    await call('/api/create-gif', visitor, [['video.mp4', video]], fields),
  )
  const { format, width, pages, delay } = await sharp(gif, { animated: true }).metadata()
  expect([format, width, pages]).toEqual(['gif', 160, 10])
  expect(delay?.reduce((sum, ms) => sum + ms, 0)).toBe(2000)
})

test('API-32 create GIF: from images, charged as one conversion', async () => {
  const visitor = newVisitor()
  const files = [
    ['one.png', await drawPng()],
    ['two.jpg', await drawJpeg(200, 200)],
    ['three.png', await drawPng(100, 300)],
  ] as const
  const fields = { width: '320', delays: '500,200,300' }
  const gif = await downloadResult(visitor, await call('/api/create-gif', visitor, files, fields))
  const { width, pageHeight, delay } = await sharp(gif, { animated: true }).metadata()
  expect([width, pageHeight, delay]).toEqual([320, 200, [500, 200, 300]])
  expect((await visitor.json<Usage>(apiPaths.usage)).today.used).toBe(1)
})

test('API-32 create GIF: uploaded images keep the order of the request', async () => {
  const visitor = newVisitor()
  const colors = ['#ff0000', '#0000ff']
  const files = []
  for (const background of colors) {
    const plain = await sharp({ create: { width: 160, height: 90, channels: 3, background } })
      .png()
      .toBuffer()
    files.push({ uploadId: await visitor.upload(plain, `${background.slice(1)}.png`, 'create-gif') })
  }
  const accepted = await visitor.askFor('/api/create-gif', { files: files.toReversed(), width: 160 })
  const state = (await visitor.follow<ConversionState>(accepted)).at(-1)
  expect(state).toMatchObject({ status: 'succeeded', convertedFormat: 'gif', operation: 'create-gif' })
  const bytes = Buffer.from(await (await visitor.fetch(state?.downloadUrl ?? '')).arrayBuffer())
  const [red = 255, , blue = 0] = await sharp(bytes).removeAlpha().raw().toBuffer()
  expect([red < 20, blue > 235]).toEqual([true, true])
})

test('GIF-02 create GIF: rejects mixed files and several videos', async () => {
  const video = await drawClip({ extension: 'mp4', seconds: 1 })
  const mixes = [
    [
      ['video.mp4', video],
      ['a.png', await drawPng()],
    ],
    [
      ['video.mp4', video],
      ['video2.mp4', video],
    ],
  ] as const
  for (const files of mixes) {
    const reply = await call('/api/create-gif', newVisitor(), files, {})
    expect([reply.status, await reply.json()]).toMatchObject([
      400,
      { message: 'Please upload either a single video file or multiple image files.' },
    ])
  }
  const none = await call('/api/create-gif', newVisitor(), [], { fps: '10' })
  expect([none.status, await none.json()]).toMatchObject([
    400,
    { message: 'Please add files to create a GIF' },
  ])
})
