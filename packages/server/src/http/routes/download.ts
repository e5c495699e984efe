/** Results go to their owner only, whole or by range, always as something to save, never to run. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { openDownload } from '../../domain/conversions/open-download.ts'
import { attachmentNamed } from '../content-disposition.ts'
import type { HttpDependencies } from '../dependencies.ts'
import { currentOwner } from '../owner-session.ts'
import { idParamsSchema } from '../params.ts'
import { parseRange } from '../parse-range.ts'

export function registerDownloadRoute(app: FastifyInstance, deps: HttpDependencies): void {
  app.withTypeProvider<ZodTypeProvider>().get(apiPaths.download(':id'), {
    config: { access: 'owner' },
    schema: {
      summary: 'Download a result',
      description: 'Answers range requests.',
      tags: ['Conversions'],
      params: idParamsSchema,
    },
    handler: async (request, reply) => {
      const download = await openDownload(deps, currentOwner(request), request.params.id)
      reply
        .header('content-type', download.mime)
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
      return reply.send(await deps.storage.read(download.storageKey, range))
    },
  })
}
