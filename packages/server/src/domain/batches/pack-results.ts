/** Archive entries for all results of a batch, with a note about files that were not converted. */
import { AppError, errorMessage } from '@filesmith/contract/errors'
import { formatExtension } from '@filesmith/contract/formats'
import type { Operation } from '@filesmith/contract/operations/operation'
import { operations } from '@filesmith/contract/operations/registry'
import { isFinished } from '@filesmith/contract/schemas/conversion'
import type { ArchiveEntry } from '../../ports/archive-writer.ts'
import type { ConversionRecord, ConversionStore } from '../../ports/conversion-store.ts'
import type { Storage } from '../../ports/storage.ts'
import type { Owner } from '../owners/owner.ts'
import { resultFileName } from '../uploads/clean-file-name.ts'
import { findBatch } from './find-batch.ts'
import { makeUnique } from './make-unique.ts'

/** The id of a single result, or the entries of an archive. */
export type BatchResults =
  | { readonly onlyConversionId: string }
  | { readonly entries: readonly ArchiveEntry[]; readonly fileName: string }

export async function packResults(
  deps: { conversions: ConversionStore; storage: Storage },
  owner: Owner,
  id: string,
): Promise<BatchResults> {
  const records = await findBatch(deps, owner, id)
  if (records.some(({ status }) => !isFinished(status))) throw new AppError('conversion-not-finished')
  const results = records.filter(record => record.resultKey !== null)
  const [first] = results
  if (!first) throw new AppError('batch-not-found')
  if (records.length === 1) return { onlyConversionId: first.id }

  const names = makeUnique(
    results.map(record => resultFileName(record.fileName, formatExtension(record.convertedFormat))),
  )
  const files = results.map((record, index) => ({
    name: names[index] ?? record.id,
    read: () => deps.storage.read(record.resultKey ?? ''),
  }))
  const missing = records.filter(record => record.resultKey === null)
  const note = {
    name: noteName(names),
    note: (skipped: readonly string[]) => describeMissing(missing, skipped),
  }
  return { entries: [...files, note], fileName: archiveNameOf(first) }
}

function archiveNameOf({ operation, convertedFormat }: ConversionRecord): string {
  const definition: Operation = operations[operation]
  return definition.takes === 'batch' ? definition.archiveName : `converted-${convertedFormat}.zip`
}

function noteName(taken: readonly string[]): string {
  return makeUnique([...taken, 'Not converted.txt']).at(-1) ?? 'Not converted.txt'
}

function describeMissing(
  records: readonly ConversionRecord[],
  deletedNames: readonly string[],
): string | undefined {
  const notConverted = records.map(record => {
    const reason = record.errorCode ? errorMessage(record.errorCode, record.errorParams) : 'It was canceled.'
    return `${record.fileName}: ${reason}`
  })
  const lines = [...notConverted, ...deletedNames.map(name => `${name}: It was deleted.`)]
  return lines.length > 0 ? `${lines.join('\n')}\n` : undefined
}
