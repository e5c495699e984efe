/** Starts a resumable upload; refuses files that are too large before any data is sent. */
import { AppError } from '@filesmith/contract/errors'
import type { UploadPurpose } from '@filesmith/contract/upload-purposes'
import type { UploadRecord } from '../../ports/upload-store.ts'
import type { Requester } from '../allowance/requester.ts'
import type { Owner } from '../owners/owner.ts'
import { type BeginUploadDeps, beginUpload } from './begin-upload.ts'
import { mayBeEmpty, tooLargeError, uploadLimitBytes } from './upload-limit.ts'

export interface NewUpload {
  readonly fileName: string
  readonly declaredBytes: number
  readonly operation: UploadPurpose | null
}

export function checkNewUpload(owner: Owner, upload: NewUpload): void {
  const limitBytes = uploadLimitBytes(owner, upload.operation)
  if (upload.declaredBytes > limitBytes) throw tooLargeError(limitBytes)
  if (upload.declaredBytes === 0 && !mayBeEmpty(upload.operation)) throw new AppError('file-empty')
}

export async function startUpload(
  deps: BeginUploadDeps,
  requester: Requester,
  { declaredBytes: reservedBytes, ...request }: NewUpload,
): Promise<UploadRecord> {
  checkNewUpload(requester.owner, { declaredBytes: reservedBytes, ...request })
  return beginUpload(deps, requester, { ...request, reservedBytes, isResumable: true })
}
