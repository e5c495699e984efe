/** Sends a stored file, whole or by range, or redirects to a presigned URL; always as an attachment (stored XSS). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Download } from '../domain/conversions/downloads.ts'
import type { Storage } from '../ports/storage.ts'
import { attachmentHeader } from './content-disposition.ts'
import { downloadType } from './download-type.ts'
import { parseRange } from './parse-range.ts'

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
