/** Converting images end to end over real HTTP, database, queue and sandboxed engines. */
import type {
  ConversionReply,
  ConversionState,
  RecentConversion,
} from '@filesmith/contract/schemas/conversion'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawJpeg, drawPng } from '../support/images.ts'
import { readZip } from '../support/read-zip.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

let filesmith: TestFilesmith
let png: Buffer

const blob = (bytes: Buffer) => new Blob([new Uint8Array(bytes)])

beforeAll(async () => {
  filesmith = await startFilesmith()
  png = await drawPng()
})
afterAll(() => filesmith.stop())

describe('synchronous conversion', () => {
  test('API-09 CALL-11 CONV-21 answers after the conversion with a download of the chosen format', async () => {
    const visitor = createVisitor(filesmith.baseUrl)
    const response = await visitor.convert(blob(png), 'sunset.png', { outputFormat: 'webp', quality: 'high' })
    expect(response.status).toBe(200)
    const { downloadUrl } = (await response.json()) as ConversionReply
    expect(downloadUrl).toMatch(/^\/api\/download\/[0-9a-f-]{36}$/)

    const download = await visitor.fetch(downloadUrl)
    expect(download.status).toBe(200)
    expect(download.headers.get('content-type')).toBe('image/webp')
    const result = await sharp(Buffer.from(await download.arrayBuffer())).metadata()
    expect(result).toMatchObject({ format: 'webp', width: 320, height: 200 })
  })

  test('API-16 the download has the file name with the new extension', async () => {
    const visitor = createVisitor(filesmith.baseUrl)
    const response = await visitor.convert(blob(png), 'Ferien — été.png', { outputFormat: 'jpg' })
    const { downloadUrl } = (await response.json()) as ConversionReply
    const download = await visitor.fetch(downloadUrl)
    expect(download.headers.get('content-disposition')).toBe(
      `attachment; filename="Ferien _ _t_.jpg"; filename*=UTF-8''Ferien%20%E2%80%94%20%C3%A9t%C3%A9.jpg`,
    )
    expect(download.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('all pages of a TIFF come as numbered files, a chosen page alone', async () => {
    const visitor = createVisitor(filesmith.baseUrl)
    const raw = { width: 8, height: 24, channels: 3, pageHeight: 8 } as const
    const tiff = await sharp(Buffer.alloc(8 * 24 * 3), { raw })
      .tiff()
      .toBuffer()
    const download = async (fields: Record<string, string>) => {
      const reply = await visitor.convert(blob(tiff), 'scan.tiff', { outputFormat: 'jpg', ...fields })
      return visitor.fetch(((await reply.json()) as ConversionReply).downloadUrl)
    }
    const all = await download({})
    expect(all.headers.get('content-disposition')).toContain('filename="scan.zip"')
    const files = await readZip(Buffer.from(await all.arrayBuffer()))
    expect([...files.keys()]).toEqual(['scan-page-01.jpg', 'scan-page-02.jpg', 'scan-page-03.jpg'])
    const one = await download({ page: '2' })
    expect(one.headers.get('content-type')).toBe('image/jpeg')
  })

  test.for(['tiff', 'jxl', 'heic', 'dds', 'exr'])(
    'a %s result has a preview that browsers show',
    async outputFormat => {
      const visitor = createVisitor(filesmith.baseUrl)
      const reply = await visitor.convert(blob(png), 'sunset.png', { outputFormat })
      const { downloadUrl } = (await reply.json()) as ConversionReply
      const id = downloadUrl.split('/').at(-1)
      const { parts } = (await (await visitor.fetch(`/api/conversions/${id}`)).json()) as ConversionState
      expect(parts).toMatchObject([{ name: 'preview.jpg', format: 'jpg' }])
      const preview = await visitor.fetch(parts[0]?.url ?? '')
      expect(preview.headers.get('content-type')).toBe('image/jpeg')
      const image = await sharp(Buffer.from(await preview.arrayBuffer())).metadata()
      expect(image).toMatchObject({ format: 'jpeg', width: 320, height: 200 })
    },
  )

  test('accepts form fields after the file', async () => {
    const visitor = createVisitor(filesmith.baseUrl)
    const form = new FormData()
    form.set('file', blob(png), 'a.png')
    form.set('outputFormat', 'gif')
    const response = await visitor.fetch('/api/convert/image', { method: 'POST', body: form })
    expect(response.status).toBe(200)
  })

  test('the download supports range requests', async () => {
    const visitor = createVisitor(filesmith.baseUrl)
    const response = await visitor.convert(blob(png), 'a.png', { outputFormat: 'bmp' })
    const { downloadUrl } = (await response.json()) as ConversionReply
    const whole = Buffer.from(await (await visitor.fetch(downloadUrl)).arrayBuffer())

    const part = await visitor.fetch(downloadUrl, { headers: { range: 'bytes=2-9' } })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 2-9/${whole.length}`)
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(2, 10))

    const beyond = await visitor.fetch(downloadUrl, { headers: { range: `bytes=${whole.length}-` } })
    expect(beyond.status).toBe(416)
    expect(await beyond.json()).toMatchObject({ code: 'range-not-satisfiable' })
  })
})

describe('with a resumable upload', () => {
  test('CALL-12 CALL-13 CALL-14 CONV-02 CONV-03 answers 202 at once and streams the engine’s progress', async () => {
    const visitor = createVisitor(filesmith.baseUrl)
    const uploadId = await visitor.upload(await drawJpeg(3200, 2400), 'photo.jpg')
    const response = await visitor.fetch('/api/convert/image', {
      method: 'POST',
      headers: { prefer: 'respond-async', 'content-type': 'application/json' },
      body: JSON.stringify({ uploadId, outputFormat: 'webp' }),
    })
    expect(response.status).toBe(202)
    const accepted = (await response.json()) as { id: string; statusUrl: string; eventsUrl: string }
    expect(accepted.statusUrl).toBe(`/api/conversions/${accepted.id}`)
    expect(accepted.eventsUrl).toBe(`/api/conversions/${accepted.id}/events`)

    const states = await visitor.follow(accepted)
    const percents = states.map(state => state.percent)
    expect(percents).toEqual([...percents].sort((a, b) => a - b))
    expect(states.at(-1)).toMatchObject({ status: 'succeeded', percent: 100, convertedFormat: 'webp' })
    expect(states.filter(state => state.percent === 100)).toHaveLength(1)
    expect(new Set(states.map(state => state.stage)).size).toBeGreaterThan(2)
  })

  test('events resume with Last-Event-ID without repetition', async () => {
    const visitor = createVisitor(filesmith.baseUrl)
    const accepted = await visitor.convertAsync(await visitor.upload(png, 'a.png'), { outputFormat: 'webp' })
    const first = await (await visitor.fetch(accepted.eventsUrl)).text()
    const lastId = [...first.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1] ?? ''
    const again = await visitor.fetch(accepted.eventsUrl, { headers: { 'last-event-id': lastId } })
    expect(again.headers.get('content-type')).toContain('text/event-stream')
    expect(await again.text()).not.toContain('data:')
    const earlier = await visitor.fetch(accepted.eventsUrl, { headers: { 'last-event-id': '1' } })
    expect(await earlier.text()).toContain('"status":"succeeded"')
  })

  test('an upload can be converted to several formats', async () => {
    const visitor = createVisitor(filesmith.baseUrl)
    const uploadId = await visitor.upload(png, 'a.png')
    for (const outputFormat of ['webp', 'gif']) {
      const states = await visitor.follow(await visitor.convertAsync(uploadId, { outputFormat }))
      expect(states.at(-1)?.status).toBe('succeeded')
    }
  })
})

describe('recent conversions', () => {
  test('API-14 API-15 REC-08 lists only the visitor’s own conversions, newest first', async () => {
    const [anna, ben] = [createVisitor(filesmith.baseUrl), createVisitor(filesmith.baseUrl)]
    await anna.convert(blob(png), 'first.png', { outputFormat: 'jpg' })
    await anna.convert(blob(png), 'second.png', { outputFormat: 'webp' })
    await ben.convert(blob(png), 'other.png', { outputFormat: 'gif' })

    const list = await anna.json<RecentConversion[]>('/api/conversions/recent')
    expect(list.map(item => item.fileName)).toEqual(['second.png', 'first.png'])
    expect(list[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      fileName: 'second.png',
      fileType: 'image',
      originalFormat: 'png',
      convertedFormat: 'webp',
      fileSize: expect.any(Number),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      isExpired: false,
      expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
    expect(await createVisitor(filesmith.baseUrl).json('/api/conversions/recent')).toEqual([])
  })

  test('other visitors can neither read, follow, download, delete nor retry a conversion', async () => {
    const [anna, stranger] = [createVisitor(filesmith.baseUrl), createVisitor(filesmith.baseUrl)]
    await stranger.convert(blob(png), 'mine.png', { outputFormat: 'gif' })
    const uploadId = await anna.upload(png, 'a.png')
    const accepted = await anna.convertAsync(uploadId, { outputFormat: 'webp' })
    await anna.follow(accepted)

    const downloadUrl = `/api/download/${accepted.id}`
    for (const [path, method] of [
      [accepted.statusUrl, 'GET'],
      [accepted.eventsUrl, 'GET'],
      [downloadUrl, 'GET'],
      [accepted.statusUrl, 'DELETE'],
      [`${accepted.statusUrl}/retry`, 'POST'],
    ] as const) {
      const response = await stranger.fetch(path, { method })
      expect(response.status, `${method} ${path}`).toBe(404)
      expect(await response.json()).toMatchObject({ code: 'conversion-not-found' })
    }
    const stolen = await stranger.fetch('/api/convert/image', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ uploadId, outputFormat: 'png' }),
    })
    expect(stolen.status).toBe(404)
    expect((await anna.fetch(downloadUrl)).status).toBe(200)
  })
})
