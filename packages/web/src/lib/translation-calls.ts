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

/** Yields the data of each event; ignores a truncated last event. */
async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let rest = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      const events = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/)
      rest = events.pop() ?? ''
      for (const event of events) {
        const data = dataOf(event)
        if (data !== undefined) yield data
      }
    }
  } finally {
    // Closes the connection when the consumer stops iterating.
    await reader.cancel().catch(() => undefined)
  }
}

/** Undefined for comments, which only keep the connection alive. */
function dataOf(event: string): string | undefined {
  const lines = event.split(/\r?\n/).filter(line => line.startsWith('data:'))
  if (lines.length === 0) return undefined
  return lines.map(line => line.slice(line.startsWith('data: ') ? 6 : 5)).join('\n')
}
