/** Calls of the translator: a text that comes back piece by piece, and the language a text is in. */
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
  /** What follows the text so far. */
  readonly onText?: (text: string) => void
  /** Stops the server's work too. */
  readonly signal?: AbortSignal
}

/** Answers the whole when all of it is there. A refusal or a failure on the way throws a RequestError with the server's words. */
export async function translateText(
  wanted: TranslateTextRequest,
  { onText, signal }: TranslateSettings = {},
): Promise<TranslateTextReply> {
  const accept = { accept: 'text/event-stream' }
  const response = await request('POST', apiPaths.translateText, wanted, accept, signal)
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

/** The first part of a long text tells its language. */
const lookedAtCharacters = 2000

export async function detectLanguage(text: string, signal?: AbortSignal): Promise<LanguageId | null> {
  const body = { text: text.slice(0, lookedAtCharacters) }
  const response = await request('POST', apiPaths.detectLanguage, body, {}, signal)
  return detectLanguageReplySchema.parse(await response.json()).language
}
