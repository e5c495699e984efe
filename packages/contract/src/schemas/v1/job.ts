/** Job of the public API: files pass through one or more steps, and the results may be delivered. */
import { z } from 'zod'
import { operationIds } from '../../operations/registry.ts'

const maxJobInputs = 100
const maxJobSteps = 10

/** Presigned URLs are long. */
export const webUrl = z
  .url({ protocol: /^https?$/, error: 'Must be an http:// or https:// URL.' })
  .max(8_000, { error: 'A URL can have at most 8000 characters.' })

export const jobInputSchema = z.xor([
  z
    .strictObject({
      url: webUrl.describe('URL of the file. Private network addresses are rejected.'),
      fileName: z
        .string()
        .min(1)
        .max(255)
        .optional()
        .describe('Default: taken from the response or the URL.'),
    })
    .meta({ title: 'File from a URL' }),
  z
    .strictObject({ fileId: z.uuid().describe('From `POST /api/v1/files`.') })
    .meta({ title: 'Uploaded file' }),
])
export type JobInput = z.infer<typeof jobInputSchema>

export const jobStepSchema = z
  .strictObject({
    operation: z.enum(operationIds),
    options: z
      .record(z.string().max(100), z.unknown())
      .default({})
      .describe('As described by `GET /api/v1/operations`.'),
  })
  .meta({ id: 'JobStep' })
export type JobStep = z.infer<typeof jobStepSchema>

export const jobExportSchema = z
  .strictObject({
    url: webUrl.describe('The result is uploaded there by PUT, for example to a presigned S3 URL.'),
    headers: z.record(z.string().max(200), z.string().max(8_000)).default({}),
  })
  .meta({ id: 'JobExport' })
export type JobExport = z.infer<typeof jobExportSchema>

export const newJobSchema = z
  .strictObject({
    inputs: z.array(jobInputSchema).min(1).max(maxJobInputs),
    steps: z
      .array(jobStepSchema)
      .min(1)
      .max(maxJobSteps)
      .describe(
        'Run one after another. A step converts each file, or combines all files, depending on its operation.',
      ),
    exports: z
      .array(jobExportSchema)
      .max(maxJobInputs)
      .optional()
      .describe('One for each result, in the same order.'),
    tag: z
      .string()
      .max(200)
      .optional()
      .describe('Your own reference; returned with the job and in webhooks.'),
  })
  .meta({
    id: 'NewJob',
    examples: [
      {
        inputs: [{ url: 'https://example.com/photo.heic' }],
        steps: [{ operation: 'convert-image', options: { outputFormat: 'jpg', quality: 'high' } }],
        tag: 'order-4711',
      },
    ],
  })
export type NewJob = z.infer<typeof newJobSchema>

export const jobStatuses = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const
export type JobStatus = (typeof jobStatuses)[number]

const jobResultSchema = z
  .object({
    fileName: z.string(),
    format: z.string(),
    sizeBytes: z.number().int(),
    url: z.string().describe('Download URL; needs the API key, and works while the job is kept.'),
    isExported: z.boolean(),
    notes: z.array(z.string()),
  })
  .meta({ id: 'JobResult' })

export const jobSchema = z
  .object({
    id: z.string(),
    status: z.enum(jobStatuses),
    percent: z.number().min(0).max(100),
    stage: z.string().describe('Current stage: "import", the operation of the step, or "export".'),
    tag: z.string().nullable(),
    steps: z.array(z.object({ operation: z.string(), status: z.enum(['waiting', ...jobStatuses]) })),
    results: z.array(jobResultSchema),
    error: z
      .object({
        code: z.string(),
        message: z.string(),
        step: z
          .number()
          .int()
          .nullable()
          .describe('Index of the failed step, from 0; null outside of steps.'),
        file: z.string().nullable().describe('The affected file, if any.'),
      })
      .nullable(),
    createdAt: z.iso.datetime(),
    startedAt: z.iso.datetime().nullable(),
    finishedAt: z.iso.datetime().nullable(),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'Job' })
export type Job = z.infer<typeof jobSchema>

export const jobPageSchema = z
  .object({ jobs: z.array(jobSchema), next: z.string().nullable() })
  .meta({ id: 'JobPage' })
export type JobPage = z.infer<typeof jobPageSchema>

export const apiFileSchema = z
  .object({
    id: z.string(),
    fileName: z.string(),
    sizeBytes: z.number().int(),
    format: z.string().nullable().describe('Detected from the content; null if unknown.'),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'File' })
export type ApiFile = z.infer<typeof apiFileSchema>
