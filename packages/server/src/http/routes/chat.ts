/** Chat of the signed-in account with the operators. */
import { apiPaths } from '@filesmith/contract/api-paths'
import {
  chatMessageCharacters,
  chatPageSchema,
  chatQuerySchema,
  chatReadSchema,
  newChatMessageSchema,
} from '@filesmith/contract/schemas/chat'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { AttemptDeps } from '../../domain/accounts/limit-attempts.ts'
import { type ChatDeps, readChat, sendChatMessage, watchChat } from '../../domain/chat/chat.ts'
import type { Notifications } from '../../ports/notifications.ts'
import { signedInUser } from '../access.ts'
import type { AppDrain } from '../drain-app.ts'
import { noContentReply, sendNoContent } from '../no-content.ts'
import { requireCurrentSession, type SessionCheckDeps } from '../require-current-session.ts'
import { streamEvents } from '../stream-events.ts'

interface ChatRouteDeps extends ChatDeps, AttemptDeps, SessionCheckDeps {
  readonly notifications: Notifications
}

const tags = ['Chat']
const config = { access: 'account' } as const
/** A character may take six bytes in JSON; twice the maximum, so that long messages get a proper error. */
export const chatBodyLimit = chatMessageCharacters * 2 * 6 + 1000

export function registerChatRoutes(app: FastifyInstance, deps: ChatRouteDeps, drain: AppDrain): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()

  typed.get(apiPaths.chat, {
    config,
    schema: {
      summary: 'Get chat messages, newest page first',
      tags,
      querystring: chatQuerySchema,
      response: { 200: chatPageSchema, default: errorReplySchema },
    },
    handler: request => readChat(deps, signedInUser(request).account.id, 'account', request.query.before),
  })

  typed.post(apiPaths.chatMessages, {
    config,
    bodyLimit: chatBodyLimit,
    schema: {
      summary: 'Write to the operators',
      description:
        'Pro only. Limited per minute. Emailed to the operators if none has read it within five minutes.',
      tags,
      body: newChatMessageSchema,
      response: noContentReply,
    },
    handler: async (request, reply) => {
      await sendChatMessage(deps, signedInUser(request).account, request.body.text)
      return sendNoContent(reply)
    },
  })

  typed.post(apiPaths.chatRead, {
    config,
    schema: {
      summary: 'Mark the answers up to a message as read',
      tags,
      body: chatReadSchema,
      response: noContentReply,
    },
    handler: async (request, reply) => {
      await deps.chats.markRead(signedInUser(request).account.id, 'account', request.body.upTo)
      return sendNoContent(reply)
    },
  })

  typed.get(apiPaths.chatEvents, {
    config,
    schema: {
      summary: 'Stream the chat as server-sent events',
      description:
        'The first event has the newest messages, later ones what was added, and each has the read marks. Supports resuming with Last-Event-ID.',
      tags,
      produces: ['text/event-stream'],
    },
    handler: async (request, reply) => {
      const { account } = signedInUser(request)
      return streamEvents(request, reply, drain, watch =>
        watchChat(deps, account.id, 'account', watch, () => requireCurrentSession(deps, request)),
      )
    },
  })
}
