/** Validates options against the operation's schema and determines the output format. */
import type { FormatId } from '@filesmith/contract/formats'
import type { Operation } from '@filesmith/contract/operations/operation'
import { type GivenOptions, readGivenOptions } from '@filesmith/contract/operations/read-options'
import { type OperationId, operations } from '@filesmith/contract/operations/registry'
import type { ConversionOptions } from '../../ports/conversion-store.ts'

export interface ReadOptions extends GivenOptions {
  readonly options: ConversionOptions
}

export function readOptions(operation: OperationId, fields: Readonly<Record<string, unknown>>): ReadOptions {
  const definition: Operation = operations[operation]
  const { formatField = 'outputFormat', outputs } = definition
  const { options, password } = readGivenOptions(definition, operation, fields)
  // Without a chosen format, the input decides later.
  const outputFormat = (options[formatField] ?? outputs[0]) as FormatId
  return { options: { ...options, outputFormat }, password }
}
