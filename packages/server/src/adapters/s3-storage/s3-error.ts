/** Maps S3 errors to storage errors. */
import { S3ServiceException } from '@aws-sdk/client-s3'
import { AppError } from '@filesmith/contract/errors'

export function isMissingObject(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not-found'
}

export function isUploadGone(error: unknown): boolean {
  return error instanceof AppError && (error.cause as Error | undefined)?.name === 'NoSuchUpload'
}

export function toS3Error(error: unknown): AppError {
  const options = { cause: error }
  // No response: wrong endpoint, network failure or server down.
  if (!(error instanceof S3ServiceException)) return new AppError('unavailable', {}, options)
  const status = error.$metadata.httpStatusCode ?? 500
  if (/storage.?full|quota.?exceeded/i.test(error.name) || status === 507) {
    return new AppError('storage-full', {}, options)
  }
  if (error.name === 'NoSuchKey' || error.name === 'NotFound') return new AppError('not-found', {}, options)
  if (status === 416)
    return new AppError('invalid-request', { reason: 'This file ends before that.' }, options)
  // A wrong bucket or key needs the operator; retrying would not help.
  return new AppError(status === 429 || status >= 500 ? 'unavailable' : 'internal', {}, options)
}
