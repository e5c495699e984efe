/** Converting video and audio over real HTTP with the real engine: results, errors, progress, cancellation. */
import { readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OperationId } from '@filesmith/contract/operations/registry'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawClip } from '../support/clips.ts'
import { drawPng } from '../support/images.ts'
import { ffprobe } from '../support/run-program.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { base64, createVisitor, type Visitor } from '../support/visitor.ts'
import { waitUntil } from '../support/wait-until.ts'

let filesmith: TestFilesmith
let video: Buffer
let silentVideo: Buffer
let tone: Buffer

beforeAll(async () => {
  ;[filesmith, video, silentVideo, tone] = await Promise.all([
    startFilesmith({ MAX_MEDIA_MINUTES: '1', MAX_VIDEO_MEGAPIXELS: '3' }),
    drawClip({ extension: 'mp4' }),
    drawClip({ extension: 'mp4', sound: null }),
    drawClip({ extension: 'wav', image: null }),
  ])
})
afterAll(() => filesmith.stop())

const blob = (bytes: Buffer) => new Blob([bytes as Buffer<ArrayBuffer>])

interface Stream {
  readonly codec_type: string
  readonly codec_name: string
  readonly height?: number
  readonly bit_rate?: string
}

async function download(visitor: Visitor, url: string): Promise<{ streams: Stream[]; format: string }> {
  const response = await visitor.fetch(url)
  expect(response.status).toBe(200)
  const path = join(tmpdir(), `filesmith-result-${process.pid}-${Date.now()}`)
  try {
    await writeFile(path, Buffer.from(await response.arrayBuffer()))
    const probed = JSON.parse(await ffprobe('-of', 'json', '-show_streams', '-show_format', path))
    return { streams: probed.streams, format: probed.format.format_name }
  } finally {
    await rm(path, { force: true })
  }
}

/** Synchronous conversion; returns status and body. */
async function convert(
  operation: OperationId,
  bytes: Buffer,
  fileName: string,
  fields: Record<string, string>,
  visitor = createVisitor(filesmith.baseUrl),
) {
  const response = await visitor.convert(blob(bytes), fileName, fields, { operation })
  return { status: response.status, body: await response.json(), visitor }
}

