/** The account itself: username, email address, sessions, data export and deletion. */
import { apiPaths } from '@filesmith/contract/api-paths'
import {
  changeEmailRequestSchema,
  changeUsernameRequestSchema,
  userReplySchema,
} from '@filesmith/contract/schemas/account'
import { securitySchema } from '@filesmith/contract/schemas/account-security'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ArchiveWriter } from '../../adapters/zip-archive/zip-archive-writer.ts'
import { describeSecurity, type ExportDeps, exportData } from '../../domain/accounts/account-data.ts'
import { type DeleteAccountDeps, deleteAccount } from '../../domain/accounts/accounts.ts'
import {
  changeUsername,
  requestEmailChange,
  requestEmailLink,
} from '../../domain/accounts/change-credentials.ts'
import { endOtherSessions, endSession } from '../../domain/accounts/sessions.ts'
import { describeUsage } from '../../domain/allowance/allowance.ts'
import { signedInUser } from '../access.ts'
import { attachmentHeader } from '../content-disposition.ts'
import { clearCookie } from '../cookies.ts'
import { describeUserWithUsage, type UserDescriptionDeps } from '../describe-user-with-usage.ts'
import { type NetworkDeps, networkHash } from '../network-hash.ts'
import { noContentReply, sendNoContent } from '../no-content.ts'
import { currentOwner } from '../owner-session.ts'
import { idParamsSchema } from '../params.ts'

type UserDeps = DeleteAccountDeps &
  ExportDeps &
  UserDescriptionDeps &
  NetworkDeps & { readonly archives: ArchiveWriter }

const tags = ['Accounts']
const config = { access: 'account' } as const
const nothing = z.object({})

export function registerUserRoutes(app: FastifyInstance, deps: UserDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()

  typed.delete(apiPaths.user, {
    config: { ...config, proof: 'fresh' },
    schema: {
      summary: 'Delete your account with all its files, sessions and personal data',
      tags,
      response: noContentReply,
    },
    handler: async (request, reply) => {
      await deleteAccount(deps, signedInUser(request).account)
      clearCookie(reply, 'session')
      return sendNoContent(reply)
    },
  })

  typed.post(apiPaths.username, {
    config: { ...config, proof: 'fresh-or-password' },
    schema: {
      summary: 'Change your username',
      tags,
      body: changeUsernameRequestSchema,
      response: { 200: userReplySchema, default: errorReplySchema },
    },
    handler: async request => {
      const account = await changeUsername(deps, signedInUser(request), request.body)
      return { user: await describeUserWithUsage(deps, account) }
    },
  })

  typed.post(apiPaths.email, {
    config: { ...config, proof: 'fresh-or-password' },
    schema: {
      summary: 'Change your email address; takes effect when the link sent to it is opened',
      tags,
      body: changeEmailRequestSchema,
      response: { 202: nothing, default: errorReplySchema },
    },
    handler: async (request, reply) => {
      const change = { ...request.body, network: networkHash(deps, request) }
      await requestEmailChange(deps, signedInUser(request), change)
      return reply.status(202).send({})
    },
  })

  typed.post(apiPaths.emailLink, {
    config,
    schema: {
      summary: 'Resend the confirmation link to your current address',
      tags,
      response: { 202: nothing, default: errorReplySchema },
    },
    handler: async (request, reply) => {
      await requestEmailLink(deps, signedInUser(request).account, networkHash(deps, request))
      return reply.status(202).send({})
    },
  })

  typed.get(apiPaths.security, {
    config,
    schema: {
      summary: 'Get your security settings and sessions',
      tags,
      response: { 200: securitySchema, default: errorReplySchema },
    },
    handler: request => describeSecurity(deps, signedInUser(request)),
  })

  typed.delete(apiPaths.sessions, {
    config: { ...config, proof: 'fresh' },
    schema: {
      summary: 'End all other sessions',
      tags,
      response: noContentReply,
    },
    handler: async (request, reply) => {
      await endOtherSessions(deps, signedInUser(request))
      return sendNoContent(reply)
    },
  })

  typed.delete(apiPaths.session(':id'), {
    config: { ...config, proof: 'fresh' },
    schema: {
      summary: 'End a session',
      tags,
      params: idParamsSchema,
      response: noContentReply,
    },
    handler: async (request, reply) => {
      await endSession(deps, signedInUser(request).account.id, request.params.id)
      return sendNoContent(reply)
    },
  })

  typed.get(apiPaths.userExport, {
    config,
    schema: { summary: 'Export your data as a ZIP file', tags },
    handler: async (request, reply) => {
      const usage = await describeUsage(deps, currentOwner(request))
      const entries = await exportData(deps, signedInUser(request), usage)
      return reply
        .header('content-disposition', attachmentHeader('filesmith-data.zip'))
        .header('cache-control', 'private, no-store')
        .type('application/zip')
        .send(deps.archives.write(entries))
    },
  })
}
