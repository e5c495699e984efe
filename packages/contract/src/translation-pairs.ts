/** Language pairs of the translator with engine and quality. */
import { z } from 'zod'
import { languageIds } from './languages.ts'

/**
 * Best first: usable as is; good enough to understand; a rough idea with errors. `basic` is what workers of the previous
 * version report for Apertium and means the same as `draft`.
 */
export const translationQualities = ['good', 'basic', 'draft', 'rough'] as const
export type TranslationQuality = (typeof translationQualities)[number]

export const translationEngines = ['bergamot', 'libretranslate', 'deepl', 'apertium', 'mt12'] as const
export type TranslationEngine = (typeof translationEngines)[number]

export const translationPairSchema = z.object({
  from: z.enum(languageIds),
  to: z.enum(languageIds),
  engine: z.enum(translationEngines),
  quality: z
    .enum(translationQualities)
    .describe('Measured: good, draft (understandable) or rough (a rough draft with real mistakes).'),
  through: z.enum(languageIds).nullable().describe('The pivot language, if the pair has no direct model.'),
  downloadBytes: z
    .number()
    .int()
    .nullable()
    .describe('Download size when the pair is used for the first time; null if already installed.'),
})
export type TranslationPair = z.infer<typeof translationPairSchema>

/** Advice about a missing pair; docs/configuration.md lists the settings that add one. */
export const noTranslationAdvice = 'Please choose another language. The operator of this site can add more.'
