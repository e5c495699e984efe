/** Files of any kind over real HTTP: the list of formats, batches of mixed files, and the pages of pairs. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { bytesPerMegabyte } from '@filesmith/contract/bytes'
import { pairPaths } from '@filesmith/contract/pair-pages'
import type { BatchState } from '@filesmith/contract/schemas/batch'
import { formatListSchema } from '@filesmith/contract/schemas/format-list'
import { sniffFormat } from '@filesmith/contract/sniff-format'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeZip } from '../corpus/support/write-zip.ts'
import { drawClip } from '../support/clips.ts'
import { drawPng } from '../support/images.ts'
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
const upload = (visitor: Visitor, bytes: Buffer, name: string) => visitor.upload(bytes, name, 'convert-files')

test('GET /api/formats: lists every pair with its operation, and is answered from the cache of the client', async () => {
  const reply = await newVisitor().fetch(apiPaths.formats)
  expect(reply.status).toBe(200)
  const { formats, inputs, outputs, pairs } = formatListSchema.parse(await reply.json())
  expect(pairs).toContainEqual({
    from: 'heic',
    to: 'jpg',
    operation: 'convert-image',
    path: '/api/convert/image',
    page: '/convert/heic-to-jpg',
  })
  expect(formats.find(({ id }) => id === 'heic')).toMatchObject({ kind: 'image', isInput: true })
  expect([inputs.includes('docx'), outputs.includes('pdf'), inputs.includes('other')]).toEqual([
    true,
    true,
    false,
  ])
  expect(pairs.every(({ from, to }) => from !== to && inputs.includes(from) && outputs.includes(to))).toBe(
    true,
  )
  const etag = reply.headers.get('etag') ?? ''
  const again = await newVisitor().fetch(apiPaths.formats, { headers: { 'if-none-match': etag } })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

test('POST /api/batches: converts mixed files to the format of each, with options, into one ZIP', async () => {
  const visitor = newVisitor()
  const files = [
    {
      uploadId: await upload(visitor, png, 'photo.png'),
      outputFormat: 'jpg',
      options: { quality: 'high' },
    },
    // Named wrongly: the content decides.
    { uploadId: await upload(visitor, png, 'drawing.mp3'), outputFormat: 'webp' },
    { uploadId: await upload(visitor, Buffer.from('Dear reader\n'), 'letter.txt'), outputFormat: 'html' },
    { uploadId: await upload(visitor, Buffer.from('Dear reader\n'), 'notes.txt'), outputFormat: 'mp4' },
  ]
  const accepted = await visitor.askFor(apiPaths.batches, { files })
  const last = (await visitor.follow<BatchState>(accepted)).at(-1)
  expect(last?.status).toBe('succeeded')
  expect(last?.files.map(({ status, convertedFormat }) => [status, convertedFormat])).toEqual([
    ['succeeded', 'jpg'],
    ['succeeded', 'webp'],
    ['succeeded', 'html'],
    ['failed', 'mp4'],
  ])
  expect(last?.files[3]?.error?.code).toBe('pair-unavailable')
  const reply = await visitor.fetch(last?.downloadUrl ?? '')
  expect(reply.headers.get('content-disposition')).toContain('converted-files.zip')
  const entries = await readZip(Buffer.from(await reply.arrayBuffer()))
  expect([...entries.keys()].toSorted()).toEqual([
    'Not converted.txt',
    'drawing.webp',
    'letter.html',
    'photo.jpg',
  ])
  const jpg = entries.get('photo.jpg')
  expect(await sharp(jpg).metadata()).toMatchObject({ format: 'jpeg' })
  expect(String(entries.get('letter.html'))).toContain('Dear reader')
})

test('POST /api/batches: an image as HEIC, and a ZIP file of Markdown and its image as document and as archive', async () => {
  const visitor = newVisitor()
  const guide = writeZip({
    'guide/README.md': '# Harbor\n\n![pier](img/pier.png)\n',
    'guide/img/pier.png': png,
  })
  const photo = await upload(visitor, png, 'photo.png')
  const files = [
    { uploadId: photo, outputFormat: 'heic', options: { quality: 'high' } },
    { uploadId: await upload(visitor, guide, 'guide.zip'), outputFormat: 'html' },
    { uploadId: await upload(visitor, guide, 'guide copy.zip'), outputFormat: '7z' },
  ]
  const accepted = await visitor.askFor(apiPaths.batches, { files })
  const last = (await visitor.follow<BatchState>(accepted)).at(-1)
  expect(last?.files.map(({ status, convertedFormat }) => [status, convertedFormat])).toEqual([
    ['succeeded', 'heic'],
    ['succeeded', 'html'],
    ['succeeded', '7z'],
  ])
  const reply = await visitor.fetch(last?.downloadUrl ?? '')
  const entries = await readZip(Buffer.from(await reply.arrayBuffer()))
  expect([...entries].map(([name, bytes]) => [name, sniffFormat(bytes)])).toEqual([
    ['photo.heic', 'heic'],
    ['guide.html', 'html'],
    ['guide copy.7z', '7z'],
  ])
  expect(String(entries.get('guide.html'))).toMatch(
    /<h1[^>]*>Harbor<\/h1>[\s\S]*src="data:image\/png;base64,/,
  )
})

test('POST /api/batches: the ZIP file has the folders of the files, made safe', async () => {
  const visitor = newVisitor()
  const paths = ['trip/day 1/a.png', 'trip/day 2/a.png', '../../etc/a.png', 'a.png']
  const files: object[] = []
  for (const path of paths)
    files.push({ uploadId: await upload(visitor, png, path), outputFormat: 'jpg', path })
  const accepted = await visitor.askFor(apiPaths.batches, { files })
  const last = (await visitor.follow<BatchState>(accepted)).at(-1)
  const reply = await visitor.fetch(last?.downloadUrl ?? '')
  const entries = await readZip(Buffer.from(await reply.arrayBuffer()))
  expect([...entries.keys()].toSorted()).toEqual([
    'a.jpg',
    'etc/a.jpg',
    'trip/day 1/a.jpg',
    'trip/day 2/a.jpg',
  ])
})

test('POST /api/batches: joins audio files to one audiobook with chapters', async () => {
  const visitor = newVisitor()
  const clip = await drawClip({ extension: 'mp3', image: null, seconds: 1 })
  const files: object[] = []
  for (const name of ['Pier.mp3', 'Lighthouse.mp3'])
    files.push({ uploadId: await upload(visitor, clip, name), outputFormat: 'm4b' })
  const mixed = await visitor.post(apiPaths.batches, {
    files: [...files, { uploadId: await upload(visitor, png, 'a.png'), outputFormat: 'm4b' }],
    audiobook: {},
  })
  expect(mixed.status).toBe(415)
  const audiobook = { title: 'Harbor', author: 'Ada Lind', bitrate: '64' }
  const accepted = await visitor.askFor(apiPaths.batches, { files, audiobook })
  const last = (await visitor.follow<BatchState>(accepted)).at(-1)
  expect(last?.files).toMatchObject([{ status: 'succeeded', convertedFormat: 'm4b' }])
  const reply = await visitor.fetch(last?.downloadUrl ?? '')
  const book = Buffer.from(await reply.arrayBuffer())
  expect(sniffFormat(book)).toBe('m4b')
  for (const text of ['Pier', 'Lighthouse', 'Harbor', 'Ada Lind']) expect(book.includes(text)).toBe(true)
})

test('POST /api/batches: one file may be as large as its operation allows, several only as a batch does', async () => {
  const visitor = newVisitor()
  // Nothing is converted, so bytes after the image do not matter.
  const large = Buffer.concat([png, Buffer.alloc(10 * bytesPerMegabyte)])
  const one = { uploadId: await upload(visitor, large, 'large.png'), outputFormat: 'jpg' }
  const other = { uploadId: await upload(visitor, png, 'small.png'), outputFormat: 'jpg' }
  const check = (files: object[]) => visitor.post(apiPaths.fileBatchCheck, { files })
  expect((await check([one])).status).toBe(204)
  const refused = await check([one, other])
  expect([refused.status, await refused.json()]).toEqual([
    413,
    expect.objectContaining({ code: 'files-too-large' }),
  ])
  const six = await check(Array.from({ length: 6 }, () => other))
  expect(await six.json()).toMatchObject({ code: 'too-many-files' })
})

test('POST /api/batches: refuses a batch of which no file can be converted, unknown options and files of others', async () => {
  const visitor = newVisitor()
  const uploadId = await upload(visitor, png, 'a.png')
  const refusals = [
    [{ uploadId, outputFormat: 'mp3' }, 415, 'pair-unavailable'],
    [{ uploadId, outputFormat: 'jpg', options: { nothing: 1 } }, 400, 'unknown-option'],
    [{ uploadId, outputFormat: 'nothing' }, 400, 'invalid-request'],
  ] as const
  for (const [file, status, code] of refusals) {
    const reply = await visitor.post(apiPaths.batches, { files: [file] })
    expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([status, code])
  }
  const stolen = await newVisitor().post(apiPaths.batches, { files: [{ uploadId, outputFormat: 'jpg' }] })
  expect([401, 404]).toContain(stolen.status)
})

test('sitemap: has the page of formats and every page of a pair, a few hundred at most', async () => {
  const sitemap = await (await newVisitor().fetch('/sitemap.xml')).text()
  const listed = pairPaths()
  expect(listed.length).toBeGreaterThan(100)
  expect(listed.length).toBeLessThan(600)
  expect(listed.filter(path => !sitemap.includes(`${path}</loc>`))).toEqual([])
  expect(sitemap).toContain('/formats</loc>')
})
