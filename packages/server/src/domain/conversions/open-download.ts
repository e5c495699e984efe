/** Finds the result or an additional output of a conversion, with its download file name. */
import { AppError } from '@filesmith/contract/errors'
import { formatExtension, formats } from '@filesmith/contract/formats'
import { isFinished } from '@filesmith/contract/schemas/conversion'
import type { ConversionRecord, ConversionStore } from '../../ports/conversion-store.ts'
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

interface DownloadDeps {
  readonly conversions: ConversionStore
}

export async function openDownload(deps: DownloadDeps, owner: Owner, id: string): Promise<Download> {
  const record = await findFinished(deps, owner, id)
  if (record.resultKey === null || record.resultSize === null) throw new AppError('conversion-not-found')
  return {
    storageKey: record.resultKey,
    sizeBytes: record.resultSize,
    fileName: resultFileName(record.fileName, formatExtension(record.convertedFormat)),
    mime: formats[record.convertedFormat].mime,
    etag: `"${record.id}-${record.attempt}"`,
  }
}

export async function openPart(
  deps: DownloadDeps,
  owner: Owner,
  id: string,
  name: string,
): Promise<Download> {
  const record = await findFinished(deps, owner, id)
  const part = record.parts.find(each => each.name === name)
  if (!part) throw new AppError('conversion-not-found')
  return {
    storageKey: part.key,
    sizeBytes: part.sizeBytes,
    fileName: partFileName(record, part.name, formatExtension(part.format)),
    mime: formats[part.format].mime,
    etag: `"${record.id}-${record.attempt}-${part.name}"`,
  }
}

/** Adds the part's name if the file name would equal the input's, for example a searchable copy of `scan.pdf`. */
function partFileName({ fileName }: ConversionRecord, partName: string, extension: string): string {
  const plain = resultFileName(fileName, extension)
  if (plain !== fileName && !partName.startsWith('page-')) return plain
  const stem = fileName.replace(/\.[^.]+$/, '')
  return `${stem}-${partName}`
}

async function findFinished(deps: DownloadDeps, owner: Owner, id: string): Promise<ConversionRecord> {
  const record = await findConversion(deps, owner, id)
  if (!isFinished(record.status)) throw new AppError('conversion-not-finished')
  return record
}
