/** Resizing one or several images over real HTTP: sizes, plan limits and errors. */
import type { BatchState } from '@filesmith/contract/schemas/batch'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawJpeg, drawNoise, drawPng } from '../support/images.ts'
import { createMember, putOnPlan } from '../support/member.ts'
import { readZip } from '../support/read-zip.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor, type Visitor } from '../support/visitor.ts'

let filesmith: TestFilesmith
let png: Buffer
let jpg: Buffer
beforeAll(async () => {
  filesmith = await startFilesmith()
  ;[png, jpg] = [await drawPng(), await drawJpeg(300, 400)]
})
afterAll(() => filesmith.stop())

const path = '/api/convert/image'
const newVisitor = () => createVisitor(filesmith.baseUrl)

type NamedFile = readonly [name: string, bytes: Buffer]

function call(visitor: Visitor, files: readonly NamedFile[], fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, bytes] of files) form.append('file', new Blob([new Uint8Array(bytes)]), name)
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return visitor.fetch(path, { method: 'POST', body: form })
}

async function downloadResult(visitor: Visitor, reply: Response) {
  expect(reply.status).toBe(200)
  const { downloadUrl } = (await reply.json()) as { downloadUrl: string }
  const response = await visitor.fetch(downloadUrl)
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

const formatAndSize = async (bytes: Buffer) => {
  const { format, width, height } = await sharp(bytes).metadata()
  return [format, width, height]
}

test('API-33 SIZE-19 resize: returns one image in its own format and the requested size', async () => {
  const visitor = newVisitor()
  const fields = { width: '160', height: '160', maintainAspectRatio: 'true', outputFormat: 'original' }
  const reply = await call(visitor, [['sunset.png', png]], fields)
  expect(await formatAndSize(await downloadResult(visitor, reply))).toEqual(['png', 160, 100])
})

test('resize: all pages of a TIFF, or the chosen one', async () => {
  const visitor = newVisitor()
  const raw = { width: 8, height: 24, channels: 3, pageHeight: 8 } as const
  const tiff = await sharp(Buffer.alloc(8 * 24 * 3), { raw })
    .tiff()
    .toBuffer()
  const fields = { width: '4', outputFormat: 'png' }
  const all = await call(visitor, [['scan.tiff', tiff]], fields)
  expect((await readZip(await downloadResult(visitor, all))).size).toBe(3)
  const one = await call(visitor, [['scan.tiff', tiff]], { ...fields, page: '3' })
  expect(await formatAndSize(await downloadResult(visitor, one))).toEqual(['png', 4, 4])
  const beyond = await call(visitor, [['scan.tiff', tiff]], { ...fields, page: '4' })
  expect(beyond.status).toBe(422)
  expect((await call(visitor, [['scan.tiff', tiff]], { ...fields, page: '-1' })).status).toBe(400)
})

test('API-33 resize: without maintainAspectRatio distorts the image, and converts the format', async () => {
  const visitor = newVisitor()
  const fields = {
    width: '90',
    height: '120',
    maintainAspectRatio: 'false',
    outputFormat: 'webp',
    quality: 'low',
  }
  const reply = await call(visitor, [['sunset.png', png]], fields)
  expect(await formatAndSize(await downloadResult(visitor, reply))).toEqual(['webp', 90, 120])
})

test('SIZE-11 resize: a non-numeric side is 0 and follows from the other', async () => {
  const visitor = newVisitor()
  const reply = await call(visitor, [['sunset.png', png]], { width: '80', height: 'tall' })
  expect(await formatAndSize(await downloadResult(visitor, reply))).toEqual(['png', 80, 50])
})

test('API-33 SIZE-19 resize: returns several images as one zip', async () => {
  const visitor = newVisitor()
  const files = [
    ['a.png', png],
    ['b.jpg', jpg],
  ] as const
  const reply = await call(visitor, files, { width: '100', height: '100', outputFormat: 'original' })
  const entries = [...(await readZip(await downloadResult(visitor, reply)))]
  const found = await Promise.all(
    entries.map(async ([name, bytes]) => [name, ...(await formatAndSize(bytes))]),
  )
  expect(found).toEqual([
    ['a.png', 'png', 100, 63],
    ['b.jpg', 'jpeg', 75, 100],
  ])
})

test('resize: uploaded images are a batch, also a single one', async () => {
  const visitor = newVisitor()
  const uploadId = await visitor.upload(png, 'a.png', 'resize-image')
  const accepted = await visitor.askFor(path, { files: [{ uploadId }], mode: 'percentage', percent: 50 })
  const state = (await visitor.follow<BatchState>(accepted)).at(-1)
  expect(state).toMatchObject({ status: 'succeeded', files: [{ convertedFormat: 'png' }] })
  const response = await visitor.fetch(state?.downloadUrl ?? '')
  expect(await formatAndSize(Buffer.from(await response.arrayBuffer()))).toEqual(['png', 160, 100])
})

test('resize: a damaged image does not fail the others', async () => {
  const visitor = newVisitor()
  const files = [
    ['a.png', png],
    ['truncated.jpg', jpg.subarray(0, 200)],
  ] as const
  const reply = await call(visitor, files, { width: '100', outputFormat: 'original' })
  const body = (await reply.json()) as { failures: { fileName: string }[] }
  expect([reply.status, body.failures.map(({ fileName }) => fileName)]).toEqual([200, ['truncated.jpg']])
})

test('SIZE-22 resize: smart crop, target size and more than 10 images require a paid plan', async () => {
  const visitor = newVisitor()
  const one = [['a.png', png]] as const
  const crop = await call(visitor, one, { width: '50', height: '50', mode: 'fill', isSmartCrop: 'true' })
  expect([crop.status, await crop.json()]).toMatchObject([403, { code: 'plan-needed' }])
  const target = await call(visitor, one, { width: '50', maxKilobytes: '5' })
  expect([target.status, await target.json()]).toMatchObject([403, { code: 'plan-needed' }])
  const many = Array.from({ length: 11 }, (_, index) => [`${index}.png`, png] as const)
  const refused = await call(visitor, many, { width: '50' })
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { message: 'Up to 10 images can be sent at once.' },
  ])

  const member = await createMember(filesmith.baseUrl)
  await putOnPlan(filesmith, member, 'basic')
  const noise = await drawNoise(900, 600)
  const small = await downloadResult(
    member,
    await call(member, [['noise.jpg', noise]], { width: '600', maxKilobytes: '20', outputFormat: 'jpg' }),
  )
  expect(small.length).toBeLessThanOrEqual(20 * 1024)
  const cut = { width: '50', height: '50', mode: 'fill', isSmartCrop: 'true' }
  expect(await formatAndSize(await downloadResult(member, await call(member, one, cut)))).toEqual([
    'png',
    50,
    50,
  ])
})

test('convert image: without a size it is a plain conversion', async () => {
  const visitor = newVisitor()
  const reply = await call(visitor, [['a.png', png]], { outputFormat: 'webp' })
  expect(await formatAndSize(await downloadResult(visitor, reply))).toEqual(['webp', 320, 200])
})

test.each([
  [{ width: '99999' }, 'Width can be at most 16383 pixels.'],
  [{ mode: 'melt' }, 'Mode must be one of: fit, exact, fill, percentage.'],
  [{ width: '10', quality: 'best' }, 'Quality must be one of: high, medium, low.'],
])('resize: rejects %j with a reason', async (fields, message) => {
  const reply = await call(newVisitor(), [['a.png', png]], fields)
  expect([reply.status, await reply.json()]).toMatchObject([400, { message }])
})
