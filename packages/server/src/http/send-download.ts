/** Sends a stored file, whole or by range, or redirects to a presigned URL; always as an attachment (stored XSS). */

import { AppError } from '@filesmith/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Download } from '../domain/conversions/downloads.ts'
import type { ByteRange, Storage } from '../ports/storage.ts'
import { attachmentHeader } from './content-disposition.ts'

/** Time to start the download; later requests get a new URL. */
const presignedSeconds = 300

/**
 * Only whole downloads are redirected to the bucket. What a page reads itself (fetch, images, media) comes from this
 * origin, so that the Content Security Policy names no other host and the bucket needs no CORS rules.
 */
function canGoElsewhere({ method, headers }: FastifyRequest): boolean {
  const isReadByPage =
    ['cors', 'same-origin'].includes(String(headers['sec-fetch-mode'])) ||
    ['image', 'audio', 'video', 'track'].includes(String(headers['sec-fetch-dest']))
  return method === 'GET' && headers.range === undefined && !isReadByPage
}

export async function sendDownload(
  { storage }: { readonly storage: Storage },
  request: FastifyRequest,
  reply: FastifyReply,
  download: Download,
): Promise<FastifyReply> {
  reply
    .header('content-type', downloadType(download.mime))
    .header('content-disposition', attachmentHeader(download.fileName))
    .header('accept-ranges', 'bytes')
    .header('cache-control', 'private, no-cache')
    .header('etag', download.etag)
  if (request.headers['if-none-match'] === download.etag) return reply.status(304).send()

  if (storage.presign && canGoElsewhere(request)) {
    const address = await storage.presign(download.storageKey, {
      contentDisposition: attachmentHeader(download.fileName),
      contentType: download.mime,
      expiresInSeconds: presignedSeconds,
    })
    return reply
      .removeHeader('content-type')
      .removeHeader('content-disposition')
      .removeHeader('etag')
      .header('cache-control', 'private, no-store')
      .redirect(address, 302)
  }

  const ifRange = request.headers['if-range']
  const isRangeWanted = ifRange === undefined || ifRange === download.etag
  reply.header('content-range', `bytes */${download.sizeBytes}`)
  const range = isRangeWanted ? parseRange(request.headers.range, download.sizeBytes) : undefined
  reply.removeHeader('content-range')
  if (range) {
    reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${download.sizeBytes}`)
  }
  reply.header('content-length', range ? range.end - range.start + 1 : download.sizeBytes)
  if (request.method === 'HEAD') return reply.send()
  return reply.send(await storage.read(download.storageKey, range))
}

const runnable =
  /^(?:text\/(?:html|xml|xsl|javascript|ecmascript)|application\/(?:xml|javascript|ecmascript|x-javascript)|[\w.-]+\/[\w.-]+\+xml|multipart\/x-mixed-replace)$/

/** Content type of a download: types that a browser would execute (stored XSS) are sent as octet streams. */
export function downloadType(mime: string): string {
  return runnable.test(mime) ? 'application/octet-stream' : mime
}

/** Parses a Range header with one range; several are ignored and answered with the whole file (RFC 9110). */
export function parseRange(header: string | undefined, sizeBytes: number): ByteRange | undefined {
  const match = header?.trim().match(/^bytes=(\d*)-(\d*)$/)
  if (!match) return undefined
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return undefined
  const range =
    first === ''
      ? { start: Math.max(0, sizeBytes - Number(last)), end: sizeBytes - 1 }
      : { start: Number(first), end: last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1) }
  if (range.start >= sizeBytes || range.start > range.end) throw new AppError('range-not-satisfiable')
  return range
}
