/** Jobs of the public API: create, list, get, cancel, events and results. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import { jobPageSchema, jobSchema, jobStatuses, newJobSchema } from '@filesmith/contract/schemas/v1/job'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { RemoveConversionDeps } from '../../../domain/conversions/conversions.ts'
import {
  describeJob,
  findJob,
  listJobs,
  openResult,
  removeJob,
  type WatchJobDeps,
  waitForJob,
  watchJob,
} from '../../../domain/pipelines/jobs.ts'
import { type RequestJobDeps, requestJob } from '../../../domain/pipelines/request-job.ts'
import { closeSignal } from '../../close-signal.ts'
import type { AppDrain } from '../../drain-app.ts'
import { noContentReply, sendNoContent } from '../../no-content.ts'
import { idParamsSchema } from '../../params.ts'
import { sendDownload } from '../../send-download.ts'
import { streamEvents } from '../../stream-events.ts'
import { apiCaller } from '../../v1/api-key-authentication.ts'

type JobDeps = RequestJobDeps & WatchJobDeps & RemoveConversionDeps & { readonly basePath: string }

const tags = ['Jobs']
const reading = { access: 'key', scope: 'jobs:read' } as const
const writing = { access: 'key', scope: 'jobs:write' } as const
const maxWaitSeconds = 60
const maxPageSize = 100

export function registerApiJobRoutes(app: FastifyInstance, deps: JobDeps, drain: AppDrain): void {
  registerOneJob(app, deps, drain)
  registerJobEventsAndResults(app, deps, drain)
  const typed = app.withTypeProvider<ZodTypeProvider>()

  typed.post(apiPaths.v1Jobs, {
    config: writing,
    schema: {
      operationId: 'createJob',
      summary: 'Create a job',
      description:
        'Files from URLs or uploaded before pass through one or more steps; results can be downloaded or delivered. Invalid jobs are rejected immediately.',
      tags,
      body: newJobSchema,
      response: { 201: jobSchema, default: errorReplySchema },
    },
    handler: async (request, reply) => {
      const job = describeJob(await requestJob(deps, apiCaller(request).owner, request.body))
      return reply.status(201).header('location', apiPaths.v1Job(job.id)).send(job)
    },
  })

  typed.get(apiPaths.v1Jobs, {
    config: reading,
    schema: {
      operationId: 'listJobs',
      summary: 'List jobs',
      description: 'Newest first. Pass `next` of a page as `after` to get the following page.',
      tags,
      querystring: z.strictObject({
        status: z.enum(jobStatuses).optional(),
        after: z.string().max(100).optional(),
        limit: z.coerce.number().int().min(1).max(maxPageSize).default(20),
      }),
      response: { 200: jobPageSchema, default: errorReplySchema },
    },
    handler: request => listJobs(deps, apiCaller(request).owner, request.query),
  })
}

function registerOneJob(app: FastifyInstance, deps: JobDeps, drain: AppDrain): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()

  typed.get(apiPaths.v1Job(':id'), {
    config: reading,
    schema: {
      operationId: 'getJob',
      summary: 'Get a job',
      description:
        'With `wait`, the response is delayed until the job is finished, or for that many seconds.',
      tags,
      params: idParamsSchema,
      querystring: z.strictObject({ wait: z.coerce.number().int().min(0).max(maxWaitSeconds).default(0) }),
      response: { 200: jobSchema, default: errorReplySchema },
    },
    handler: async (request, reply) => {
      const { owner } = apiCaller(request)
      const { id } = request.params
      const { wait } = request.query
      if (wait === 0) return describeJob(await findJob(deps, owner, id))
      const enough = [closeSignal(reply), drain.begun, AbortSignal.timeout(wait * 1000)]
      return describeJob(await waitForJob(deps, owner, id, AbortSignal.any(enough)))
    },
  })

  typed.delete(apiPaths.v1Job(':id'), {
    config: writing,
    schema: {
      operationId: 'deleteJob',
      summary: 'Cancel a job, or delete a finished one',
      description:
        'A queued or running job is canceled and stays in the list; a finished job is deleted with its results.',
      tags,
      params: idParamsSchema,
      response: noContentReply,
    },
    handler: async (request, reply) => {
      await removeJob(deps, apiCaller(request).owner, request.params.id)
      return sendNoContent(reply)
    },
  })
}

function registerJobEventsAndResults(app: FastifyInstance, deps: JobDeps, drain: AppDrain): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()

  typed.get(apiPaths.v1JobEvents(':id'), {
    config: reading,
    schema: {
      operationId: 'followJob',
      summary: 'Stream the progress of a job as server-sent events',
      description:
        'Each event contains the whole job. Supports resuming with Last-Event-ID. The stream ends when the job is finished, or when the server shuts down: then reconnect.',
      tags,
      produces: ['text/event-stream'],
      params: idParamsSchema,
    },
    handler: async (request, reply) => {
      const { owner } = apiCaller(request)
      const { id } = request.params
      // Checked before the stream starts, so that other users get a 404 instead of an empty stream.
      await findJob(deps, owner, id)
      return streamEvents(request, reply, drain, async function* (watch) {
        for await (const record of watchJob(deps, owner, id, watch))
          yield { revision: record.revision, state: describeJob(record) }
      })
    },
  })

  typed.get(apiPaths.v1JobResult(':id', ':index'), {
    config: reading,
    schema: {
      operationId: 'getJobResult',
      summary: 'Download a result of a job',
      description:
        'Results are numbered from 0, in the order of the files. Supports range requests. May redirect (302) to a storage URL that is valid for five minutes.',
      tags,
      produces: ['application/octet-stream'],
      params: idParamsSchema.extend({ index: z.coerce.number().int().min(0) }),
    },
    handler: async (request, reply) => {
      const { id, index } = request.params
      const download = await openResult(deps, apiCaller(request).owner, id, index)
      return sendDownload(deps, request, reply, download)
    },
  })
}
