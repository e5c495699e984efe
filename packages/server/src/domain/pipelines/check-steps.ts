/** Validates the steps of a job before it is accepted. */
import { AppError } from '@filesmith/contract/errors'
import { type FormatId, formats } from '@filesmith/contract/formats'
import type { Operation, Requested } from '@filesmith/contract/operations/operation'
import { parseOptions } from '@filesmith/contract/operations/parse-options'
import { type OperationId, operations } from '@filesmith/contract/operations/registry'
import type { PlanId } from '@filesmith/contract/plans'
import type { JobStep } from '@filesmith/contract/schemas/v1/job'
import { type CheckedStep, countFiles, requestedBy } from './checked-job.ts'

export function checkSteps(steps: readonly JobStep[], inputCount: number, plan: PlanId): CheckedStep[] {
  const checked = steps.map((step, index) => at(index, () => checkStep(step, plan)))
  for (const [index, step] of checked.entries()) at(index, () => checkFiles(checked, index, step, inputCount))
  return checked
}

function checkStep({ operation, options }: JobStep, plan: PlanId): CheckedStep {
  const requested = parseOptions(operation, options)
  const refused = requested.refusal(plan)
  if (refused) throw refused
  const outputFormat = chosenOutput(operation, requested)
  return {
    operation,
    options: { ...requested.options, ...(outputFormat && { outputFormat }) },
    password: requested.password,
  }
}

function checkFiles(
  steps: readonly CheckedStep[],
  index: number,
  step: CheckedStep,
  inputCount: number,
): void {
  const { operation } = step
  const definition: Operation = operations[operation]
  const before = steps.slice(0, index)
  const fileCount = countFiles(
    inputCount,
    before.map(step => step.operation),
  )
  if (definition.takes === 'several-files' && fileCount > definition.maxFiles)
    throw wrong(`${operation} takes at most ${definition.maxFiles} files.`)
  const last = before.at(-1)
  const given = last && chosenOutput(last.operation, requestedBy(last))
  const { inputs } = requestedBy(step)
  if (given && inputs !== 'any' && !inputs.includes(given))
    throw new AppError('unsupported-input', { format: formats[given].label })
}

/** Undefined if the output format depends on the input. */
function chosenOutput(operation: OperationId, requested: Requested): FormatId | undefined {
  return operations[operation].outputBy === 'option' ? requested.outputFor('other') : undefined
}

function wrong(reason: string): AppError {
  return new AppError('invalid-request', { reason })
}

/** Adds the step's index to the error message. */
function at<Result>(index: number, check: () => Result): Result {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'invalid-request') throw wrong(`Step ${index}: ${error.message}`)
    if (error.code !== 'unknown-option') throw error
    throw new AppError(error.code, { ...error.params, what: `Step ${index}: ${error.params.what}` })
  }
}
