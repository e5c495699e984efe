/** OAuth sign-in, connecting and reauthentication with identity providers; browsers call these, so errors are redirects. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { AppError, toAppError } from '@filesmith/contract/errors'
import { type IdentityProviderId, identityProviders } from '@filesmith/contract/identity-providers'
import { ownPath } from '@filesmith/contract/own-path'
import { paths } from '@filesmith/contract/routes'
import { providerAddressSchema } from '@filesmith/contract/schemas/account-security'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { GroupDeps } from '../../domain/accounts/group-rights.ts'
import type { SignUpDeps } from '../../domain/accounts/invitations.ts'
import {
  beginOAuthTransaction,
  connectWith,
  disconnect,
  type OAuthTransaction,
  type OrganizationDeps,
  oauthIntents,
  proveWith,
  providerLabel,
  signInWith,
} from '../../domain/accounts/sign-in-with.ts'
import { signedInUser } from '../access.ts'
import { type SignInDeps, signInOrAskForCode } from '../begin-account-session.ts'
import { clearCookie, readCookie, setCookie } from '../cookies.ts'
import { networkHash } from '../network-hash.ts'
import { noContentReply, sendNoContent } from '../no-content.ts'

const tags = ['Accounts']
const transactionSeconds = 10 * 60
const paramsSchema = z.object({ provider: z.enum(identityProviders) })
const answerSchema = z.object({
  code: z.string().max(4000).optional(),
  state: z.string().max(200).optional(),
  iss: z.string().max(1000).optional().describe('Issuer identifier (RFC 9207).'),
  error: z.string().max(200).optional(),
})
/** Path to return to; invalid values are ignored, since users follow these links. */
const nextSchema = z.object({ next: z.string().max(1000).optional().catch(undefined) })
const startSchema = nextSchema.extend({
  invitation: z.string().max(200).optional().catch(undefined).describe('Token of an invitation link.'),
})
const transactionSchema = z.object({
  provider: z.enum(identityProviders),
  state: z.string(),
  // Transactions started by an older version have no nonce.
  nonce: z.string().default(''),
  intent: z.enum(oauthIntents).default('sign-in'),
  accountId: z.string().nullable().default(null),
  startedAt: z.number().default(0),
  codeVerifier: z.string(),
  next: z.string().default(paths.home),
  invitation: z.string().optional(),
})
type StoredOAuthTransaction = z.infer<typeof transactionSchema>
const transactionJson = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue('not JSON')
      return z.NEVER
    }
  })
  .pipe(transactionSchema)
const securitySection = `${paths.profile}?section=security`

