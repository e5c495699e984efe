/** Execution plan of a conversion: the steps a worker runs, decided when the request is accepted. */
import { z } from 'zod'
import { formatIds } from '../formats.ts'

export const executionStepSchema = z.object({
  ability: z.string(),
  from: z.enum(formatIds),
  to: z.enum(formatIds),
  options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
})
export type ExecutionStep = z.infer<typeof executionStepSchema>

export const executionPlanSchema = z.object({ steps: z.array(executionStepSchema).min(1) })
export type ExecutionPlan = z.infer<typeof executionPlanSchema>
