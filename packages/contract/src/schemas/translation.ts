/** Translation of texts, available pairs and language detection. */
import { z } from 'zod'
import { detectedLanguage, languageIds } from '../languages.ts'
import { translateMessages } from '../tools/translate/messages.ts'
import { translationPairSchema } from '../translation-pairs.ts'

/** Per request; longer texts must be sent as documents. */
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
  pair: translationPairSchema.nullable().describe('Engine and quality; null if both languages are the same.'),
  untranslated: z
    .array(z.string())
    .default([])
    .describe('Sentences left in the source language, because no translation of them passed the checks.'),
})
export type TranslateTextReply = z.infer<typeof translateTextReplySchema>

/** With `Accept: text/event-stream` the translation is streamed; the last event contains the whole reply or the error. */
export const translationEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string().describe('The next chunk of the translation.') }),
  z.object({ type: z.literal('done'), reply: translateTextReplySchema }),
  z.object({ type: z.literal('failed'), error: z.object({ code: z.string(), message: z.string() }) }),
])
export type TranslationEvent = z.infer<typeof translationEventSchema>

export const detectLanguageRequestSchema = z.object({ text: z.string().max(maxTextCharacters) })

export const detectLanguageReplySchema = z.object({
  language: z
    .enum(languageIds)
    .nullable()
    .describe('Null if the text is too short or the language is not supported.'),
})
export type DetectLanguageReply = z.infer<typeof detectLanguageReplySchema>

export const translationPairsReplySchema = z.object({
  pairs: z.array(translationPairSchema).describe('The best engine for every available pair.'),
})
export type TranslationPairsReply = z.infer<typeof translationPairsReplySchema>
