/** GET /api/v1/operations: operations for the steps of a job. */
import { z } from 'zod'
import { operationIds } from '../../operations/registry.ts'

export const apiOperationSchema = z
  .object({
    id: z.enum(operationIds),
    label: z.string(),
    isAvailable: z.boolean().describe('Whether a worker can run it now.'),
    inputs: z.array(z.string()).nullable().describe('Input formats; null means any file.'),
    outputs: z.array(z.string()).describe('Output formats.'),
    makesOneOfMany: z
      .boolean()
      .describe('True if all files become one result; false if each file becomes its own.'),
    maxFileBytes: z.number().int().describe("Maximum file size on the caller's plan."),
    options: z.record(z.string(), z.unknown()).describe('JSON Schema (draft 2020-12) of its options.'),
  })
  .meta({ id: 'Operation' })
export type ApiOperation = z.infer<typeof apiOperationSchema>

export const apiOperationsSchema = z.object({ operations: z.array(apiOperationSchema) })
export type ApiOperations = z.infer<typeof apiOperationsSchema>
