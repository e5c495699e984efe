import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeXhrBase } from './tus.fixture.ts'
import { isUploadComplete, startUpload } from './upload.ts'

const kilobyte = 1024
const fileBytes = 2048 * kilobyte
/** Chunks of a fast connection: four times the one before, up to half a megabyte. */
const fastOffsets = [64, 320, 832, 1344, 1856, 2048].map(offset => offset * kilobyte)

/** In-memory tus server behind a fake XMLHttpRequest. */
const server = {
  offsetBytes: 0,
  created: 0,
  metadata: '',
  requests: [] as string[],
  cutAtBytes: -1,
  /** Bytes per millisecond; by default chunks arrive at once. */
  speed: Number.POSITIVE_INFINITY,
  refusal: '',
  refusalStatus: 413,
}
let nowMs = 0

class FakeXhr extends FakeXhrBase {
  send(body?: Blob) {
    queueMicrotask(() => this.answer(body))
  }

  private answer(body?: Blob) {
    server.requests.push(this.withCredentials ? this.method : `${this.method} without credentials`)
    if (this.method === 'PATCH' && server.offsetBytes === server.cutAtBytes) {
      server.cutAtBytes = -1
      return this.onerror?.(new Event('error'))
    }
    if (this.method === 'POST') this.create()
    if (this.method === 'PATCH') this.append(body?.size ?? 0)
    if (this.method === 'HEAD')
      this.reply(200, { 'upload-offset': server.offsetBytes, 'upload-length': fileBytes })
    this.onload?.()
  }

  private create() {
    if (server.refusal) {
      this.responseText = server.refusal
      return this.reply(server.refusalStatus, {})
    }
    server.created += 1
    server.metadata = this.requestHeaders.get('upload-metadata') ?? ''
    this.reply(201, { location: '/api/uploads/u1' })
  }

  private append(bytes: number) {
    expect(this.requestHeaders.get('upload-offset')).toBe(String(server.offsetBytes))
    server.offsetBytes += bytes
    nowMs += bytes / server.speed
    this.reply(204, { 'upload-offset': server.offsetBytes })
  }
}

beforeEach(() => {
  Object.assign(server, {
    offsetBytes: 0,
    created: 0,
    metadata: '',
    requests: [],
    cutAtBytes: -1,
    speed: Number.POSITIVE_INFINITY,
    refusal: '',
    refusalStatus: 413,
  })
  nowMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  localStorage.clear()
  vi.stubGlobal('XMLHttpRequest', FakeXhr)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const photo = () => new File([new Uint8Array(fileBytes)], 'Hafen bei Nacht.jpg', { type: 'image/jpeg' })

function send(file: File, onArrived = () => {}) {
  const arrived: number[] = []
  const onStall = vi.fn()
  const done = new Promise<string>((onComplete, onError) => {
    startUpload(file, 'convert-image', {
      onProgress(bytes) {
        arrived.push(bytes)
        onArrived()
      },
      onStall,
      onComplete,
      onError,
    })
  })
  return { done, arrived, onStall }
}

test('UP-04 startUpload: uploads a file in chunks with its name, type and operation', async () => {
  const { done } = send(photo())
  expect(await done).toBe('u1')
  expect(server.requests).toEqual(['POST', ...fastOffsets.map(() => 'PATCH')])
  const metadata = server.metadata.split(',').map(pair => {
    const [key, value = ''] = pair.split(' ')
    return [key, atob(value)]
  })
  expect(metadata).toEqual([
    ['filename', 'Hafen bei Nacht.jpg'],
    ['filetype', 'image/jpeg'],
    ['operation', 'convert-image'],
  ])
})

test('UP-05 startUpload: progress counts acknowledged bytes only', async () => {
  const { done, arrived } = send(photo())
  await done
  expect(arrived).toEqual(fastOffsets)
})

test('UP-05 startUpload: at 30 KB per second the percentage moves every few seconds, from the start', async () => {
  server.speed = 30 * 1.024
  const times: number[] = []
  const { done, arrived } = send(photo(), () => times.push(nowMs))
  await done
  expect(arrived.at(-1)).toBe(fileBytes)
  const pauses = times.map((time, index) => time - (times[index - 1] ?? 0))
  expect(Math.max(...pauses)).toBeLessThan(3000)
})

test('UP-04 startUpload: after a lost connection calls onStall and resumes at the offset of the server', async () => {
  server.cutAtBytes = 320 * kilobyte
  const { done, arrived, onStall } = send(photo())
  await done
  expect(onStall).toHaveBeenCalledTimes(1)
  expect(server.created).toBe(1)
  const sent = (count: number) => Array.from({ length: count }, () => 'PATCH')
  expect(server.requests).toEqual(['POST', ...sent(3), 'HEAD', ...sent(4)])
  expect(arrived.at(-1)).toBe(fileBytes)
})

test('CALL-04 startUpload: a rejected upload is not retried and reports the message of the server', async () => {
  server.refusal = JSON.stringify({
    code: 'file-too-large',
    message: 'File is too large. Maximum size is 50MB.',
  })
  const { done, onStall } = send(photo())
  await expect(done).rejects.toMatchObject({
    status: 413,
    serverMessage: 'File is too large. Maximum size is 50MB.',
  })
  expect(onStall).not.toHaveBeenCalled()
})

test.each([
  [413, 'storage-quota-used'],
  [429, 'too-many-uploads'],
  [429, 'unsent-quota-used'],
  [429, 'network-quota-used'],
  [429, 'network-too-many-uploads'],
  [507, 'storage-full'],
])(
  'startUpload: a creation rejected with %i %s is reported immediately, without retries',
  async (status, code) => {
    server.refusalStatus = status
    server.refusal = JSON.stringify({ code, message: 'Storage is full.' })
    const { done, onStall } = send(photo())
    await expect(done).rejects.toMatchObject({ status, serverMessage: 'Storage is full.' })
    expect(onStall).not.toHaveBeenCalled()
    expect(server.requests).toEqual(['POST'])
  },
)

test.each([
  ['the whole file', { 'upload-offset': '9', 'upload-length': '9' }, 200, true],
  ['half of it', { 'upload-offset': '4', 'upload-length': '9' }, 200, false],
  ['nothing', {}, 404, false],
])(
  'UP-08 isUploadComplete: is true only if the server has the whole file: %s',
  async (_what, headers, status, isThere) => {
    vi.stubGlobal('fetch', async () => new Response(null, { status, headers }))
    expect(await isUploadComplete('u1')).toBe(isThere)
  },
)
