/** Progress text of the OCR job. */
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { ocrMessages } from '@filesmith/contract/messages/ocr'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import type { JobView } from '../../../lib/job-view.ts'

type Working = Extract<JobView<ConversionState>, { phase: 'working' }>

/** Stage as reported by the engine: 'page 3 of 12' or '3/12'. */
const pageOfPages = /(\d+)\s*(?:of|\/)\s*(\d+)/

export function describeProgress({ step, percent, state }: Working): string {
  if (step === 'submitting') return conversionMessages.starting
  if (step === 'queued') return conversionMessages.queued
  const [, page, count] = pageOfPages.exec(state?.stage ?? '') ?? []
  if (page !== undefined && count !== undefined) return ocrMessages.readingPage(Number(page), Number(count))
  return ocrMessages.steps.findLast(({ fromPercent }) => percent >= fromPercent)?.text ?? ''
}
