import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeXhrBase } from './tus.fixture.ts'
import { isUploadComplete, startUpload } from './upload.ts'

const kilobyte = 1024
const chunkBytes = 512 * kilobyte

/** In-memory tus server behind a fake XMLHttpRequest. */
const server = {
  offsetBytes: 0,
  created: 0,
  metadata: '',
  requests: [] as string[],
  cutAtBytes: -1,
  refusal: '',
  refusalStatus: 413,
}

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
      this.reply(200, { 'upload-offset': server.offsetBytes, 'upload-length': 4 * chunkBytes })
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
    refusal: '',
    refusalStatus: 413,
  })
  localStorage.clear()
  vi.stubGlobal('XMLHttpRequest', FakeXhr)
})
afterEach(() => vi.unstubAllGlobals())

const photo = () => new File([new Uint8Array(4 * chunkBytes)], 'Hafen bei Nacht.jpg', { type: 'image/jpeg' })

function send(file: File) {
  const arrived: number[] = []
  const onStall = vi.fn()
  const done = new Promise<string>((onComplete, onError) => {
    startUpload(file, 'convert-image', {
      onProgress: bytes => arrived.push(bytes),
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
  expect(server.requests).toEqual(['POST', 'PATCH', 'PATCH', 'PATCH', 'PATCH'])
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
  expect(arrived).toEqual([chunkBytes, 2 * chunkBytes, 3 * chunkBytes, 4 * chunkBytes])
})

test('UP-04 startUpload: after a lost connection calls onStall and resumes at the offset of the server', async () => {
  server.cutAtBytes = 2 * chunkBytes
  const { done, arrived, onStall } = send(photo())
  await done
  expect(onStall).toHaveBeenCalledTimes(1)
  expect(server.created).toBe(1)
  expect(server.requests).toEqual(['POST', 'PATCH', 'PATCH', 'PATCH', 'HEAD', 'PATCH', 'PATCH'])
  expect(arrived.at(-1)).toBe(4 * chunkBytes)
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
