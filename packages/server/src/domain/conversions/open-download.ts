/** Finds the result of one's own conversion and what it should be called when it is saved. */
import { AppError } from '@filesmith/contract/errors'
import { formatExtension, formats } from '@filesmith/contract/formats'
import { isFinished } from '@filesmith/contract/schemas/conversion'
import type { ConversionStore } from '../../ports/conversion-store.ts'
import type { Owner } from '../owners/owner.ts'
import { resultFileName } from '../uploads/clean-file-name.ts'
import { findConversion } from './find-conversion.ts'

export interface Download {
  readonly storageKey: string
  readonly sizeBytes: number
  readonly fileName: string
  readonly mime: string
  readonly etag: string
}

export async function openDownload(
  deps: { conversions: ConversionStore },
  owner: Owner,
  id: string,
): Promise<Download> {
  const record = await findConversion(deps, owner, id)
  if (!isFinished(record.status)) throw new AppError('conversion-not-finished')
  if (record.resultKey === null || record.resultSize === null) throw new AppError('conversion-not-found')
  return {
    storageKey: record.resultKey,
    sizeBytes: record.resultSize,
    fileName: resultFileName(record.fileName, formatExtension(record.convertedFormat)),
    mime: formats[record.convertedFormat].mime,
    etag: `"${record.id}-${record.attempt}"`,
  }
}
