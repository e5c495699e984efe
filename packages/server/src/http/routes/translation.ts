/** Translation of texts, available language pairs and language detection. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { toAppError } from '@filesmith/contract/errors'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import {
  detectLanguageReplySchema,
  detectLanguageRequestSchema,
  maxTextCharacters,
  type TranslationEvent,
  translateTextReplySchema,
  translateTextRequestSchema,
  translationPairsReplySchema,
} from '@filesmith/contract/schemas/translation'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import {
  detectLanguage,
  limitDetections,
  limitTranslations,
  listPairs,
  startTranslation,
  type TranslateDeps,
  type TranslationLimitDeps,
  type TranslationProgress,
} from '../../domain/translation/translation.ts'
import { closeSignal } from '../close-signal.ts'
import { type NetworkDeps, networkHash } from '../network-hash.ts'
import { streamItems } from '../stream-events.ts'

/** A character may take four bytes, or six if JSON escapes it. */
const bodyLimit = maxTextCharacters * 6 + 10_000

export function registerTranslationRoutes(
  app: FastifyInstance,
  deps: TranslateDeps & TranslationLimitDeps & NetworkDeps,
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()

  typed.post(apiPaths.translateText, {
    config: { access: 'owner' },
    bodyLimit,
    schema: {
      summary: 'Translate text',
      description:
        'Does not count as a conversion. Limited per minute and network. ' +
        'With `Accept: text/event-stream` the translation is streamed; the last event contains the whole reply.',
      tags: ['Translation'],
      body: translateTextRequestSchema,
      response: { 200: translateTextReplySchema, default: errorReplySchema },
    },
    handler: async (request, reply) => {
      await limitTranslations(deps, networkHash(deps, request), request.body.text)
      const signal = closeSignal(reply)
      const events = await startTranslation(deps, request.body, signal)
      if (request.headers.accept?.includes('text/event-stream'))
        return streamItems(request, reply, withFailure(events))
      for await (const event of events) {
        if (event.type === 'done') return event.reply
      }
      return reply.hijack()
    },
  })

  typed.get(apiPaths.translationPairs, {
    config: { access: 'anyone' },
    schema: {
      summary: 'List the available language pairs and their quality',
      tags: ['Translation'],
      response: { 200: translationPairsReplySchema, default: errorReplySchema },
    },
    handler: async () => ({ pairs: await listPairs(deps) }),
  })

  typed.post(apiPaths.detectLanguage, {
    config: { access: 'owner' },
    bodyLimit,
    schema: {
      summary: 'Detect the language of a text',
      tags: ['Translation'],
      body: detectLanguageRequestSchema,
      response: { 200: detectLanguageReplySchema, default: errorReplySchema },
    },
    handler: async (request, reply) => {
      await limitDetections(deps, networkHash(deps, request))
      return detectLanguage(deps, request.body.text, closeSignal(reply))
    },
  })
}

/** Once a stream has started, errors can only be reported in it. */
async function* withFailure(events: AsyncIterable<TranslationProgress>): AsyncGenerator<TranslationEvent> {
  try {
    yield* events
  } catch (error) {
    const { code, message } = toAppError(error)
    yield { type: 'failed', error: { code, message } }
  }
}