test('API-10 convert video: returns the requested container and size', async () => {
  const tall = await drawClip({ extension: 'mov', image: 'testsrc2=size=720x480:rate=25', seconds: 1 })
  const { status, body, visitor } = await convert('convert-video', tall, 'a.mov', {
    outputFormat: 'webm',
    quality: '360p',
  })
  expect({ status, body }).toEqual({
    status: 200,
    body: { downloadUrl: expect.stringMatching(/^\/api\/download\//) },
  })
  const { streams, format } = await download(visitor, body.downloadUrl)
  expect(format).toContain('webm')
  expect(streams).toMatchObject([{ codec_name: 'vp9', height: 360 }, { codec_name: 'opus' }])
})

test('API-11 convert audio: returns the requested format and bitrate', async () => {
  const { status, body, visitor } = await convert('convert-audio', tone, 'a.wav', {
    outputFormat: 'mp3',
    quality: '192',
  })
  expect(status).toBe(200)
  expect((await download(visitor, body.downloadUrl)).streams).toMatchObject([
    { codec_name: 'mp3', bit_rate: '192000' },
  ])
})

test('API-12 convert audio: isExtraction returns the audio track of a video', async () => {
  const fields = { outputFormat: 'm4a', quality: '256', isExtraction: 'true' }
  const { status, body, visitor } = await convert('convert-audio', video, 'a.mp4', fields)
  expect(status).toBe(200)
  const { streams } = await download(visitor, body.downloadUrl)
  expect(streams.map(stream => [stream.codec_type, stream.codec_name])).toEqual([['audio', 'aac']])
  const [entry] =
    await visitor.json<{ fileType: string; originalFormat: string }[]>('/api/conversions/recent')
  expect(entry).toMatchObject({ fileType: 'audio', originalFormat: 'mp4', convertedFormat: 'm4a' })
})

describe('convert video, convert audio: reject with status and message', () => {
  const audio = { outputFormat: 'mp3' }
  const toMkv = { outputFormat: 'mkv' }
  const extraction = { ...audio, isExtraction: 'true' }
  const playlist = Buffer.from('#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n')

  test.each<[string, OperationId, () => Buffer | Promise<Buffer>, Record<string, string>, number, string]>([
    [
      'a video without isExtraction',
      'convert-audio',
      () => video,
      audio,
      422,
      "This file is a video. Choose 'Extract audio from video' instead.",
    ],
    [
      'an audio file with isExtraction',
      'convert-audio',
      () => tone,
      extraction,
      415,
      'This is a WAV audio file, not an MP4.',
    ],
    [
      'a video without an audio track with isExtraction',
      'convert-audio',
      () => silentVideo,
      extraction,
      422,
      'This file has no audio track to extract.',
    ],
    [
      'an audio-only MP4 as video',
      'convert-video',
      () => drawClip({ extension: 'mp4', image: null }),
      toMkv,
      422,
      'This file has audio but no video. Please convert it on the Audio tab.',
    ],
    [
      'an HLS playlist with a local file (SSRF)',
      'convert-video',
      () => playlist,
      toMkv,
      415,
      'This is a playlist, not a media file. Please choose the video or audio file itself.',
    ],
    [
      'a truncated MP4 without index',
      'convert-video',
      () => video.subarray(0, video.length / 2),
      toMkv,
      422,
      'This MP4 file is damaged or incomplete and cannot be read.',
    ],
    [
      'audio above the maximum duration',
      'convert-audio',
      () => drawClip({ extension: 'mp3', image: null, seconds: 62 }),
      audio,
      422,
      'This file is too long. The maximum duration is 1 minute.',
    ],
    [
      'frames above the maximum size',
      'convert-video',
      () => drawClip({ extension: 'mp4', image: 'color=size=2400x1400:rate=5', seconds: 1 }),
      toMkv,
      422,
      'The resolution of this video is too high. The maximum is 3 megapixels.',
    ],
    ['an image', 'convert-video', drawPng, toMkv, 415, 'This is a PNG image, not an MP4.'],
    [
      'an unknown output format',
      'convert-video',
      () => video,
      { outputFormat: 'mp3' },
      400,
      'Output format must be one of: mp4, mov, avi, webm, mkv, wmv, flv, mpeg, ts, 3gp, ogv, m4v.',
    ],
    [
      'an unknown bitrate',
      'convert-audio',
      () => tone,
      { ...audio, quality: '1000' },
      400,
      'Quality must be one of: 320, 256, 192, 128.',
    ],
  ])('%s', async (_what, operation, bytes, fields, status, message) => {
    const reply = await convert(operation, await bytes(), 'a.mp4', fields)
    expect({ status: reply.status, message: reply.body.message }).toEqual({ status, message })
    expect(await reply.visitor.json('/api/conversions/recent')).toEqual([])
  })
})

test.each([
  ['convert-video', 500],
  ['convert-audio', 200],
] as const)(
  'HOME-14 HOME-19 HOME-26 %s: accepts files of exactly %i MB and none larger',
  async (operation, megabytes) => {
    const start = (bytes: number) =>
      createVisitor(filesmith.baseUrl).fetch('/api/uploads', {
        method: 'POST',
        headers: {
          'tus-resumable': '1.0.0',
          'upload-length': String(bytes),
          'upload-metadata': `filename ${base64('a.mp4')},operation ${base64(operation)}`,
        },
      })
    expect((await start(megabytes * 1024 * 1024)).status).toBe(201)
    const refused = await start(megabytes * 1024 * 1024 + 1)
    expect(refused.status).toBe(413)
    expect(await refused.json()).toEqual({
      code: 'file-too-large',
      message: `File is too large. Maximum size is ${megabytes}MB.`,
    })
  },
)

describe('a long video conversion', () => {
  let longVideo: Buffer
  beforeAll(async () => {
    const image = 'testsrc2=size=640x360:rate=30,noise=alls=40:allf=t'
    longVideo = await drawClip({
      extension: 'mp4',
      image,
      seconds: 8,
      encoding: ['-preset', 'ultrafast', '-crf', '35'],
    })
  })

  async function begin(visitor: Visitor) {
    const uploadId = await visitor.upload(longVideo, 'a.mp4', 'convert-video')
    return visitor.convertAsync(uploadId, { outputFormat: 'webm', quality: '720p' }, 'convert-video')
  }

  test('CONV-06 the percentage follows the processed time, stays at 95 or below until the result exists, and never decreases', async () => {
    const visitor = createVisitor(filesmith.baseUrl)
    const states = await visitor.follow(await begin(visitor))
    const percents = states.map(state => state.percent)
    expect(percents).toEqual(percents.toSorted((a, b) => a - b))
    const running = states.filter(state => state.status === 'running')
    expect(running.filter(state => state.percent > 0 && state.percent < 95).length).toBeGreaterThan(2)
    expect(Math.max(...running.map(state => state.percent))).toBeLessThanOrEqual(95)
    expect(running.some(state => state.secondsLeft !== null)).toBe(true)
    expect(states.at(-1)).toMatchObject({
      status: 'succeeded',
      percent: 100,
      media: {
        before: { video: { codec: 'H.264', width: 640, height: 360 }, audio: { codec: 'AAC' } },
        after: { video: { codec: 'VP9', width: 640, height: 360 }, audio: { codec: 'Opus' } },
        video: 'encoded',
        audio: 'encoded',
      },
    })
  })

  test('canceling stops the engine and removes the job folder', async () => {
    const visitor = createVisitor(filesmith.baseUrl)
    const accepted = await begin(visitor)
    const state = () => visitor.json<ConversionState>(accepted.statusUrl)
    await waitUntil('the conversion to report progress', async () => (await state()).percent > 0, {
      timeoutMs: 30_000,
    })
    expect((await visitor.fetch(accepted.statusUrl, { method: 'DELETE' })).status).toBe(204)
    expect((await state()).status).toBe('cancelled')
    await waitUntil(
      'the job folder to be removed',
      async () => (await readdir(join(filesmith.settings.DATA_DIR, 'jobs'))).length === 0,
      {
        timeoutMs: 10_000,
      },
    )
  })
})
