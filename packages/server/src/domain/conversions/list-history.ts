/** Conversion history of an owner, newest first, with cursor pagination. */
import { AppError, errorMessage } from '@filesmith/contract/errors'
import { formatExtension } from '@filesmith/contract/formats'
import type { ConversionHistory, PastConversion } from '@filesmith/contract/schemas/conversion-history'
import type {
  ConversionStore,
  HistoryCursor,
  HistoryFilter,
  PastConversionRecord,
} from '../../ports/conversion-store.ts'
import { isId } from '../is-id.ts'
import type { Owner } from '../owners/owner.ts'

const pageSize = 20

export async function listHistory(
  deps: { conversions: ConversionStore },
  owner: Owner,
  filter: HistoryFilter,
  before: string | undefined,
): Promise<ConversionHistory> {
  const after = before === undefined ? null : decodeCursor(before)
  // One more than the page size, to know whether there is another page.
  const found = await deps.conversions.listPast(owner.id, filter, { after, limit: pageSize + 1 })
  const shown = found.slice(0, pageSize)
  const last = shown.at(-1)
  return {
    conversions: shown.map(describePast),
    next: last && found.length > pageSize ? encodeCursor(last) : null,
  }
}

function describePast(record: PastConversionRecord): PastConversion {
  return {
    id: record.id,
    fileName: record.fileName,
    fileType: record.fileKind,
    originalFormat: formatExtension(record.originalFormat),
    convertedFormat: formatExtension(record.convertedFormat),
    originalSize: record.originalSize,
    fileSize: record.resultSize,
    status: record.status,
    errorMessage: record.errorCode && errorMessage(record.errorCode, record.errorParams),
    createdAt: record.createdAt.toISOString(),
    expiresAt: record.expiresAt.toISOString(),
    canRepeat: record.hasUpload && record.options !== null && record.options.isPasswordProtected !== true,
  }
}

function encodeCursor({ createdAt, id }: HistoryCursor): string {
  return Buffer.from(`${createdAt.getTime()} ${id}`).toString('base64url')
}

function decodeCursor(text: string): HistoryCursor {
  const [time = '', id = ''] = Buffer.from(text, 'base64url').toString().split(' ')
  if (!/^\d{1,15}$/.test(time) || !isId(id))
    throw new AppError('invalid-request', { reason: 'The page cursor is invalid.' })
  return { createdAt: new Date(Number(time)), id }
}
