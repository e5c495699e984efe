/** Details and preview of an uploaded file. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { AppError } from '@filesmith/contract/errors'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import { uploadDetailsSchema } from '@filesmith/contract/schemas/upload-details'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import {
  type InspectionLimitDeps,
  type InspectUploadDeps,
  inspectUpload,
  limitInspections,
} from '../../domain/uploads/inspections.ts'
import { findUpload } from '../../domain/uploads/uploads.ts'
import type { Storage } from '../../ports/storage.ts'
import { closeSignal } from '../close-signal.ts'
import { attachmentHeader } from '../content-disposition.ts'
import { type NetworkDeps, networkHash } from '../network-hash.ts'
import { currentOwner } from '../owner-session.ts'
import { idParamsSchema } from '../params.ts'

interface UploadDetailsDeps extends InspectUploadDeps, InspectionLimitDeps, NetworkDeps {
  readonly storage: Storage
}

const tags = ['Uploads']

export function registerUploadDetailsRoutes(app: FastifyInstance, deps: UploadDetailsDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()

  typed.get(apiPaths.uploadDetails(':id'), {
    config: { access: 'owner' },
    schema: {
      summary: 'Get details of an uploaded file',
      description:
        'Waits up to 20 seconds for the inspection. Inspections and previews are limited per network and minute.',
      tags,
      params: idParamsSchema,
      response: { 200: uploadDetailsSchema, default: errorReplySchema },
    },
    handler: async (request, reply) => {
      await limitInspections(deps, networkHash(deps, request))
      return inspectUpload(deps, currentOwner(request), request.params.id, closeSignal(reply))
    },
  })

  typed.get(apiPaths.uploadPreview(':id'), {
    config: { access: 'owner' },
    schema: { summary: 'Get a preview image of an uploaded file', tags, params: idParamsSchema },
    handler: async (request, reply) => {
      await limitInspections(deps, networkHash(deps, request))
      const upload = await findUpload(deps, currentOwner(request), request.params.id)
      const key = upload.inspection?.previewKey
      if (!key) throw new AppError('not-found')
      return reply
        .header('content-type', 'image/jpeg')
        .header('content-disposition', attachmentHeader('preview.jpg'))
        .header('cache-control', 'private, max-age=3600')
        .send(await deps.storage.read(key))
    },
  })
}
