/** GET /api/v1/operations: what the steps of a job can do. */
import { z } from 'zod'
import { operationIds } from '../../operations/registry.ts'

export const apiOperationSchema = z
  .object({
    id: z.enum(operationIds),
    label: z.string(),
    isAvailable: z.boolean().describe('Whether a worker of this server can do it now.'),
    inputs: z.array(z.string()).nullable().describe('Formats it takes; null means any file.'),
    outputs: z.array(z.string()).describe('Formats it can make.'),
    makesOneOfMany: z.boolean().describe('Whether all files become one result, or each one its own.'),
    maxFileBytes: z.number().int().describe("On the caller's plan."),
    options: z.record(z.string(), z.unknown()).describe('JSON Schema (draft 2020-12) of its options.'),
  })
  .meta({ id: 'Operation' })
export type ApiOperation = z.infer<typeof apiOperationSchema>

export const apiOperationsSchema = z.object({ operations: z.array(apiOperationSchema) })
export type ApiOperations = z.infer<typeof apiOperationsSchema>
