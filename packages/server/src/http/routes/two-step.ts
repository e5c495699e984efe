/** Two-step sign-in: setup, confirmation, recovery codes, turning it off. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { codeRequestSchema, passwordRequestSchema } from '@filesmith/contract/schemas/account'
import { recoveryCodesSchema, twoStepSetupSchema } from '@filesmith/contract/schemas/account-security'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { AccountDeps } from '../../domain/accounts/accounts.ts'
import {
  beginTwoStep,
  confirmTwoStep,
  renewRecoveryCodes,
  turnTwoStepOff,
} from '../../domain/accounts/two-step.ts'
import { signedInUser } from '../access.ts'
import { setDeviceCookie } from '../begin-account-session.ts'
import { noContentReply, sendNoContent } from '../no-content.ts'

const tags = ['Accounts']
const removing = { access: 'account', proof: 'fresh-or-password' } as const
const adding = { ...removing, email: 'confirmed' } as const

export function registerTwoStepRoutes(app: FastifyInstance, deps: AccountDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()

  typed.post(apiPaths.twoStep, {
    config: adding,
    schema: {
      summary: 'Start setting up two-step sign-in',
      description: 'Takes effect when a code from the authenticator app is confirmed.',
      tags,
      body: passwordRequestSchema,
      response: { 200: twoStepSetupSchema, default: errorReplySchema },
    },
    handler: request => beginTwoStep(deps, signedInUser(request), request.body.password),
  })

  typed.post(apiPaths.twoStepConfirm, {
    config: { ...adding, proof: 'fresh' },
    schema: {
      summary: 'Turn on two-step sign-in with a first code; returns the recovery codes once',
      tags,
      body: codeRequestSchema,
      response: { 200: recoveryCodesSchema, default: errorReplySchema },
    },
    handler: async (request, reply) => {
      const signedIn = signedInUser(request)
      const recoveryCodes = await confirmTwoStep(deps, signedIn, request.body.code)
      // A code was confirmed on this device, so it has both factors.
      const { account, session } = signedIn
      await setDeviceCookie(deps, reply, { ...account, twoStepOnAt: deps.now() }, session.id)
      return { recoveryCodes }
    },
  })

  typed.post(apiPaths.twoStepOff, {
    config: removing,
    schema: {
      summary: 'Turn off two-step sign-in',
      tags,
      body: passwordRequestSchema,
      response: noContentReply,
    },
    handler: async (request, reply) => {
      await turnTwoStepOff(deps, signedInUser(request), request.body.password)
      return sendNoContent(reply)
    },
  })

  typed.post(apiPaths.recoveryCodes, {
    config: adding,
    schema: {
      summary: 'Replace the recovery codes; the old ones stop working',
      tags,
      body: passwordRequestSchema,
      response: { 200: recoveryCodesSchema, default: errorReplySchema },
    },
    handler: async request => ({
      recoveryCodes: await renewRecoveryCodes(deps, signedInUser(request), request.body.password),
    }),
  })
}
