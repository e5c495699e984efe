/** POST /api/conversions/check: a request as it would be sent to the operation. */
import { z } from 'zod'
import { operationIds } from '../operations/registry.ts'

export const conversionCheckSchema = z.strictObject({
  operation: z.enum(operationIds),
  uploadId: z.uuid(),
  options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
})
