/** Admin API: chats with accounts on Pro. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { adminListQuerySchema } from '@filesmith/contract/schemas/admin-queries'
import {
  adminChatPageSchema,
  adminChatViewSchema,
  chatQuerySchema,
  chatReadSchema,
  newChatMessageSchema,
} from '@filesmith/contract/schemas/chat'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import {
  answerChat,
  findChatUser,
  listChats,
  type OperatorChatDeps,
  readChatOf,
  watchChat,
  watchChats,
} from '../../domain/chat/chat.ts'
import type { Notifications } from '../../ports/notifications.ts'
import { signedInUser } from '../access.ts'
import type { AppDrain } from '../drain-app.ts'
import { noContentReply, sendNoContent } from '../no-content.ts'
import { idParamsSchema } from '../params.ts'
import { requireCurrentSession, type SessionCheckDeps } from '../require-current-session.ts'
import { streamEvents } from '../stream-events.ts'
import { chatBodyLimit } from './chat.ts'

interface AdminChatDeps extends OperatorChatDeps, SessionCheckDeps {
  readonly notifications: Notifications
}

const tags = ['Administration']
const config = { access: 'operator' } as const

export function registerAdminChatRoutes(app: FastifyInstance, deps: AdminChatDeps, drain: AppDrain): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()

  typed.get(apiPaths.adminChats, {
    config,
    schema: {
      summary: 'List chats, unread ones first',
      tags,
      querystring: adminListQuerySchema,
      response: { 200: adminChatPageSchema, default: errorReplySchema },
    },
    handler: ({ query: { before } }) => listChats(deps, before),
  })

  typed.get(apiPaths.adminChatsEvents, {
    config,
    schema: {
      summary: 'Stream changes of any chat as server-sent events',
      description: 'Each event has the number of chats with unread messages; reload the list to see them.',
      tags,
      produces: ['text/event-stream'],
    },
    handler: async (request, reply) =>
      streamEvents(request, reply, drain, ({ signal }) =>
        watchChats(deps, signal, () => requireCurrentSession(deps, request)),
      ),
  })

  typed.get(apiPaths.adminChat(':id'), {
    config,
    schema: {
      summary: 'Get the chat with an account, newest page first',
      tags,
      params: idParamsSchema,
      querystring: chatQuerySchema,
      response: { 200: adminChatViewSchema, default: errorReplySchema },
    },
    handler: ({ params, query }) => readChatOf(deps, params.id, query.before),
  })

  typed.post(apiPaths.adminChatMessages(':id'), {
    config,
    bodyLimit: chatBodyLimit,
    schema: {
      summary: 'Answer in a chat',
      description:
        'Emailed to the account, without the text, if it has not read the answer within five minutes.',
      tags,
      params: idParamsSchema,
      body: newChatMessageSchema,
      response: noContentReply,
    },
    handler: async (request, reply) => {
      await answerChat(deps, signedInUser(request).account, request.params.id, request.body.text)
      return sendNoContent(reply)
    },
  })

  typed.post(apiPaths.adminChatRead(':id'), {
    config,
    schema: {
      summary: 'Mark the messages up to one as read, for all operators',
      tags,
      params: idParamsSchema,
      body: chatReadSchema,
      response: noContentReply,
    },
    handler: async (request, reply) => {
      await findChatUser(deps, request.params.id)
      await deps.chats.markRead(request.params.id, 'operator', request.body.upTo)
      return sendNoContent(reply)
    },
  })

  typed.get(apiPaths.adminChatEvents(':id'), {
    config,
    schema: {
      summary: 'Stream the chat with an account as server-sent events',
      description: 'Supports resuming with Last-Event-ID.',
      tags,
      params: idParamsSchema,
      produces: ['text/event-stream'],
    },
    handler: async (request, reply) => {
      const { id } = request.params
      // Checked before the stream starts, so that an unknown chat gets a 404 instead of an empty stream.
      await findChatUser(deps, id)
      return streamEvents(request, reply, drain, watch =>
        watchChat(deps, id, 'operator', watch, () => requireCurrentSession(deps, request)),
      )
    },
  })
}
