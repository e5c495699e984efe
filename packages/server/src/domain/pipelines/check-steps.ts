/** Validates the steps of a job before it is accepted. */
import { AppError } from '@filesmith/contract/errors'
import { type FormatId, formats } from '@filesmith/contract/formats'
import type { Operation } from '@filesmith/contract/operations/operation'
import { operations } from '@filesmith/contract/operations/registry'
import type { PlanId } from '@filesmith/contract/plans'
import type { JobStep } from '@filesmith/contract/schemas/v1/job'
import { readOptions } from '../conversions/read-options.ts'
import { type CheckedStep, countFiles, isJoining } from './checked-job.ts'

export function checkSteps(steps: readonly JobStep[], inputCount: number, plan: PlanId): CheckedStep[] {
  const checked = steps.map((step, index) => at(index, () => checkStep(step, plan)))
  for (const [index, step] of checked.entries()) at(index, () => checkFiles(checked, index, step, inputCount))
  return checked
}

function checkStep({ operation, options }: JobStep, plan: PlanId): CheckedStep {
  const { refusal }: Operation = operations[operation]
  const step = { operation, ...readOptions(operation, options) }
  const refused = refusal?.({ options: step.options, password: step.password, plan })
  if (refused) throw refused
  return step
}

function checkFiles(
  steps: readonly CheckedStep[],
  index: number,
  { operation, options }: CheckedStep,
  inputCount: number,
): void {
  const { inputs, inputsWith, maxFiles = Infinity }: Operation = operations[operation]
  const before = steps.slice(0, index)
  const fileCount = countFiles(
    inputCount,
    before.map(step => step.operation),
  )
  if (isJoining(operation) && fileCount > maxFiles)
    throw wrong(`${operation} takes at most ${maxFiles} files.`)
  const given = outputOf(before.at(-1))
  const accepted = inputs === 'any' ? undefined : (inputsWith?.(options) ?? inputs)
  if (given && accepted && !accepted.includes(given))
    throw new AppError('unsupported-input', { format: formats[given].label })
}

/** Undefined if the output format depends on the input. */
function outputOf(step: CheckedStep | undefined): FormatId | undefined {
  if (!step) return undefined
  const { outputFor }: Operation = operations[step.operation]
  return outputFor ? undefined : step.options.outputFormat
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
