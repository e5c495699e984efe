/** Reads a conversion request and validates its options against the operation's schema. */
import { AppError } from '@filesmith/contract/errors'
import { maxFilesPerArchive, maxFilesPerBatch } from '@filesmith/contract/limits'
import type { Operation } from '@filesmith/contract/operations/operation'
import { optionError } from '@filesmith/contract/operations/read-options'
import { type OperationId, operations } from '@filesmith/contract/operations/registry'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { ConversionRequest } from '../domain/conversions/prepare-conversion.ts'
import { readOptions } from '../domain/conversions/read-options.ts'
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
  })
  return orDiscard(form, () => {
    const operation = selectOperation(candidates, form)
    checkCount(form, operations[operation], maxFilesFor(operations[operation], owner))
    return { wanted: { operation, files: form.files, ...readOptions(operation, form.options) }, form }
  })
}

/** Several operations may share a path; the fields of the request select one. */
function selectOperation(
  candidates: readonly [OperationId, ...OperationId[]],
  form: ReceivedForm,
): OperationId {
  const isSelected = (id: OperationId) => {
    const { answersTo }: Operation = operations[id]
    return answersTo?.(form.fields, form.files.length) === true
  }
  return candidates.find(isSelected) ?? candidates[0]
}

function maxFilesFor({ takesMany, severalAs, maxFiles }: Operation, { plan }: Owner): number {
  if (severalAs === 'batch') return (plan === 'free' ? maxFiles : undefined) ?? maxFilesPerBatch
  return takesMany ? (maxFiles ?? maxFilesPerArchive) : 1
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
    throw noFile === undefined
      ? new AppError('file-missing')
      : new AppError('invalid-request', { reason: noFile })
  if (form.files.length <= maxFiles) return
  throw new AppError('too-many-files', { reason: tooMany(operation, maxFiles) })
}

function tooMany({ takesMany, severalAs, fileKind }: Operation, maxFiles: number): string {
  if (severalAs === 'batch') return `Up to ${maxFiles} images can be sent at once.`
  if (!takesMany) return 'Please send one file at a time, or use the batch converter.'
  return fileKind === 'archive'
    ? `An archive can hold up to ${maxFiles} files.`
    : `Up to ${maxFiles} files can be used at once.`
}
