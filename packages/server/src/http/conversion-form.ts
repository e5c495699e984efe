/** Reads a conversion request and validates its options against the operation's schema. */
import { AppError } from '@filesmith/contract/errors'
import { maxFilesPerBatch } from '@filesmith/contract/limits'
import type { Operation } from '@filesmith/contract/operations/operation'
import { optionError, parseOptions } from '@filesmith/contract/operations/parse-options'
import { type OperationId, operations } from '@filesmith/contract/operations/registry'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { ConversionRequest } from '../domain/conversions/request-conversion.ts'
import type { Owner } from '../domain/owners/owner.ts'
import { type ReceivedForm, type ReceiveFormDeps, receiveForm } from './receive-form.ts'

export async function readConversionForm(
  deps: ReceiveFormDeps,
  request: FastifyRequest,
  owner: Owner,
  candidates: readonly [OperationId, ...OperationId[]],
): Promise<{ wanted: ConversionRequest; form: ReceivedForm }> {
  const form = await receiveForm(deps, request, owner, {
    purpose: candidates[0],
    fileFields: ['file'],
    maxFiles: Math.max(...candidates.map(id => maxFilesFor(operations[id], owner))),
    takesText: operations[candidates[0]].takesText,
  })
  return orDiscard(form, () => {
    const operation = selectOperation(candidates, form)
    checkCount(form, operations[operation], maxFilesFor(operations[operation], owner))
    return {
      wanted: { operation, files: form.files, requested: parseOptions(operation, form.options) },
      form,
    }
  })
}

/** Resizing shares the public path of image conversion: several files, or an option that only resizing has, select it. */
function selectOperation(
  [first, second]: readonly [OperationId, ...OperationId[]],
  { fields, files }: ReceivedForm,
): OperationId {
  if (second === undefined) return first
  const known = operations[first].fields.shape
  const own = Object.keys(operations[second].fields.shape).filter(name => !(name in known))
  const isSecond =
    files.length > 1 ||
    fields.files !== undefined ||
    fields.outputFormat === 'original' ||
    own.some(name => name in fields)
  return isSecond ? second : first
}

function maxFilesFor(operation: Operation, { plan }: Owner): number {
  if (operation.takes === 'batch') return plan === 'free' ? operation.freeMaxFiles : maxFilesPerBatch
  return operation.takes === 'several-files' ? operation.maxFiles : 1
}

/** Discards received files if `read` rejects the request. */
export async function orDiscard<Result>(form: ReceivedForm, read: () => Result): Promise<Result> {
  try {
    return read()
  } catch (error) {
    await form.discardReceived()
    throw error
  }
}

/** `what` names the object that has the options in the error message. */
export function parseFields<Schema extends z.ZodType>(
  schema: Schema,
  fields: unknown,
  what: string,
): z.infer<Schema> {
  const parsed = schema.safeParse(fields)
  if (parsed.success) return parsed.data
  throw optionError(what, parsed.error)
}

function checkCount(form: ReceivedForm, operation: Operation, maxFiles: number): void {
  const { noFile } = operation
  if (form.files.length === 0)
    throw noFile === null ? new AppError('file-missing') : new AppError('invalid-request', { reason: noFile })
  if (form.files.length <= maxFiles) return
  throw new AppError('too-many-files', { reason: tooMany(operation, maxFiles) })
}

function tooMany({ takes, fileKind }: Operation, maxFiles: number): string {
  if (takes === 'batch') return `Up to ${maxFiles} images can be sent at once.`
  if (takes === 'one-file') return 'Please send one file at a time, or use the batch converter.'
  return fileKind === 'archive'
    ? `An archive can hold up to ${maxFiles} files.`
    : `Up to ${maxFiles} files can be used at once.`
}
