/** How well one language can be put into another here, and by whom. */
import { z } from 'zod'
import { languageIds } from './languages.ts'

/** Best first: a person would keep it; good enough to understand; a rough draft that is sometimes wrong. */
export const translationQualities = ['good', 'basic', 'draft'] as const
export type TranslationQuality = (typeof translationQualities)[number]

export const translationEngines = ['bergamot', 'libretranslate', 'deepl', 'apertium', 'mt12'] as const
export type TranslationEngine = (typeof translationEngines)[number]

export const translationPairSchema = z.object({
  from: z.enum(languageIds),
  to: z.enum(languageIds),
  engine: z.enum(translationEngines),
  quality: z.enum(translationQualities),
  through: z.enum(languageIds).nullable().describe('The language in between, where there is no direct way.'),
  downloadBytes: z
    .number()
    .int()
    .nullable()
    .describe('What is fetched when the pair is used for the first time; null when it is here.'),
})
export type TranslationPair = z.infer<typeof translationPairSchema>

/** What whoever runs the server can do about a pair that is missing. */
export const noTranslationAdvice =
  'The server administrator can add languages: place Bergamot models in TRANSLATION_MODELS_DIR, or set BERGAMOT_MODELS_URL, LIBRETRANSLATE_URL or DEEPL_API_KEY.'
