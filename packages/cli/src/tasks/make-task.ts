/** Builds a task from input files, output format and options, or throws why that is not possible. */
import { outputsFrom } from '@filesmith/contract/conversions'
import { AppError } from '@filesmith/contract/errors'
import { type FormatId, formats } from '@filesmith/contract/formats'
import { commandLineMessages } from '@filesmith/contract/messages/command-line'
import { passwordOfFile, refusePasswords } from '@filesmith/contract/operations/file-passwords'
import type { Operation, Requested } from '@filesmith/contract/operations/operation'
import { parseOptions } from '@filesmith/contract/operations/parse-options'
import { type OperationId, operations } from '@filesmith/contract/operations/registry'
import { formatFor } from '@filesmith/contract/refuse-format'
import { toFlag } from '../arguments/operation-fields.ts'
import { UsageError } from '../usage-error.ts'
import type { InputFile, Task } from './converter.ts'
import { findOperation, hasOption } from './find-operation.ts'

export interface TaskRequest {
  /** Undefined: derived from the formats. */
  readonly operation?: OperationId
  readonly to: FormatId | undefined
  /** Keyed by flag or option name. */
  readonly options: ReadonlyMap<string, string>
}

/** Where each of several files is a task, its line of the passwords is its password. */
export function requestForFile(request: TaskRequest, index: number): TaskRequest {
  const { passwords, ...given } = Object.fromEntries(request.options)
  if (passwords === undefined) return request
  const password = passwordOfFile({ password: given.password, passwords }, index)
  return { ...request, options: new Map(Object.entries({ ...given, ...(password && { password }) })) }
}

export function makeTask(files: readonly [InputFile, ...InputFile[]], request: TaskRequest): Task {
  const operation = request.operation ?? operationFor(files[0], request)
  const [first, ...others] = [
    recognize(files[0], operation),
    ...files.slice(1).map(file => recognize(file, operation)),
  ]
  const options = optionsFor(operation, first, request)
  const requested = readOptions(operation, options)
  const refusal = requested.refusal('pro') ?? refusePasswords(requested, files.length)
  if (refusal) throw new UsageError(refusal.message)
  if (requested.inputs !== 'any' && first.format === undefined) throw new AppError('unknown-type')
  const expectedFormat = requested.outputFor(first.format ?? 'other')
  const label = others.length === 0 ? first.name : `${first.name} + ${others.length}`
  return { label, operation, inputs: [first, ...others], options, requested, expectedFormat }
}

/** Between formats whose content looks alike, the name decides. */
function recognize(file: InputFile, operation: OperationId): InputFile {
  const { inputs }: Operation = operations[operation]
  return file.format === undefined
    ? file
    : { ...file, format: formatFor({ fileName: file.name, format: file.format }, inputs) }
}

function readOptions(operation: OperationId, options: Readonly<Record<string, string>>): Requested {
  try {
    return parseOptions(operation, options)
  } catch (error) {
    throw error instanceof AppError ? new UsageError(error.message) : error
  }
}

function operationFor({ name, format }: InputFile, { to, options }: TaskRequest): OperationId {
  if (to === undefined) throw new UsageError(commandLineMessages.noTarget)
  if (format === undefined) throw new AppError('unknown-type')
  if (format === 'playlist') throw new AppError('playlist-given')
  const named = formatFor({ fileName: name, format })
  const flags = [...options.keys()]
  const found = findOperation(named, to, flags) ?? findOperation(format, to, flags)
  if (found !== undefined) return found
  const others = outputsFrom(named)
  const reason = commandLineMessages.cannotMake(formats[named].label, formats[to].label, others)
  throw new AppError('invalid-request', { reason })
}

function optionsFor(
  operation: OperationId,
  input: InputFile,
  { to, options }: TaskRequest,
): Record<string, string> {
  const { fields, formatField } = operations[operation]
  const names = Object.keys(fields.shape)
  const chosen: Record<string, string> = {}
  for (const [given, value] of options) {
    const name = names.find(each => each === given || toFlag(each) === given)
    if (name === undefined || !hasOption(operation, given))
      throw new UsageError(commandLineMessages.unknownOption(given, operation))
    chosen[name] = value
  }
  if (to !== undefined && names.includes(formatField)) chosen[formatField] = to
  // An audio format for a video input means extracting its audio track.
  const isVideo = input.format !== undefined && formats[input.format].kind === 'video'
  if (isVideo && names.includes('isExtraction')) chosen.isExtraction ??= 'true'
  // An empty password is refused here rather than taken for none.
  if (chosen.password !== undefined && names.includes('isPasswordProtected'))
    chosen.isPasswordProtected ??= 'true'
  return chosen
}
