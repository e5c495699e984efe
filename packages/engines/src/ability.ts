/** Abilities: what an engine turns into what, as data with a schema of the step options, and the functions that run them. */
import { AppError } from '@filesmith/contract/errors'
import type { FormatId } from '@filesmith/contract/formats'
import type { Encoding } from '@filesmith/contract/operations/operation'
import type { OperationId, operations } from '@filesmith/contract/operations/registry'
import type { z } from 'zod'
import type { EngineId, LiveEngine, StepOutcome, StepRun } from './engine.ts'

/** Declared as data, so that building an execution plan does not load the engine itself. */
export interface Ability<Options = unknown> {
  readonly id: string
  /** Null: built-in code without a parser, which runs in the worker itself and is available on every worker. */
  readonly engine: EngineId | null
  /** Empty accepts files of any kind, also several at once. */
  readonly from: readonly FormatId[]
  readonly to: readonly FormatId[]
  /** Relative cost of one run; the execution plan takes the cheapest route. */
  readonly cost: number
  /** The result is only input for another step and never delivered to the user. */
  readonly isIntermediate?: boolean
  /** Used only by routes of this operation, and required by all of them. */
  readonly operation?: OperationId | undefined
  readonly options: z.ZodType<Options>
}

/** Every step before the last one gets this option. */
interface Intermediate {
  readonly isIntermediate?: true
}

/** Options that an execution plan has for an ability: those of its operation, or those that all operations share. */
type PlannedOptions<Id extends OperationId | undefined> = Id extends OperationId
  ? NonNullable<ReturnType<(typeof operations)[Id]['parse']>['stepOptions']> & Intermediate
  : Encoding & Intermediate

/** Does not compile if the schema does not accept the options of the operation. */
export function defineAbility<Options, Input, const Id extends OperationId | undefined = undefined>(
  ability: Omit<Ability<Options>, 'options' | 'operation'> & {
    readonly operation?: Id
    readonly options: z.ZodType<Options, Input>
  },
  ..._mismatch: PlannedOptions<Id> extends Input ? [] : ['the schema refuses the options of the operation']
): Ability<Options> {
  return ability
}

interface StepHandler {
  readonly id: string
  run(run: StepRun): Promise<StepOutcome>
}

/** Parses the options of a step by the schema of its ability; nothing else does. */
export function parseStep<Options, Run extends { readonly step: StepRun['step'] }>(
  { options }: Ability<Options>,
  run: Run,
): Omit<Run, 'step'> & { readonly step: StepRun<Options>['step'] } {
  return { ...run, step: { ...run.step, options: options.parse(run.step.options) } }
}

export function handle<Options>(
  ability: Ability<Options>,
  run: (run: StepRun<Options>) => Promise<StepOutcome>,
): StepHandler {
  return { id: ability.id, run: given => run(parseStep(ability, given)) }
}

export function runStepsWith(...handlers: readonly StepHandler[]): LiveEngine['runStep'] {
  return async run => {
    const handler = handlers.find(({ id }) => id === run.step.ability)
    if (handler === undefined) throw new Error(`no ability ${run.step.ability}`)
    return handler.run(run)
  }
}

/** Narrows a format of a step to those that the engine knows. */
export function formatIn<Format extends FormatId>(known: readonly Format[], given: FormatId): Format {
  const found = known.find(format => format === given)
  if (found === undefined) throw new AppError('engine-missing', { tool: 'This format' })
  return found
}
