/** Execution plan of a conversion: the steps a worker runs, decided when the request is accepted. */
import { z } from 'zod'
import { formatIds } from '../formats.ts'

export const executionStepSchema = z.object({
  ability: z.string(),
  from: z.enum(formatIds),
  to: z.enum(formatIds),
  /** Parsed by the schema of the ability, where the step is run. */
  options: z.unknown(),
})
export type ExecutionStep = z.infer<typeof executionStepSchema>

const planVersion = 2

const executionPlanSchema = z.object({
  version: z.literal(planVersion),
  steps: z.array(executionStepSchema).min(1),
  /** Refuses a file that can be read only in part. */
  isStrict: z.literal(true).optional(),
})
export type ExecutionPlan = z.infer<typeof executionPlanSchema>

export function createExecutionPlan(steps: ExecutionStep[], isStrict = false): ExecutionPlan {
  return { version: planVersion, steps, ...(isStrict && { isStrict }) }
}

/** Reads a stored execution plan, also one of the previous version. */
export function readExecutionPlan(stored: unknown): ExecutionPlan {
  const previous = previousPlanSchema.safeParse(stored)
  return executionPlanSchema.parse(previous.success ? upgrade(previous.data) : stored)
}

/** Plans of the previous version, without a version; to be removed in the next release. */
const previousPlanSchema = z.object({
  version: z.undefined().optional(),
  steps: z.array(executionStepSchema.extend({ options: z.looseObject({ keptAs: z.string().optional() }) })),
})

/** A kept intermediate result was named in the options; now the translation keeps every intermediate result. */
function upgrade({ steps }: z.infer<typeof previousPlanSchema>): ExecutionPlan {
  return createExecutionPlan(
    steps.map(({ options: { keptAs, ...options }, ...step }) => ({
      ...step,
      options: keptAs === undefined ? options : { ...options, isIntermediate: true },
    })),
  )
}
