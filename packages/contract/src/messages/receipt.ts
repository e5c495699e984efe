/** Words of deletion receipts. */
import type { DeletionReason, StoredFileKind } from '../schemas/receipt.ts'

export const receiptMessages = {
  heading: 'Deletion receipt',
  open: 'Receipt',
  openOf: (fileName: string) => `Deletion receipt of ${fileName}`,
  loading: 'Loading the receipt...',
  failed: 'The receipt could not be loaded',
  retry: 'Try again',
  allDeleted: 'Nothing of this conversion is stored any more.',
  someStored: 'This is what is stored at the moment. Once it is deleted, this receipt says when and why.',
  kinds: {
    upload: 'Your file',
    preview: 'Preview of your file',
    result: 'Result',
    part: 'Made beside the result',
  } satisfies Record<StoredFileKind, string>,
  stored: 'Stored',
  deletes: 'Deleted by',
  deleted: 'Deleted',
  reasons: {
    asked: 'because you asked',
    expired: 'because its time was over',
    'account-deleted': 'with your account',
  } satisfies Record<DeletionReason, string>,
  keptUntil: (day: string) =>
    `This receipt holds no file name and nothing of the content. It is kept until ${day}.`,
  id: 'Conversion',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'The receipt could not be copied',
  save: 'Save as JSON',
  fileName: (id: string) => `deletion-receipt-${id.slice(0, 8)}.json`,
  close: 'Close',
} as const
