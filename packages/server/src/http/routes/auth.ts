/** Authentication: status, sign-in, registration, sign-out, passwords and email links. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { AppError } from '@filesmith/contract/errors'
import {
  authStatusSchema,
  changePasswordRequestSchema,
  codeNeededSchema,
  codeRequestSchema,
  forgotPasswordRequestSchema,
  invitationReplySchema,
  linkRequestSchema,
  loginRequestSchema,
  proofRequestSchema,
  registerRequestSchema,
  resetPasswordRequestSchema,
  signOutReplySchema,
  userReplySchema,
} from '@filesmith/contract/schemas/account'
import { signInNeededSchema } from '@filesmith/contract/schemas/account-security'
import { errorReplySchema } from '@filesmith/contract/schemas/error-reply'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { register } from '../../domain/accounts/accounts.ts'
import {
  changePassword,
  requestPasswordReset,
  resetPassword,
  verifyEmail,
} from '../../domain/accounts/change-credentials.ts'
import { applyGroups, type GroupDeps } from '../../domain/accounts/group-rights.ts'
import { readInvitation, type SignUpDeps } from '../../domain/accounts/invitations.ts'
import { checkCode, renewProof } from '../../domain/accounts/sign-in.ts'
import type { ProxyRules } from '../../domain/accounts/sign-in-by-proxy.ts'
import {
  checkMayRegister,
  checkPasswordWhereAllowed,
  type OrganizationDeps,
} from '../../domain/accounts/sign-in-with.ts'
import { signedInUser } from '../access.ts'
import {
  beginAccountSession,
  codeWantedToken,
  type SignInDeps,
  setDeviceCookie,
  signInOrAskForCode,
  signInOrigin,
} from '../begin-account-session.ts'
import { clearCookie } from '../cookies.ts'
import { describeUserWithUsage } from '../describe-user-with-usage.ts'
import { networkHash } from '../network-hash.ts'
import { noContentReply, sendNoContent } from '../no-content.ts'
import { organizationSignOut, proxySignOut } from '../organization-sign-out.ts'

const tags = ['Accounts']
const nothing = z.object({})

export function registerAuthRoutes(
  app: FastifyInstance,
  deps: SignInDeps & OrganizationDeps & GroupDeps & SignUpDeps & { readonly proxy: ProxyRules | null },
  siteUrl: string,
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()

  typed.get(apiPaths.authStatus, {
    config: { access: 'owner' },
    schema: {
      summary: 'Get the signed-in user',
      tags,
      response: { 200: authStatusSchema, default: errorReplySchema },
    },
    handler: async ({ signedIn }) => {
      if (!signedIn) return { authenticated: false, user: null }
      const user = await describeUserWithUsage(deps, signedIn.account)
      const isHeld = signedIn.isByProxy && !deps.proxy?.signOutUrl
      return { authenticated: true, user: { ...user, ...(isHeld && { canSignOut: false }) } }
    },
  })

  typed.post(apiPaths.login, {
    config: { access: 'owner' },
    schema: {
      summary: 'Sign in with username or email address',
      description: 'Returns 202 if a code from the authenticator app is required.',
      tags,
      body: loginRequestSchema,
      response: { 200: userReplySchema, 202: codeNeededSchema, default: errorReplySchema },
    },
    handler: async (request, reply) => {
      const { username: login, password, rememberMe } = request.body
      const checked = await checkPasswordWhereAllowed(deps, {
        login,
        password,
        from: signInOrigin(deps, request),
      })
      const account = await applyGroups(deps, checked, [])
      const user = await signInOrAskForCode(deps, reply, account, rememberMe)
      return user ? reply.send({ user }) : reply.status(202).send({ isCodeNeeded: true })
    },
  })

  typed.post(apiPaths.loginCode, {
    config: { access: 'owner' },
    schema: {
      summary: 'Complete two-step sign-in',
      tags,
      body: codeRequestSchema,
      response: { 200: userReplySchema, default: errorReplySchema },
    },
    handler: async (request, reply) => {
      const token = codeWantedToken(reply)
      if (token === undefined) throw new AppError('sign-in-expired')
      const { account, isRemembered } = await checkCode(
        deps,
        token,
        request.body.code,
        signInOrigin(deps, request),
      )
      clearCookie(reply, 'codeWanted')
      return { user: await beginAccountSession(deps, reply, account, isRemembered) }
    },
  })

  typed.post(apiPaths.register, {
    config: { access: 'owner' },
    schema: {
      summary: 'Create an account on the Free plan and sign in',
      description: 'Needs an invitation, or is not possible, depending on `signUp` of the capabilities.',
      tags,
      body: registerRequestSchema,
      response: { 201: userReplySchema, default: errorReplySchema },
    },
    handler: async (request, reply) => {
      checkMayRegister(deps)
      const account = await register(deps, { ...request.body, network: networkHash(deps, request) })
      const user = await beginAccountSession(deps, reply, account, false)
      return reply.status(201).send({ user })
    },
  })

  typed.post(apiPaths.invitation, {
    config: { access: 'anyone' },
    schema: {
      summary: 'Check an invitation link',
      tags,
      body: linkRequestSchema,
      response: { 200: invitationReplySchema, default: errorReplySchema },
    },
    handler: request => readInvitation(deps, { ...request.body, network: networkHash(deps, request) }),
  })

  typed.post(apiPaths.logout, {
    config: { access: 'owner' },
    schema: {
      summary: 'Sign out',
      description:
        "Returns 200 with a URL if the browser should also sign out of the organization's identity provider or proxy.",
      tags,
      response: { 200: signOutReplySchema, ...noContentReply },
    },
    handler: async (request, reply) => {
      clearCookie(reply, 'session')
      const { signedIn } = request
      if (signedIn) await deps.sessions.remove(signedIn.session.id, signedIn.account.id)
      const signOutUrl = signedIn?.isByProxy
        ? proxySignOut(deps, siteUrl)
        : await organizationSignOut(deps, reply, siteUrl)
      return signOutUrl === undefined ? sendNoContent(reply) : reply.send({ signOutUrl })
    },
  })

  typed.post(apiPaths.proof, {
    config: { access: 'account' },
    schema: {
      summary: 'Reauthenticate, for requests that fail with `proof-needed`',
      description:
        'With a code if two-step sign-in is on, otherwise with the password. Valid for 10 minutes.',
      tags,
      body: proofRequestSchema,
      response: noContentReply,
    },
    handler: async (request, reply) => {
      await renewProof(deps, signedInUser(request), request.body, signInOrigin(deps, request))
      return sendNoContent(reply)
    },
  })

  typed.post(apiPaths.changePassword, {
    config: { access: 'account', proof: 'fresh-or-password' },
    schema: {
      summary: 'Change your password and end all other sessions',
      tags,
      body: changePasswordRequestSchema,
      response: noContentReply,
    },
    handler: async (request, reply) => {
      await changePassword(deps, signedInUser(request), request.body)
      return sendNoContent(reply)
    },
  })

  typed.post(apiPaths.forgotPassword, {
    config: { access: 'anyone' },
    schema: {
      summary: 'Request a password reset link',
      description: 'The response is the same whether or not an account with this address exists.',
      tags,
      body: forgotPasswordRequestSchema,
      response: { 202: nothing, default: errorReplySchema },
    },
    handler: async (request, reply) => {
      await requestPasswordReset(deps, { ...request.body, network: networkHash(deps, request) })
      return reply.status(202).send({})
    },
  })

  typed.post(apiPaths.resetPassword, {
    config: { access: 'anyone' },
    schema: {
      summary: 'Reset the password with a link, which works once and for one hour',
      tags,
      body: resetPasswordRequestSchema,
      response: noContentReply,
    },
    handler: async (request, reply) => {
      const account = await resetPassword(deps, request.body)
      // The link proves ownership, so this device can sign in even while the account is throttled (lockout attack).
      await setDeviceCookie(deps, reply, account, null)
      return sendNoContent(reply)
    },
  })

  typed.post(apiPaths.verifyEmail, {
    config: { access: 'owner' },
    schema: {
      summary: 'Confirm an email address with the link sent to it',
      description: 'Returns 202, and the link stays valid, if the browser is not signed in to that account.',
      tags,
      body: linkRequestSchema,
      response: { 202: signInNeededSchema, ...noContentReply },
    },
    handler: async (request, reply) => {
      const verification = await verifyEmail(deps, request.body.token, request.signedIn)
      if (verification.isConfirmed) return sendNoContent(reply)
      const { canSetPassword } = verification
      return reply.status(202).send({ isSignInNeeded: true, canSetPassword })
    },
  })
}
