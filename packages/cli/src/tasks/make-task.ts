/** Builds a task from input files, output format and options, or throws why that is not possible. */
import { AppError } from '@filesmith/contract/errors'
import { type FormatId, formats } from '@filesmith/contract/formats'
import { commandLineMessages } from '@filesmith/contract/messages/command-line'
import type { Operation } from '@filesmith/contract/operations/operation'
import { readGivenOptions } from '@filesmith/contract/operations/read-options'
import { type OperationId, operations } from '@filesmith/contract/operations/registry'
import { formatFieldOf, toFlag } from '../arguments/operation-fields.ts'
import { UsageError } from '../usage-error.ts'
import type { InputFile, Task } from './converter.ts'
import { findOperation, hasOption, possibleFormats } from './find-operation.ts'

export interface TaskRequest {
  /** Undefined: derived from the formats. */
  readonly operation?: OperationId
  readonly to: FormatId | undefined
  /** Keyed by flag or option name. */
  readonly options: ReadonlyMap<string, string>
}

export function makeTask(inputs: readonly [InputFile, ...InputFile[]], request: TaskRequest): Task {
  const [first, ...others] = inputs
  const operation = request.operation ?? operationFor(first, request)
  const definition: Operation = operations[operation]
  const options = optionsFor(operation, first, request)
  const parsed = parseOptions(operation, options)
  const refusal = definition.refusal?.({ options: parsed, password: options.password, plan: 'pro' })
  if (refusal) throw new UsageError(refusal.message)
  const from = first.format ?? 'other'
  if (definition.inputs !== 'any' && first.format === undefined) throw new AppError('unknown-type')
  const expectedFormat =
    definition.outputFor?.(from, parsed) ?? (parsed[formatFieldOf(operation)] as FormatId)
  const label = others.length === 0 ? first.name : `${first.name} + ${others.length}`
  return { label, operation, inputs, options, expectedFormat }
}

/** Parses options with the schema of the operation. */
export function parseOptions(
  operation: OperationId,
  options: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  try {
    return readGivenOptions(operations[operation], operation, options).options
  } catch (error) {
    throw error instanceof AppError ? new UsageError(error.message) : error
  }
}

function operationFor({ format }: InputFile, { to, options }: TaskRequest): OperationId {
  if (to === undefined) throw new UsageError(commandLineMessages.noTarget)
  if (format === undefined) throw new AppError('unknown-type')
  if (format === 'playlist') throw new AppError('playlist-given')
  const found = findOperation(format, to, [...options.keys()])
  if (found !== undefined) return found
  const others = possibleFormats(format)
  const reason = commandLineMessages.cannotMake(formats[format].label, formats[to].label, others)
  throw new AppError('invalid-request', { reason })
}

function optionsFor(
  operation: OperationId,
  input: InputFile,
  { to, options }: TaskRequest,
): Record<string, string> {
  const names = Object.keys(operations[operation].options.shape)
  const chosen: Record<string, string> = {}
  for (const [given, value] of options) {
    const name = names.find(each => each === given || toFlag(each) === given)
    if (name === undefined || !hasOption(operation, given))
      throw new UsageError(commandLineMessages.unknownOption(given, operation))
    chosen[name] = value
  }
  const formatField = formatFieldOf(operation)
  if (to !== undefined && names.includes(formatField)) chosen[formatField] = to
  // An audio format for a video input means extracting its audio track.
  const isVideo = input.format !== undefined && formats[input.format].kind === 'video'
  if (operation === 'convert-audio' && isVideo) chosen.isExtraction ??= 'true'
  // An empty password is refused here rather than taken for none.
  if (operation === 'compress-files' && chosen.password !== undefined) chosen.isPasswordProtected ??= 'true'
  return chosen
}
