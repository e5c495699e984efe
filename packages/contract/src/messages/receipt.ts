/** Texts of deletion receipts. */
import type { DeletionReason, StoredFileKind } from '../schemas/receipt.ts'

export const receiptMessages = {
  heading: 'Deletion receipt',
  open: 'Receipt',
  openOf: (fileName: string) => `Deletion receipt of ${fileName}`,
  loading: 'Loading the receipt...',
  failed: 'Could not load the receipt',
  retry: 'Try again',
  allDeleted: 'All files of this conversion have been deleted.',
  someStored: 'These files are still stored. Once they are deleted, this receipt shows when and why.',
  kinds: {
    upload: 'Your file',
    preview: 'Preview of your file',
    result: 'Result',
    part: 'Additional output',
  } satisfies Record<StoredFileKind, string>,
  stored: 'Stored',
  deletes: 'Deleted by',
  deleted: 'Deleted',
  reasons: {
    asked: 'at your request',
    expired: 'because it expired',
    'account-deleted': 'with your account',
  } satisfies Record<DeletionReason, string>,
  keptUntil: (day: string) => `This receipt contains no file name and no content. It is kept until ${day}.`,
  id: 'Conversion',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Could not copy the receipt',
  save: 'Save as JSON',
  fileName: (id: string) => `deletion-receipt-${id.slice(0, 8)}.json`,
  close: 'Close',
} as const
