/** The deletion receipt of a conversion: what was stored for it, and when and why each of it was deleted. */
import { z } from 'zod'

export const storedFileKinds = ['upload', 'preview', 'result', 'part'] as const
export type StoredFileKind = (typeof storedFileKinds)[number]

export const deletionReasons = ['asked', 'expired', 'account-deleted'] as const
export type DeletionReason = (typeof deletionReasons)[number]

const receiptFileSchema = z.object({
  kind: z
    .enum(storedFileKinds)
    .describe('What was sent, a small picture of it, what was made of it, or something made beside that.'),
  format: z.string().nullable().describe('Null where nothing known was found.'),
  sizeBytes: z.number().int().nullable(),
  storedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  deletedAt: z.iso.datetime().nullable().describe('Null as long as it is stored.'),
  reason: z
    .enum(deletionReasons)
    .nullable()
    .describe('Deleted because its owner asked, its time was over, or with the account.'),
})
export type ReceiptFile = z.infer<typeof receiptFileSchema>

export const deletionReceiptSchema = z.object({
  conversionId: z.string(),
  operation: z.string(),
  requestedAt: z.iso.datetime(),
  files: z.array(receiptFileSchema),
  isAllDeleted: z.boolean().describe('Nothing of this conversion is stored any more.'),
  keptUntil: z.iso
    .datetime()
    .nullable()
    .describe('When the receipt itself may be forgotten; null as long as something is stored.'),
})
export type DeletionReceipt = z.infer<typeof deletionReceiptSchema>
