/** States of a conversion, without the schemas of its replies, which need zod. */
export const conversionStatuses = [
  'queued',
  'running',
  'succeeded',
  'failed',
  'cancelled',
  'expired',
] as const
export type ConversionStatus = (typeof conversionStatuses)[number]

export function isFinished(status: ConversionStatus): boolean {
  return status !== 'queued' && status !== 'running'
}

/** Name of the part with a small image of a result that browsers do not show. */
export const resultPreviewPart = 'preview.jpg'
