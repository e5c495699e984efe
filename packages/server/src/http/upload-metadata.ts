/** Reads tus' Upload-Metadata header: comma-separated keys with base64 values. */
import { AppError } from '@filesmith/contract/errors'
import { type OperationId, operationIds } from '@filesmith/contract/operations/registry'

export function parseUploadMetadata(header: string): { fileName: string; operation: OperationId | null } {
  const entries = header.split(',').map(pair => {
    const [key = '', value = ''] = pair.trim().split(/\s+/)
    return [key, Buffer.from(value, 'base64').toString('utf8')] as const
  })
  const values = new Map(entries)
  const operation = values.get('operation')
  if (operation !== undefined && !isOperation(operation)) {
    throw new AppError('invalid-request', { reason: `Operation must be one of: ${operationIds.join(', ')}.` })
  }
  return { fileName: values.get('filename') ?? values.get('name') ?? '', operation: operation ?? null }
}

function isOperation(value: string): value is OperationId {
  return (operationIds as readonly string[]).includes(value)
}
