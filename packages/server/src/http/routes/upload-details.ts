/** Details, preview and preparation of an uploaded file. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { AppError } from '@filesmith/contract/errors'
import { formats } from '@filesmith/contract/formats'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import { uploadDetailsSchema } from '@filesmith/contract/schemas/upload-details'
import { uploadPreparationSchema } from '@filesmith/contract/schemas/upload-preparation'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { inspectUpload, limitInspections } from '../../domain/uploads/inspections.ts'
import { type PrepareUploadDeps, prepareUpload } from '../../domain/uploads/preparations.ts'
import { findUpload } from '../../domain/uploads/uploads.ts'
import type { Storage } from '../../ports/storage.ts'
import { closeSignal } from '../close-signal.ts'
import { attachmentHeader } from '../content-disposition.ts'
import { type NetworkDeps, networkHash } from '../network-hash.ts'
import { currentOwner } from '../owner-session.ts'
import { idParamsSchema } from '../params.ts'

interface UploadDetailsDeps extends PrepareUploadDeps, NetworkDeps {
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
      const network = networkHash(deps, request)
      await limitInspections(deps, network)
      const signal = closeSignal(reply)
      return inspectUpload(deps, currentOwner(request), request.params.id, { network, signal })
    },
  })

  typed.post(apiPaths.uploadPreparation(':id'), {
    config: { access: 'owner' },
    schema: {
      summary: 'Prepare an uploaded file for the PDF Workbench',
      description:
        'Replaces an uploaded document or image by its PDF, as input of further operations. Waits up to 20 seconds; ' +
        'request it again until it is ready. Does not count as a conversion, and the PDF cannot be downloaded: the preview ' +
        'has small images of its pages. Limited per network and minute, as four inspections.',
      tags,
      params: idParamsSchema,
      response: { 200: uploadPreparationSchema, default: errorReplySchema },
    },
    handler: (request, reply) =>
      prepareUpload(deps, currentOwner(request), request.params.id, {
        network: networkHash(deps, request),
        signal: closeSignal(reply),
      }),
  })

  typed.get(apiPaths.uploadPreview(':id'), {
    config: { access: 'owner' },
    schema: { summary: 'Get a preview image of an uploaded file', tags, params: idParamsSchema },
    handler: async (request, reply) => {
      await limitInspections(deps, networkHash(deps, request))
      const upload = await findUpload(deps, currentOwner(request), request.params.id)
      const { previewKey: key, previewFormat = 'jpg' } = upload.inspection ?? {}
      if (!key) throw new AppError('not-found')
      return reply
        .header('content-type', formats[previewFormat].mime)
        .header('content-disposition', attachmentHeader(`preview.${previewFormat}`))
        .header('cache-control', 'private, max-age=3600')
        .send(await deps.storage.read(key))
    },
  })
}
