/** Results, and what was made beside them, go to their owner only. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { openDownload, openPart } from '../../domain/conversions/open-download.ts'
import type { HttpDependencies } from '../dependencies.ts'
import { currentOwner } from '../owner-session.ts'
import { idParamsSchema } from '../params.ts'
import { sendDownload } from '../send-download.ts'

export function registerDownloadRoutes(app: FastifyInstance, deps: HttpDependencies): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()

  typed.get(apiPaths.download(':id'), {
    config: { access: 'owner' },
    schema: {
      summary: 'Download a result',
      description:
        'Answers range requests. May answer 302 with an address of the storage that works for five minutes.',
      tags: ['Conversions'],
      params: idParamsSchema,
    },
    handler: async (request, reply) =>
      sendDownload(deps, request, reply, await openDownload(deps, currentOwner(request), request.params.id)),
  })

  typed.get(apiPaths.conversionPart(':id', ':name'), {
    config: { access: 'owner' },
    schema: {
      summary: 'Download what was made beside a result',
      description:
        'The state of the conversion lists the parts by name. Answers range requests, or like a download.',
      tags: ['Conversions'],
      params: idParamsSchema.extend({ name: z.string() }),
    },
    handler: async (request, reply) => {
      const { id, name } = request.params
      return sendDownload(deps, request, reply, await openPart(deps, currentOwner(request), id, name))
    },
  })
}
