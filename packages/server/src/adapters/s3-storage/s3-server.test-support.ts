/** An S3 server for tests: s3rver, with what it lacks of S3's promises added in front of it. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { createServer, IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import S3rver, { type Written } from 's3rver'

export interface TestS3Server {
  readonly endpoint: string
  readonly bucket: string
  /** Where the bucket's objects lie as files. */
  readonly bucketDir: string
  /** Multipart uploads that were neither completed nor aborted. */
  openUploads(): Promise<string[]>
  forgetUploads(): Promise<void>
  /** When nothing is being written: from then on nothing more is. */
  stopWriting(): Promise<void>
  close(): Promise<void>
}

/** With a place given, it is the server of that folder and port again, with what it had kept. */
export async function startS3Server(place?: {
  readonly directory: string
  readonly port: number
}): Promise<TestS3Server> {
  const bucket = 'kept'
  const directory = place?.directory ?? (await mkdtemp(join(tmpdir(), 'filesmith-s3-')))
  const uploadsDir = join(directory, bucket, '._S3rver_uploads')
  const s3rver = new S3rver({
    directory,
    silent: true,
    vhostBuckets: false,
    // Requests are changed on their way, see below.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: bucket }],
  })
  writeWhole(s3rver.store, uploadsDir)
  await s3rver.configureBuckets()
  const answer = s3rver.callback()
  const openUploads = (): Promise<string[]> => readdir(uploadsDir).catch(() => [])
  let lastChange: Promise<unknown> = Promise.resolve()
  let isWritingOver = false

  async function change(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (isWritingOver) return
    const uploadId = new URL(request.url ?? '', 'http://localhost').searchParams.get('uploadId')
    if (uploadId && !(await openUploads()).includes(uploadId)) {
      response.writeHead(404, { 'content-type': 'application/xml' })
      response.end('<Error><Code>NoSuchUpload</Code><Message>It is gone.</Message></Error>')
    } else if (uploadId && request.method === 'DELETE') {
      await rm(join(uploadsDir, uploadId), { recursive: true })
      response.writeHead(204).end()
    } else {
      // Also when its sender is gone: what it writes must not meet what is written next.
      await answer(request, response)
    }
    if (!response.closed) await once(response, 'close')
  }

  const server = createServer((request, response) => {
    if (request.url?.includes('list-type=2')) {
      void listPage(request, response, place ? 1000 : 2).catch(() => response.destroy())
    } else if (request.method === 'GET' || request.method === 'HEAD') {
      void answer(request, response)
    } else {
      // S3 makes every change at once, or not at all when the sender breaks off; s3rver mixes those that come
      // together, and keeps the half of what it got.
      void receiveWhole(request).then(
        whole => {
          lastChange = lastChange.then(() => change(whole, response))
        },
        () => response.destroy(),
      )
    }
  })
  server.listen(place?.port ?? 0, '127.0.0.1')
  await once(server, 'listening')

  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket,
    bucketDir: join(directory, bucket),
    openUploads,
    forgetUploads: () => rm(uploadsDir, { recursive: true, force: true }),
    async stopWriting() {
      isWritingOver = true
      await lastChange
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      if (!place) await rm(directory, { recursive: true })
    },
  }
}

/** S3 shows an object whole, the old one or the new one; s3rver answers while it still writes, and in place. */
function writeWhole(store: S3rver['store'], uploadsDir: string): void {
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const written = await putFile(store.getResourcePath(bucket, key, 'object'), content)
    await store.putMetadata(bucket, key, metadata, written.md5)
    return written
  }
  store.putPart = (_bucket, uploadId, part, content) =>
    putFile(join(uploadsDir, uploadId, String(part)), content)
}

async function putFile(path: string, content: Buffer | Readable): Promise<Written> {
  const bytes = Buffer.isBuffer(content) ? content : await buffer(content)
  await mkdir(dirname(path), { recursive: true })
  const incoming = `${path}.incoming`
  await writeFile(incoming, bytes)
  await rename(incoming, path)
  return { size: bytes.length, md5: createHash('md5').update(bytes).digest('hex') }
}

async function receiveWhole(request: IncomingMessage): Promise<IncomingMessage> {
  const body = await buffer(request)
  const { method, url, headers, rawHeaders, httpVersion } = request
  const whole = Object.assign(new IncomingMessage(request.socket), {
    ...{ method, url, headers, rawHeaders, httpVersion },
    complete: true,
  })
  whole.push(body)
  whole.push(null)
  return whole
}

/** s3rver's own page tokens need a cipher that is no longer there; and small pages make every listing have several. */
async function listPage(request: IncomingMessage, response: ServerResponse, pageSize: number): Promise<void> {
  const url = new URL(request.url ?? '', `http://${request.headers.host}`)
  url.searchParams.delete('list-type')
  url.searchParams.set('max-keys', String(pageSize))
  url.searchParams.set('marker', url.searchParams.get('continuation-token') ?? '')
  url.searchParams.delete('continuation-token')
  const signed = Object.entries(request.headers).filter(([name]) => /^(authorization$|x-amz-)/.test(name))
  const reply = await fetch(url, {
    headers: Object.fromEntries(signed.map(([name, value]) => [name, String(value)])),
  })
  const listing = await reply.text()
  const lastKey = [...listing.matchAll(/<Key>(.*?)<\/Key>/g)].at(-1)?.[1] ?? ''
  response.writeHead(reply.status, { 'content-type': 'application/xml' })
  response.end(
    listing.replace('<Contents>', `<NextContinuationToken>${lastKey}</NextContinuationToken><Contents>`),
  )
}
