/** S3 server for tests: s3rver behind a proxy that adds the atomicity that S3 guarantees. */
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
  /** Folder with the bucket's objects as files. */
  readonly bucketDir: string
  /** Multipart uploads that were neither completed nor aborted. */
  openUploads(): Promise<string[]>
  forgetUploads(): Promise<void>
  /** Waits for the current write and ignores all later ones. */
  stopWriting(): Promise<void>
  close(): Promise<void>
}

/** `place` restarts the server of an earlier folder and port with its data. */
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
    // Requests are modified by the proxy below, which invalidates signatures.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: bucket }],
  })
  writeWhole(s3rver.store, uploadsDir)
  await s3rver.configureBuckets()
  const answer = s3rver.callback()
  const openUploads = (): Promise<string[]> => readdir(uploadsDir).catch(() => [])
  let lastChange: Promise<unknown> = Promise.resolve()
  let isReadOnly = false

  async function change(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (isReadOnly) return
    const uploadId = new URL(request.url ?? '', 'http://localhost').searchParams.get('uploadId')
    if (uploadId && !(await openUploads()).includes(uploadId)) {
      response.writeHead(404, { 'content-type': 'application/xml' })
      response.end('<Error><Code>NoSuchUpload</Code><Message>It is gone.</Message></Error>')
    } else if (uploadId && request.method === 'DELETE') {
      await rm(join(uploadsDir, uploadId), { recursive: true })
      response.writeHead(204).end()
    } else {
      // Also if the sender has disconnected: its write must not interleave with the next one.
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
      // S3 applies every change atomically, or not at all if the sender disconnects; s3rver mixes concurrent
      // changes and keeps partial ones.
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
      isReadOnly = true
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

/** S3 replaces objects atomically; s3rver overwrites in place while others read. */
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

/** s3rver's page tokens need a cipher that Node no longer has; small pages make listings span several. */
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
