/** Downloads of results and additional outputs, for their owner only. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type DownloadDeps, openDownload, openPart } from '../../domain/conversions/downloads.ts'
import type { Storage } from '../../ports/storage.ts'
import { currentOwner } from '../owner-session.ts'
import { idParamsSchema } from '../params.ts'
import { sendDownload } from '../send-download.ts'

export function registerDownloadRoutes(
  app: FastifyInstance,
  deps: DownloadDeps & { readonly storage: Storage },
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()

  typed.get(apiPaths.download(':id'), {
    config: { access: 'owner' },
    schema: {
      summary: 'Download a result',
      description:
        'Supports range requests. May redirect (302) to a storage URL that is valid for five minutes.',
      tags: ['Conversions'],
      params: idParamsSchema,
    },
    handler: async (request, reply) =>
      sendDownload(deps, request, reply, await openDownload(deps, currentOwner(request), request.params.id)),
  })

  typed.get(apiPaths.conversionPart(':id', ':name'), {
    config: { access: 'owner' },
    schema: {
      summary: 'Download an additional output',
      description:
        'The conversion lists its parts by name. Supports range requests, and may redirect like a download.',
      tags: ['Conversions'],
      params: idParamsSchema.extend({ name: z.string() }),
    },
    handler: async (request, reply) => {
      const { id, name } = request.params
      return sendDownload(deps, request, reply, await openPart(deps, currentOwner(request), id, name))
    },
  })
}
