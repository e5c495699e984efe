/** Batch conversion over real HTTP: accepted together, converted independently, downloaded as one archive. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { batchOutputs, batchPath } from '@filesmith/contract/batch'
import type { BatchState } from '@filesmith/contract/schemas/batch'
import type { ConversionHistory } from '@filesmith/contract/schemas/conversion-history'
import type { Usage } from '@filesmith/contract/schemas/usage'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawNoise, drawPng } from '../support/images.ts'
import { createMember, putOnPlan, runSql } from '../support/member.ts'
import { readZip } from '../support/read-zip.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor, type Visitor } from '../support/visitor.ts'

let filesmith: TestFilesmith
let png: Buffer
beforeAll(async () => {
  filesmith = await startFilesmith()
  png = await drawPng()
})
afterAll(() => filesmith.stop())

const newVisitor = () => createVisitor(filesmith.baseUrl)

type NamedFile = readonly [name: string, bytes: Buffer]

function call(visitor: Visitor, files: readonly NamedFile[], fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, bytes] of files) form.append('files', new Blob([new Uint8Array(bytes)]), name)
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return visitor.fetch(batchPath, { method: 'POST', body: form })
}

async function ask(visitor: Visitor, files: readonly NamedFile[], targetFormat = 'webp') {
  const sent = []
  for (const [name, bytes] of files)
    sent.push({ uploadId: await visitor.upload(bytes, name, 'batch-convert') })
  return visitor.askFor(batchPath, { fileType: 'images', targetFormat, files: sent })
}

const toWebp = { fileType: 'images', targetFormat: 'webp' }

async function downloadZip(visitor: Visitor, downloadUrl: string) {
  const response = await visitor.fetch(downloadUrl)
  expect(response.status).toBe(200)
  return readZip(Buffer.from(await response.arrayBuffer()))
}

test('API-26 BATCH-11 batch: returns one zip with unique file names', async () => {
  const visitor = newVisitor()
  const reply = await call(
    visitor,
    [
      ['sunset.png', png],
      ['Sunset.png', png],
      ['日本.png', png],
    ] as const,
    toWebp,
  )
  expect(reply.status).toBe(200)
  const { downloadUrl, failures } = (await reply.json()) as { downloadUrl: string; failures: unknown[] }
  expect(failures).toEqual([])
  const files = await downloadZip(visitor, downloadUrl)
  expect([...files.keys()]).toEqual(['sunset.webp', 'Sunset (2).webp', '日本.webp'])
  for (const bytes of files.values()) expect((await sharp(bytes).metadata()).format).toBe('webp')
})

test('batch: images take a quality, and more formats than the page of the batch converter offers', async () => {
  const visitor = newVisitor()
  const files = [
    ['a.png', png],
    ['b.png', png],
  ] as const
  const sizeAt = async (quality: string) => {
    const fields = { fileType: 'images', targetFormat: 'avif', quality }
    const reply = await call(visitor, files, fields)
    const zip = await downloadZip(visitor, ((await reply.json()) as { downloadUrl: string }).downloadUrl)
    expect([...zip.keys()]).toEqual(['a.avif', 'b.avif'])
    return zip.get('a.avif')?.length ?? 0
  }
  expect(await sizeAt('low')).toBeLessThan(await sizeAt('high'))
  const documents = { fileType: 'documents', targetFormat: 'pdf', quality: 'low' }
  expect((await call(visitor, [['a.txt', Buffer.from('words')]], documents)).status).toBe(400)
})

test('batch: a page is an option of images, and applies to every file', async () => {
  const visitor = newVisitor()
  const raw = { width: 8, height: 24, channels: 3, pageHeight: 8 } as const
  const tiff = await sharp(Buffer.alloc(8 * 24 * 3), { raw })
    .tiff()
    .toBuffer()
  const files = [
    ['a.tiff', tiff],
    ['b.png', png],
  ] as const
  const namesWith = async (fields: Record<string, string>) => {
    const reply = await call(visitor, files, { ...toWebp, ...fields })
    const { downloadUrl } = (await reply.json()) as { downloadUrl: string }
    return [...(await downloadZip(visitor, downloadUrl)).keys()]
  }
  expect(await namesWith({})).toEqual(['a.zip', 'b.webp'])
  expect(await namesWith({ page: '1' })).toEqual(['a.webp', 'b.webp'])
  const documents = { fileType: 'documents', targetFormat: 'pdf', page: '1' }
  const refused = await call(visitor, [['a.txt', Buffer.from('words')]], documents)
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ message: 'Page is an option of images only.' })
  expect((await call(visitor, files, { ...toWebp, page: 'two' })).status).toBe(400)
})

test('batch: strict refuses only the files that can be read in part', async () => {
  const visitor = newVisitor()
  const noise = await drawNoise(64, 64)
  const files = [
    ['whole.png', png],
    ['cut.jpg', noise.subarray(0, Math.floor(noise.length * 0.8))],
  ] as const
  const replyTo = async (fields: Record<string, string>) => {
    const reply = await call(visitor, files, { ...toWebp, ...fields })
    return (await reply.json()) as { downloadUrl: string; failures: { fileName: string; message: string }[] }
  }
  const tolerant = await replyTo({})
  expect(tolerant.failures).toEqual([])
  expect([...(await downloadZip(visitor, tolerant.downloadUrl)).keys()]).toEqual(['whole.webp', 'cut.webp'])
  const strict = await replyTo({ strict: 'true' })
  expect(strict.failures).toEqual([
    { fileName: 'cut.jpg', message: expect.stringMatching(/^This image is damaged: .* Without strict/) },
  ])
  expect((await call(visitor, files, { ...toWebp, strict: 'maybe' })).status).toBe(400)
})

test('BATCH-11 batch: returns a single file without an archive', async () => {
  const visitor = newVisitor()
  const reply = await call(visitor, [['one.png', png]], toWebp)
  const { downloadUrl } = (await reply.json()) as { downloadUrl: string }
  const response = await visitor.fetch(downloadUrl)
  expect(response.headers.get('content-disposition')).toContain('one.webp')
  expect((await sharp(await response.arrayBuffer()).metadata()).format).toBe('webp')
})

test('API-26 batch: one bad file does not fail the others, and is reported with its reason', async () => {
  const visitor = newVisitor()
  const broken = png.subarray(0, png.length / 2)
  const files = [
    ['good.png', png],
    ['truncated.png', broken],
    ['notes.bin', Buffer.from([0, 1, 2, 0])],
  ] as const
  const { downloadUrl, failures } = (await (await call(visitor, files, toWebp)).json()) as {
    downloadUrl: string
    failures: { fileName: string; message: string }[]
  }
  expect(failures.map(({ fileName }) => fileName)).toEqual(['truncated.png', 'notes.bin'])
  expect(failures[0]?.message).toBe('This PNG file is damaged or incomplete and cannot be read.')
  expect(failures[1]?.message).toMatch(/^We could not recognize this file/)
  const archive = await downloadZip(visitor, downloadUrl)
  expect([...archive.keys()]).toEqual(['good.webp', 'Not converted.txt'])
  expect(archive.get('Not converted.txt')?.toString()).toContain('truncated.png: This PNG file is damaged')
  // Failed files are not charged.
  expect((await visitor.json<Usage>(apiPaths.usage)).today.used).toBe(1)
})

test('ALLOW-03 batch events: report every state per file and in total, 100 only at the end, and charge per file', async () => {
  const visitor = newVisitor()
  const files = ['a', 'b', 'c', 'd', 'e'].map(name => [`${name}.png`, png] as const)
  const states = await visitor.follow<BatchState>(await ask(visitor, files))
  const last = states.at(-1)
  expect(last).toMatchObject({ status: 'succeeded', percent: 100 })
  expect(last?.files.map(file => [file.fileName, file.status])).toEqual(
    files.map(([name]) => [name, 'succeeded']),
  )
  const percents = states.map(state => state.percent)
  expect(percents).toEqual([...percents].sort((a, b) => a - b))
  expect(percents.filter(percent => percent === 100)).toHaveLength(1)
  expect((await visitor.json<Usage>(apiPaths.usage)).today.used).toBe(5)
  // Each file is also a separate conversion in the history.
  const { conversions } = await visitor.json<ConversionHistory>(apiPaths.conversions)
  expect(conversions).toHaveLength(5)
})

test.each([
  ['nothing', [], toWebp, 400, 'Please add files to convert'],
  ['no target', ['a.png'], { fileType: 'images' }, 400, 'Please select a target format'],
  [
    'a target of another kind',
    ['a.png'],
    { fileType: 'images', targetFormat: 'mp3' },
    400,
    `Target format for images must be one of: ${batchOutputs('images').join(', ')}.`,
  ],
  [
    'an unknown kind',
    ['a.png'],
    { fileType: 'teapots', targetFormat: 'webp' },
    400,
    'File type must be one of: images, documents, audio, video.',
  ],
] as const)(
  'API-26 BATCH-07 BATCH-08 batch: rejects %s with a reason',
  async (_what, names, fields, status, message) => {
    const visitor = newVisitor()
    const reply = await call(
      visitor,
      names.map(name => [name, png] as const),
      fields,
    )
    expect(reply.status).toBe(status)
    expect(await reply.json()).toMatchObject({ message })
  },
)

test('BATCH-09 BATCH-10 ALLOW-20 batch: on Free rejects a sixth file and files over 10MB, and stores nothing', async () => {
  const visitor = newVisitor()
  const six = ['a', 'b', 'c', 'd', 'e', 'f'].map(name => [`refused-${name}.png`, png] as const)
  const tooMany = await call(visitor, six, toWebp)
  expect([tooMany.status, await tooMany.json()]).toEqual([
    400,
    { code: 'too-many-files', message: 'Up to 5 files can be converted at once.' },
  ])
  const large = Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)])
  const tooLarge = await call(visitor, [['refused-large.png', large]], toWebp)
  expect(tooLarge.status).toBe(413)
  const rows = await runSql(
    filesmith.databaseUrl,
    `select file_name from uploads where file_name like 'refused-%'`,
  )
  expect(rows).toEqual([])
})

test('ALLOW-20 batch: on Pro accepts more than five files', async () => {
  const member = await createMember(filesmith.baseUrl)
  await putOnPlan(filesmith, member, 'pro')
  const seven = Array.from({ length: 7 }, (_, index) => [`${index}.png`, png] as const)
  const states = await member.follow<BatchState>(await ask(member, seven))
  expect(states.at(-1)?.files.filter(file => file.status === 'succeeded')).toHaveLength(7)
})

test('batch: DELETE cancels all files and refunds the allowance; after the end it deletes the batch', async () => {
  const visitor = newVisitor()
  const slow = await drawNoise(3000, 2400)
  const accepted = await ask(
    visitor,
    [
      ['1.jpg', slow],
      ['2.jpg', slow],
      ['3.jpg', slow],
    ],
    'png',
  )
  expect((await visitor.fetch(accepted.statusUrl, { method: 'DELETE' })).status).toBe(204)
  const state = (await visitor.follow<BatchState>(accepted)).at(-1)
  expect(state?.files.some(file => file.status === 'cancelled')).toBe(true)
  const done = state?.files.filter(file => file.status === 'succeeded').length
  expect((await visitor.json<Usage>(apiPaths.usage)).today.used).toBe(done)
  expect((await visitor.fetch(accepted.statusUrl, { method: 'DELETE' })).status).toBe(204)
  expect((await visitor.fetch(accepted.statusUrl)).status).toBe(404)
})
