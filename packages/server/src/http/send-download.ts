/** Sends a stored file, whole or by range, always as something to save, never to run. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Download } from '../domain/conversions/open-download.ts'
import type { Storage } from '../ports/storage.ts'
import { attachmentNamed } from './content-disposition.ts'
import { downloadType } from './download-type.ts'
import { parseRange } from './parse-range.ts'

export async function sendDownload(
  { storage }: { readonly storage: Storage },
  request: FastifyRequest,
  reply: FastifyReply,
  download: Download,
): Promise<FastifyReply> {
  reply
    .header('content-type', downloadType(download.mime))
    .header('content-disposition', attachmentNamed(download.fileName))
    .header('accept-ranges', 'bytes')
    .header('cache-control', 'private, no-cache')
    .header('etag', download.etag)
  if (request.headers['if-none-match'] === download.etag) return reply.status(304).send()

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
