/** Downloads of results, checked for their owner. */

import { isFinished } from '@filesmith/contract/conversion-status'
import { AppError } from '@filesmith/contract/errors'
import { type FormatId, formatExtension, formats } from '@filesmith/contract/formats'
import { parseStoredOptions } from '@filesmith/contract/operations/parse-options'
import type { ConversionRecord } from '../../database/conversion-record.ts'
import type { ConversionStore } from '../../database/conversion-store.ts'
import type { Owner } from '../owners/owner.ts'
import { cleanFileName, resultFileName } from '../uploads/uploads.ts'
import { findConversion } from './conversions.ts'

export interface Download {
  readonly storageKey: string
  readonly sizeBytes: number
  readonly fileName: string
  readonly mime: string
  readonly etag: string
}

export interface DownloadDeps {
  readonly conversions: ConversionStore
}

/** Finds the result or an additional output of a conversion, with its download file name. */
export async function openDownload(deps: DownloadDeps, owner: Owner, id: string): Promise<Download> {
  const record = await findFinished(deps, owner, id)
  if (record.resultKey === null || record.resultSize === null) throw new AppError('conversion-not-found')
  return {
    storageKey: record.resultKey,
    sizeBytes: record.resultSize,
    fileName: resultNameOf(record),
    mime: formats[record.convertedFormat].mime,
    etag: `"${record.id}-${record.attempt}"`,
  }
}

/** Download name of the result of a conversion. */
export function resultNameOf(record: ConversionRecord): string {
  return resultFileName(record.fileName, formatExtension(record.convertedFormat), suffixOf(record))
}

/** Records of older versions have no options, or options that are no longer valid. */
function suffixOf({ operation, options }: ConversionRecord): string {
  if (options === null) return ''
  try {
    return parseStoredOptions(operation, options).nameSuffix
  } catch {
    return ''
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
function partFileName(record: ConversionRecord, partName: string, extension: string): string {
  const { fileName } = record
  const plain = resultFileName(fileName, extension, suffixOf(record))
  if (plain !== fileName && !partName.startsWith('page-')) return plain
  const stem = fileName.replace(/\.[^.]+$/, '')
  return `${stem}-${partName}`
}

async function findFinished(deps: DownloadDeps, owner: Owner, id: string): Promise<ConversionRecord> {
  const record = await findConversion(deps, owner, id)
  if (!isFinished(record.status)) throw new AppError('conversion-not-finished')
  return record
}

/** Names an archive after its only file or its common folder, otherwise `archive`. */
export function archiveName(files: readonly { readonly name: string }[], format: FormatId): string {
  const extension = formatExtension(format)
  const [only, ...others] = files
  if (only && others.length === 0) return `${cleanFileName(only.name).replace(/\.[^.]+$/, '')}.${extension}`
  const folders = new Set(files.map(({ name }) => (name.includes('/') ? name.split('/')[0] : undefined)))
  const [folder] = folders
  return `${folders.size === 1 && folder ? cleanFileName(folder) : 'archive'}.${extension}`
}
