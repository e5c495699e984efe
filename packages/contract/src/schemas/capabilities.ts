/** GET /api/capabilities: which operations this installation can do now, and in plain words why not. */
import { z } from 'zod'
import { operationIds } from '../operations/registry.ts'

export const capabilitiesSchema = z.object({
  operations: z.record(
    z.enum(operationIds),
    z.object({ isAvailable: z.boolean(), reason: z.string().nullable() }),
  ),
})
export type Capabilities = z.infer<typeof capabilitiesSchema>
