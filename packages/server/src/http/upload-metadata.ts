/** Parses tus' Upload-Metadata header: comma-separated keys with base64 values. */
import { AppError } from '@filesmith/contract/errors'
import { isUploadPurpose, uploadPurposes } from '@filesmith/contract/upload-purposes'
import type { NewUpload } from '../domain/uploads/uploads.ts'

export function parseUploadMetadata(header: string): Pick<NewUpload, 'fileName' | 'operation'> {
  const entries = header.split(',').map(pair => {
    const [key = '', value = ''] = pair.trim().split(/\s+/)
    return [key, Buffer.from(value, 'base64').toString('utf8')] as const
  })
  const values = new Map(entries)
  const operation = values.get('operation')
  if (operation !== undefined && !isUploadPurpose(operation)) {
    throw new AppError('invalid-request', {
      reason: `Operation must be one of: ${uploadPurposes.join(', ')}.`,
    })
  }
  return { fileName: values.get('filename') ?? values.get('name'), operation: operation ?? null }
}
