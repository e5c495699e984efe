/** Texts in other languages: at once or as they grow, which pairs there are, and which language a text is in. */
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
import { detectLanguage } from '../../domain/translation/detect-language.ts'
import { limitDetections, limitTranslations } from '../../domain/translation/limit-translations.ts'
import { listPairs } from '../../domain/translation/list-pairs.ts'
import { startTranslation, type TranslationProgress } from '../../domain/translation/translate-text.ts'
import { closeSignal } from '../close-signal.ts'
import type { HttpDependencies } from '../dependencies.ts'
import { networkHash } from '../network-hash.ts'
import { streamItems } from '../stream-events.ts'

/** Every character may take four bytes, or six where JSON escapes it. */
const bodyLimit = maxTextCharacters * 6 + 10_000

export function registerTranslationRoutes(app: FastifyInstance, deps: HttpDependencies): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()

  typed.post(apiPaths.translateText, {
    config: { access: 'owner' },
    bodyLimit,
    schema: {
      summary: 'Translate a text',
      description:
        'Costs no conversion, but only so much a minute is translated for one network. ' +
        'With `Accept: text/event-stream` the translation comes as it grows; the last event carries the reply.',
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
      summary: 'Which languages can be translated into which now, and how well',
      tags: ['Translation'],
      response: { 200: translationPairsReplySchema, default: errorReplySchema },
    },
    handler: async () => ({ pairs: await listPairs(deps) }),
  })

  typed.post(apiPaths.detectLanguage, {
    config: { access: 'owner' },
    bodyLimit,
    schema: {
      summary: 'Which language a text is in',
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

/** Once a stream has begun, what goes wrong can only be told in it. */
async function* withFailure(events: AsyncIterable<TranslationProgress>): AsyncGenerator<TranslationEvent> {
  try {
    yield* events
  } catch (error) {
    const { code, message } = toAppError(error)
    yield { type: 'failed', error: { code, message } }
  }
}
