/** What the server says about an account and its security, and the bodies that the calls about it take. */
import { z } from 'zod'
import { passwordSchema, usernameSchema } from '../account-rules.ts'
import { identityProviders } from '../identity-providers.ts'

/** Here and not with the other schemas of billing: those must not come with every page. */
export const subscriptionStatuses = ['active', 'cancelled', 'past-due', 'ended'] as const

export const userSchema = z.object({
  username: z.string(),
  email: z.string(),
  isEmailVerified: z.boolean(),
  createdAt: z.iso.datetime(),
  subscriptionPlan: z.string().describe('Lower-case; always the same as subscription.plan.'),
  subscription: z
    .object({
      plan: z.string(),
      expiryDate: z.iso.datetime().nullable(),
      status: z.enum(subscriptionStatuses).optional().describe('Absent for a plan that nobody pays for.'),
      isGranted: z.boolean().optional().describe('True for a plan that an operator gave, until expiryDate.'),
    })
    .nullable()
    .describe('The plan one has chosen, also when its time is over.'),
  usage: z
    .object({ remaining: z.number().int().nullable(), total: z.number().int().nullable() })
    .describe("The month's conversions; null means unlimited."),
  isOperator: z.boolean().optional().describe('True for operators, and absent for everybody else.'),
})
export type User = z.infer<typeof userSchema>

export const authStatusSchema = z.object({ authenticated: z.boolean(), user: userSchema.nullable() })
export type AuthStatus = z.infer<typeof authStatusSchema>

export const loginRequestSchema = z.object({
  username: z.string().max(320).describe('The username, or the email address.'),
  password: z.string().max(1000),
  rememberMe: z.boolean().default(false).describe('Keeps the session for 30 days, beyond the browser.'),
})
export const userReplySchema = z.object({ user: userSchema })
/** The password was right, and a code of the authenticator app is asked for now. */
export const codeNeededSchema = z.object({ isCodeNeeded: z.literal(true) })

/** For whoever came in through an organisation that wants to be told as well. */
export const signOutReplySchema = z.object({
  signOutUrl: z.url().describe('Where the browser goes to sign out of the organisation too.'),
})

/** The link is right, but the browser is not signed in to the account it belongs to. */
export const signInNeededSchema = z.object({
  isSignInNeeded: z.literal(true),
  canSetPassword: z
    .boolean()
    .describe('Whether the same link can set a new password, for an address that was never confirmed.'),
})

export const providerAddressSchema = z.object({ url: z.url().describe('Where the browser goes next.') })

const emailSchema = z.email('Please enter a valid email address.').max(254)
const codeSchema = z
  .string()
  .max(40)
  .describe('Six digits of the authenticator app, or one of the recovery codes.')
const currentPasswordSchema = z.string().max(1000)

export const registerRequestSchema = z.object({
  username: usernameSchema,
  email: emailSchema,
  password: passwordSchema,
})
export const codeRequestSchema = z.object({ code: codeSchema })
export const proofRequestSchema = z.object({
  password: currentPasswordSchema.optional(),
  code: codeSchema.optional(),
})
export const changePasswordRequestSchema = z.object({
  currentPassword: currentPasswordSchema,
  newPassword: passwordSchema,
})
export const forgotPasswordRequestSchema = z.object({ email: emailSchema })
export const resetPasswordRequestSchema = z.object({ token: z.string().max(200), password: passwordSchema })
export const linkRequestSchema = z.object({ token: z.string().max(200) })
/** Left out by accounts without a password: then the session must have been proved within the last minutes. */
const proofPasswordSchema = currentPasswordSchema.optional()
export const changeUsernameRequestSchema = z.object({
  username: usernameSchema,
  password: proofPasswordSchema,
})
export const changeEmailRequestSchema = z.object({ email: emailSchema, password: proofPasswordSchema })
export const passwordRequestSchema = z.object({ password: proofPasswordSchema })

export const sessionSchema = z.object({
  id: z.string(),
  device: z.string().describe('For example "Firefox on Linux".'),
  createdAt: z.iso.datetime(),
  seenAt: z.iso.datetime(),
  isCurrent: z.boolean(),
})
export type AccountSession = z.infer<typeof sessionSchema>

export const securitySchema = z.object({
  hasPassword: z.boolean().describe('False for somebody who has only ever come in through somebody else.'),
  twoStep: z.object({ isOn: z.boolean(), recoveryCodesLeft: z.number().int() }),
  connections: z.array(
    z.object({
      provider: z.enum(identityProviders),
      label: z.string().describe('What the account is called over there.'),
      connectedAt: z.iso.datetime(),
    }),
  ),
  sessions: z.array(sessionSchema),
})
export type AccountSecurity = z.infer<typeof securitySchema>

export const twoStepSetupSchema = z.object({
  secret: z.string().describe('In base 32, to type in where no camera is at hand.'),
  otpauthUrl: z.string().describe('To be shown as a QR code.'),
})
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) })
