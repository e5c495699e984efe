/** Deletion receipt of a conversion: what was stored for it, and when and why each file was deleted. */
import { z } from 'zod'

export const storedFileKinds = ['upload', 'preview', 'result', 'part'] as const
export type StoredFileKind = (typeof storedFileKinds)[number]

export const deletionReasons = ['asked', 'expired', 'account-deleted'] as const
export type DeletionReason = (typeof deletionReasons)[number]

const receiptFileSchema = z.object({
  kind: z
    .enum(storedFileKinds)
    .describe('The upload, its preview image, the result, or an additional output.'),
  format: z.string().nullable().describe('Null if unknown.'),
  sizeBytes: z.number().int().nullable(),
  storedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  deletedAt: z.iso.datetime().nullable().describe('Null while it is stored.'),
  reason: z
    .enum(deletionReasons)
    .nullable()
    .describe('Deleted by the owner, because it expired, or with the account.'),
})
export type ReceiptFile = z.infer<typeof receiptFileSchema>

export const deletionReceiptSchema = z.object({
  conversionId: z.string(),
  operation: z.string(),
  requestedAt: z.iso.datetime(),
  files: z.array(receiptFileSchema),
  isAllDeleted: z.boolean().describe('No file of this conversion is stored anymore.'),
  keptUntil: z.iso
    .datetime()
    .nullable()
    .describe('When the receipt itself may be deleted; null while a file is stored.'),
})
export type DeletionReceipt = z.infer<typeof deletionReceiptSchema>
