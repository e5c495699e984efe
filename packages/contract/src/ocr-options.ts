/** The switches of the text extractor. */
import { z } from 'zod'
import { AppError } from './errors.ts'
import type { PlanId } from './plans.ts'

const flag = (usual: boolean) => z.boolean({ error: 'Switches must be true or false.' }).default(usual)

export const ocrOptionsSchema = z.object(
  {
    preserveLayout: flag(true).describe('Keep columns, paragraphs, tables and spacing.'),
    enhanceAccuracy: flag(true).describe('Straighten and clean the picture before reading it.'),
    detectLanguage: flag(true).describe('Find out script and language.'),
    includeConfidence: flag(false).describe('Say how sure each line is.'),
    language: z
      .string()
      .regex(/^[A-Za-z_]{3,12}(\+[A-Za-z_]{3,12}){0,3}$/, {
        error: 'Language must be a code such as eng or deu+fra.',
      })
      .default('eng')
      .describe('Read as this when the language is not detected; codes of Tesseract, several joined by +.'),
  },
  { error: 'options must be a JSON object of switches.' },
)
export type OcrOptions = z.infer<typeof ocrOptionsSchema>

export const usualOcrOptions: OcrOptions = ocrOptionsSchema.parse({})

/** Several languages in one file are for paying plans. */
export function maxLanguagesOf(plan: PlanId): number {
  return plan === 'free' ? 1 : 4
}

export function languagesOf({ language }: Pick<OcrOptions, 'language'>): readonly string[] {
  return language.split('+')
}

/** Where the language is detected, what was chosen before does not matter. */
export function ocrRefusal(options: OcrOptions, plan: PlanId): AppError | undefined {
  return !options.detectLanguage && languagesOf(options).length > maxLanguagesOf(plan)
    ? new AppError('plan-needed', { what: 'Several languages in one file require' })
    : undefined
}
