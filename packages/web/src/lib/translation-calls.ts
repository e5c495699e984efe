/** API calls of the translator: streamed translation and language detection. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { LanguageId } from '@filesmith/contract/languages'
import {
  detectLanguageReplySchema,
  type TranslateTextReply,
  type TranslateTextRequest,
  translateTextReplySchema,
  translationEventSchema,
} from '@filesmith/contract/schemas/translation'
import { readEvents } from './read-events.ts'
import { RequestError, request } from './request.ts'

interface TranslateSettings {
  /** Called with the next part of the translation. */
  readonly onText?: (text: string) => void
  /** Also stops the translation on the server. */
  readonly signal?: AbortSignal
}

/** Resolves with the complete translation; throws a RequestError with the server's message on rejection or failure. */
export async function translateText(
  body: TranslateTextRequest,
  { onText, signal }: TranslateSettings = {},
): Promise<TranslateTextReply> {
  const accept = { accept: 'text/event-stream' }
  const response = await request('POST', apiPaths.translateText, body, accept, signal)
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (!isStream || !response.body) return translateTextReplySchema.parse(await response.json())
  for await (const data of readEvents(response.body)) {
    const event = translationEventSchema.parse(JSON.parse(data))
    if (event.type === 'text') onText?.(event.text)
    else if (event.type === 'done') return event.reply
    else throw new RequestError(response.status, event.error.message, event.error)
  }
  throw new Error('the translation broke off')
}

/** The beginning of a text is enough to detect its language. */
const detectionCharacters = 2000

export async function detectLanguage(text: string, signal?: AbortSignal): Promise<LanguageId | null> {
  const body = { text: text.slice(0, detectionCharacters) }
  const response = await request('POST', apiPaths.detectLanguage, body, {}, signal)
  return detectLanguageReplySchema.parse(await response.json()).language
}
