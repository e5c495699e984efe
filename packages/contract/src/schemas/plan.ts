/** Execution plan of a conversion: the steps a worker runs, decided when the request is accepted. */
import { z } from 'zod'
import { formatIds } from '../formats.ts'

export const planStepSchema = z.object({
  ability: z.string(),
  from: z.enum(formatIds),
  to: z.enum(formatIds),
  options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
})
export type PlanStep = z.infer<typeof planStepSchema>

export const planSchema = z.object({ steps: z.array(planStepSchema).min(1) })
export type Plan = z.infer<typeof planSchema>
