/** Two-step sign-in: set-up, proof, recovery codes, off. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { codeRequestSchema, passwordRequestSchema } from '@filesmith/contract/schemas/account'
import { recoveryCodesSchema, twoStepSetupSchema } from '@filesmith/contract/schemas/account-security'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import {
  beginTwoStep,
  confirmTwoStep,
  renewRecoveryCodes,
  turnTwoStepOff,
} from '../../domain/accounts/two-step.ts'
import { signedInUser } from '../access.ts'
import { keepDevice } from '../begin-account-session.ts'
import type { HttpDependencies } from '../dependencies.ts'
import { noContentReply, sendNoContent } from '../no-content.ts'

const tags = ['Accounts']
const removing = { access: 'account', proof: 'fresh-or-password' } as const
const adding = { ...removing, email: 'confirmed' } as const

export function registerTwoStepRoutes(app: FastifyInstance, deps: HttpDependencies): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()

  typed.post(apiPaths.twoStep, {
    config: adding,
    schema: {
      summary: 'Begin to set up two-step sign-in',
      description: 'Nothing changes until a code of the authenticator app was sent.',
      tags,
      body: passwordRequestSchema,
      response: { 200: twoStepSetupSchema, default: errorReplySchema },
    },
    handler: request => beginTwoStep(deps, signedInUser(request), request.body.password),
  })

  typed.post(apiPaths.twoStepConfirm, {
    config: { ...adding, proof: 'fresh' },
    schema: {
      summary: 'Turn two-step sign-in on with a first code; answers the recovery codes, once',
      tags,
      body: codeRequestSchema,
      response: { 200: recoveryCodesSchema, default: errorReplySchema },
    },
    handler: async (request, reply) => {
      const signedIn = signedInUser(request)
      const recoveryCodes = await confirmTwoStep(deps, signedIn, request.body.code)
      // A code was right on this device, so it has both factors.
      const { account, session } = signedIn
      await keepDevice(deps, reply, { ...account, twoStepOnAt: new Date() }, session.id)
      return { recoveryCodes }
    },
  })

  typed.post(apiPaths.twoStepOff, {
    config: removing,
    schema: {
      summary: 'Turn two-step sign-in off',
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
      summary: 'Have new recovery codes; the old ones stop working',
      tags,
      body: passwordRequestSchema,
      response: { 200: recoveryCodesSchema, default: errorReplySchema },
    },
    handler: async request => ({
      recoveryCodes: await renewRecoveryCodes(deps, signedInUser(request), request.body.password),
    }),
  })
}
