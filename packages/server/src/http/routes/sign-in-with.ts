/** The way to somebody who vouches for a person, and back; these answer a browser, so they always redirect. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { AppError, toAppError } from '@filesmith/contract/errors'
import { type IdentityProviderId, identityProviders } from '@filesmith/contract/identity-providers'
import { paths } from '@filesmith/contract/routes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  beginErrand,
  connectWith,
  disconnect,
  type Errand,
  signInWith,
} from '../../domain/accounts/sign-in-with.ts'
import { signedInUser } from '../access.ts'
import { signInOrAskForCode } from '../begin-account-session.ts'
import { dropCookie, giveCookie, readCookie } from '../cookies.ts'
import type { HttpDependencies } from '../dependencies.ts'
import { networkHash } from '../network-hash.ts'
import { noContentReply, sendNoContent } from '../no-content.ts'

const tags = ['Accounts']
const errandSeconds = 10 * 60
const paramsSchema = z.object({ provider: z.enum(identityProviders) })
const answerSchema = z.object({
  code: z.string().max(4000).optional(),
  state: z.string().max(200).optional(),
})
const errandSchema = z.object({
  provider: z.enum(identityProviders),
  state: z.string(),
  codeVerifier: z.string(),
})
const securitySection = `${paths.profile}?section=security`

export function registerSignInWithRoutes(
  app: FastifyInstance,
  deps: HttpDependencies,
  publicOrigin: string,
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  const returnUrl = (provider: IdentityProviderId) => publicOrigin + apiPaths.signInWithReturn(provider)

  typed.get(apiPaths.signInWith(':provider'), {
    config: { access: 'owner' },
    schema: { summary: 'Go and sign in with somebody else', tags, params: paramsSchema },
    handler: async (request, reply) => {
      const { provider } = request.params
      try {
        const { errand, url } = await beginErrand(deps, provider, returnUrl(provider))
        giveCookie(reply, 'errand', JSON.stringify(errand), errandSeconds)
        return reply.redirect(url)
      } catch (error) {
        return sendBack(request, reply, provider, error)
      }
    },
  })

  typed.get(apiPaths.signInWithReturn(':provider'), {
    config: { access: 'owner' },
    schema: { summary: 'Come back from there', tags, params: paramsSchema, querystring: answerSchema },
    handler: async (request, reply) => {
      const { provider } = request.params
      try {
        const errand = finishErrand(request, reply, provider, request.query.state)
        const { code } = request.query
        // Without a code the person has said no over there.
        if (code === undefined) throw new AppError('provider-cancelled')
        const answer = { code, returnUrl: returnUrl(provider), network: networkHash(deps, request) }
        if (request.signedIn) {
          await connectWith(deps, request.signedIn.account, errand, answer)
          return reply.redirect(securitySection)
        }
        const account = await signInWith(deps, errand, answer)
        const user = await signInOrAskForCode(deps, reply, account, false)
        return reply.redirect(user ? paths.home : `${paths.signIn}?step=code`)
      } catch (error) {
        return sendBack(request, reply, provider, error)
      }
    },
  })

  typed.delete(apiPaths.connection(':provider'), {
    config: { access: 'account' },
    schema: {
      summary: 'No longer sign in with somebody else',
      tags,
      params: paramsSchema,
      response: noContentReply,
    },
    handler: async (request, reply) => {
      await disconnect(deps, signedInUser(request).account, request.params.provider)
      return sendNoContent(reply)
    },
  })
}

/** An answer counts only in the browser that asked for it. */
function finishErrand(
  request: FastifyRequest,
  reply: FastifyReply,
  provider: IdentityProviderId,
  state: string | undefined,
): Errand {
  const kept = readCookie(request, 'errand')
  dropCookie(reply, 'errand')
  const errand = kept === undefined ? undefined : errandSchema.parse(JSON.parse(kept))
  if (!errand || errand.provider !== provider || errand.state !== state) throw new AppError('sign-in-expired')
  return errand
}

function sendBack(
  request: FastifyRequest,
  reply: FastifyReply,
  provider: IdentityProviderId,
  error: unknown,
): FastifyReply {
  const { code, isFault } = toAppError(error)
  if (isFault) request.log.error({ err: error }, 'signing in with somebody else failed')
  else request.log.info({ code, provider }, 'signing in with somebody else was refused')
  const page = request.signedIn ? `${securitySection}&` : `${paths.signIn}?`
  return reply.redirect(`${page}failed=${code}&provider=${provider}`)
}
