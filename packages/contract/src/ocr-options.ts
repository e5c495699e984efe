/** Options of the text extractor. */
import { z } from 'zod'
import { AppError } from './errors.ts'
import { type PlanId, plans } from './plans.ts'

const flag = (defaultValue: boolean) =>
  z.boolean({ error: 'Switches must be true or false.' }).default(defaultValue)

const languageError = 'Language must be a code such as eng or deu+fra.'

export const ocrOptionsSchema = z.object(
  {
    preserveLayout: flag(true).describe('Keep columns, paragraphs, tables and spacing.'),
    enhanceAccuracy: flag(true).describe('Deskew and clean up the image before recognition.'),
    detectLanguage: flag(true).describe('Detect script and language.'),
    includeConfidence: flag(false).describe('Include the confidence of each line.'),
    language: z
      .string()
      .max(60, { error: languageError, abort: true })
      .regex(/^[A-Za-z_]{3,12}(\+[A-Za-z_]{3,12}){0,3}$/, { error: languageError })
      .default('eng')
      .describe('Language if it is not detected; Tesseract codes, several joined by +.'),
  },
  { error: 'options must be a JSON object.' },
)
export type OcrOptions = z.infer<typeof ocrOptionsSchema>

export const defaultOcrOptions: OcrOptions = ocrOptionsSchema.parse({})

/** Several languages per file need a paid plan. */
export function maxLanguagesOf(plan: PlanId): number {
  return plans[plan].ocrLanguages
}

export function languagesOf({ language }: Pick<OcrOptions, 'language'>): readonly string[] {
  return language.split('+')
}

/** The selected languages are ignored if the language is detected. */
export function ocrRefusal(options: OcrOptions, plan: PlanId): AppError | undefined {
  return !options.detectLanguage && languagesOf(options).length > maxLanguagesOf(plan)
    ? new AppError('plan-needed', { what: 'Several languages in one file require' })
    : undefined
}
