/** What the answers and silences of an S3 server mean to a caller of the storage. */
import { S3ServiceException } from '@aws-sdk/client-s3'
import { AppError } from '@filesmith/contract/errors'

export function isMissing(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not-found'
}

export function isUploadGone(error: unknown): boolean {
  return error instanceof AppError && (error.cause as Error | undefined)?.name === 'NoSuchUpload'
}

export function toS3Error(error: unknown): AppError {
  const options = { cause: error }
  // No answer at all: the address, the network or the server's process is at fault.
  if (!(error instanceof S3ServiceException)) return new AppError('unavailable', {}, options)
  const status = error.$metadata.httpStatusCode ?? 500
  if (/storage.?full|quota.?exceeded/i.test(error.name) || status === 507) {
    return new AppError('storage-full', {}, options)
  }
  if (error.name === 'NoSuchKey' || error.name === 'NotFound') return new AppError('not-found', {}, options)
  if (status === 416)
    return new AppError('invalid-request', { reason: 'This file ends before that.' }, options)
  // A wrong bucket or key pair is an operator's matter; asking again would not help.
  return new AppError(status === 429 || status >= 500 ? 'unavailable' : 'internal', {}, options)
}