export function registerSignInWithRoutes(
  app: FastifyInstance,
  deps: SignInDeps & OrganizationDeps & GroupDeps & SignUpDeps,
  siteUrl: string,
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  const returnUrl = (provider: IdentityProviderId) => siteUrl + apiPaths.signInWithReturn(provider)

  async function startTransaction(
    request: FastifyRequest,
    reply: FastifyReply,
    provider: IdentityProviderId,
    intent: 'connect' | 'prove',
    next: string,
  ): Promise<{ url: string }> {
    const accountId = signedInUser(request).account.id
    const { transaction, url } = await beginOAuthTransaction(deps, provider, returnUrl(provider), {
      intent,
      accountId,
    })
    const kept: StoredOAuthTransaction = { ...transaction, next }
    setCookie(reply, 'oauthTransaction', JSON.stringify(kept), transactionSeconds)
    return { url }
  }

  typed.get(apiPaths.signInWith(':provider'), {
    config: { access: 'owner' },
    schema: {
      summary: 'Start sign-in with an identity provider',
      tags,
      params: paramsSchema,
      querystring: startSchema,
    },
    handler: async (request, reply) => {
      const { provider } = request.params
      const next = ownPath(request.query.next)
      try {
        const { transaction, url } = await beginOAuthTransaction(deps, provider, returnUrl(provider))
        const { invitation } = request.query
        const kept: StoredOAuthTransaction = { ...transaction, next, invitation }
        setCookie(reply, 'oauthTransaction', JSON.stringify(kept), transactionSeconds)
        return reply.redirect(url)
      } catch (error) {
        return sendBack(request, reply, { provider, next }, error)
      }
    },
  })

  typed.get(apiPaths.signInWithReturn(':provider'), {
    config: { access: 'owner' },
    schema: {
      summary: 'Return from an identity provider',
      tags,
      params: paramsSchema,
      querystring: answerSchema,
    },
    handler: async (request, reply) => {
      const { provider } = request.params
      const kept = takeTransaction(request, reply)
      const next = kept?.next ?? paths.home
      try {
        const transaction = checkTransaction(kept, provider, request.query.state)
        const answer = {
          code: takeCode(request.query, providerLabel(deps, provider)),
          issuer: request.query.iss,
          returnUrl: returnUrl(provider),
          network: networkHash(deps, request),
          invitation: kept?.invitation,
        }
        if (transaction.intent === 'connect') {
          await connectWith(deps, request.signedIn, transaction, answer)
          return reply.redirect(next)
        }
        if (transaction.intent === 'prove') {
          await proveWith(deps, request.signedIn, transaction, answer)
          return reply.redirect(next)
        }
        // Signed in meanwhile in another tab: accounts are never connected implicitly.
        if (request.signedIn) return reply.redirect(next)
        const account = await signInWith(deps, transaction, answer)
        if (deps.identityProviders.get(provider)?.signOutUrl) setCookie(reply, 'organization', provider, null)
        const user = await signInOrAskForCode(deps, reply, account, false)
        return reply.redirect(user ? next : signInPage({ step: 'code' }, next))
      } catch (error) {
        return sendBack(request, reply, { provider, next }, error)
      }
    },
  })

  typed.post(apiPaths.connection(':provider'), {
    config: { access: 'account', email: 'confirmed', proof: 'fresh' },
    schema: {
      summary: 'Start connecting an identity provider',
      description:
        'The browser opens the returned URL and comes back to the security section of the profile.',
      tags,
      params: paramsSchema,
      response: { 200: providerAddressSchema, default: errorReplySchema },
    },
    handler: (request, reply) =>
      startTransaction(request, reply, request.params.provider, 'connect', securitySection),
  })

  typed.post(apiPaths.proofWith(':provider'), {
    config: { access: 'account' },
    schema: {
      summary: 'Start reauthentication with a connected identity provider',
      description: 'Not available if two-step sign-in is on, which requires a code.',
      tags,
      params: paramsSchema,
      body: nextSchema,
      response: { 200: providerAddressSchema, default: errorReplySchema },
    },
    handler: (request, reply) => {
      if (signedInUser(request).account.twoStepOnAt !== null) throw new AppError('proof-needed')
      return startTransaction(request, reply, request.params.provider, 'prove', ownPath(request.body.next))
    },
  })

  typed.delete(apiPaths.connection(':provider'), {
    config: { access: 'account', proof: 'fresh' },
    schema: {
      summary: 'Disconnect an identity provider',
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

function takeTransaction(request: FastifyRequest, reply: FastifyReply): StoredOAuthTransaction | undefined {
  const kept = readCookie(request, 'oauthTransaction')
  clearCookie(reply, 'oauthTransaction')
  return kept === undefined ? undefined : transactionJson.safeParse(kept).data
}

/** The reply is accepted only in the browser that started the transaction (login CSRF). */
function checkTransaction(
  transaction: OAuthTransaction | undefined,
  provider: IdentityProviderId,
  state: string | undefined,
): OAuthTransaction {
  if (!transaction || transaction.provider !== provider || transaction.state !== state)
    throw new AppError('sign-in-expired')
  return transaction
}

/** Without a code, the user declined or our request was wrong. */
function takeCode({ code, error }: z.infer<typeof answerSchema>, provider: string): string {
  if (code !== undefined) return code
  if (error === undefined || error === 'access_denied') throw new AppError('provider-cancelled', { provider })
  const cause = new Error(/^[a-z_]+$/.test(error) ? `the reply was ${error}` : 'the reply has no code')
  throw new AppError('provider-failed', { provider }, { cause })
}

interface SignInAttempt {
  readonly provider: IdentityProviderId
  readonly next: string
}

function sendBack(
  request: FastifyRequest,
  reply: FastifyReply,
  { provider, next }: SignInAttempt,
  error: unknown,
): FastifyReply {
  const { code, isFault } = toAppError(error)
  if (isFault) request.log.error({ err: error }, 'identity provider sign-in failed')
  else if (error instanceof Error && error.cause !== undefined)
    request.log.warn({ err: error, provider }, 'identity provider returned an unexpected response')
  else request.log.info({ code, provider }, 'identity provider sign-in refused')
  return reply.redirect(
    request.signedIn
      ? `${securitySection}&failed=${code}&provider=${provider}`
      : signInPage({ failed: code, provider }, next),
  )
}

/** The sign-in page, with the path to continue to. */
function signInPage(says: Readonly<Record<string, string>>, next: string): string {
  return `${paths.signIn}?${new URLSearchParams(next === paths.home ? says : { ...says, next })}`
}
