/** Checks what somebody asks of an operation against its own schema. */
import { AppError } from '@filesmith/contract/errors'
import type { FormatId } from '@filesmith/contract/formats'
import type { Operation } from '@filesmith/contract/operations/operation'
import { type OperationId, operations } from '@filesmith/contract/operations/registry'
import type { ConversionOptions } from '../../ports/conversion-store.ts'

export interface ReadOptions {
  readonly options: ConversionOptions
  /** Never kept with the others. */
  readonly password: string | undefined
}

export function readOptions(operation: OperationId, fields: Readonly<Record<string, unknown>>): ReadOptions {
  const { options: schema, formatField = 'outputFormat', outputs }: Operation = operations[operation]
  const parsed = schema.safeParse(fields)
  if (!parsed.success) {
    const reason = parsed.error.issues.map(issue => issue.message).join(' ')
    throw new AppError('invalid-request', { reason })
  }
  const { password, ...options } = parsed.data
  // Where nobody chooses, the file decides once its kind is known.
  const outputFormat = (options[formatField] ?? outputs[0]) as FormatId
  return { options: { ...options, outputFormat }, password: password as string | undefined }
}
