/** The calls of the translator: texts, the pairs that can be had, and which language a text is in. */
import { z } from 'zod'
import { detectedLanguage, languageIds } from '../languages.ts'
import { translateMessages } from '../messages/translate.ts'
import { translationPairSchema } from '../translation-pairs.ts'

/** Of one call. A longer text is a document. */
export const maxTextCharacters = 200_000

const languageError = `Language must be one of: ${languageIds.join(', ')}.`

export const translateTextRequestSchema = z.object({
  text: z
    .string({ error: translateMessages.noText })
    .max(maxTextCharacters, {
      error: translateMessages.tooLong(maxTextCharacters),
    })
    .refine(text => text.trim() !== '', { error: translateMessages.noText }),
  sourceLanguage: z.enum([...languageIds, detectedLanguage], { error: languageError }),
  targetLanguage: z.enum(languageIds, { error: languageError }),
})
export type TranslateTextRequest = z.infer<typeof translateTextRequestSchema>

export const translateTextReplySchema = z.object({
  translatedText: z.string(),
  sourceLanguage: z.enum(languageIds).describe('As given, or as detected.'),
  pair: translationPairSchema
    .nullable()
    .describe('Who translated it, and how well; null when the languages are the same.'),
})
export type TranslateTextReply = z.infer<typeof translateTextReplySchema>

/** With `Accept: text/event-stream` the text comes as it grows; the last event carries the whole reply or the error. */
export const translationEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string().describe('What follows the text so far.') }),
  z.object({ type: z.literal('done'), reply: translateTextReplySchema }),
  z.object({ type: z.literal('failed'), error: z.object({ code: z.string(), message: z.string() }) }),
])
export type TranslationEvent = z.infer<typeof translationEventSchema>

export const detectLanguageRequestSchema = z.object({ text: z.string().max(maxTextCharacters) })

export const detectLanguageReplySchema = z.object({
  language: z.enum(languageIds).nullable().describe('Null when it is too short to tell, or none of ours.'),
})
export type DetectLanguageReply = z.infer<typeof detectLanguageReplySchema>

export const translationPairsReplySchema = z.object({
  pairs: z.array(translationPairSchema).describe('The best way for every pair that can be translated now.'),
})
export type TranslationPairsReply = z.infer<typeof translationPairsReplySchema>
