/** The account, and the request bodies of its routes. */
import { z } from 'zod'
import { passwordSchema, usernameSchema } from '../account-rules.ts'

/** Here instead of billing.ts, which must not be loaded by every page. */
export const subscriptionStatuses = ['active', 'cancelled', 'past-due', 'ended'] as const

export const userSchema = z.object({
  username: z.string(),
  email: z.string(),
  isEmailVerified: z.boolean(),
  createdAt: z.iso.datetime(),
  subscriptionPlan: z
    .string()
    .optional()
    .describe('Lower-case; always the same as subscription.plan. Absent in a private instance.'),
  subscription: z
    .object({
      plan: z.string(),
      expiryDate: z.iso.datetime().nullable(),
      status: z.enum(subscriptionStatuses).optional().describe('Absent for a plan without payment.'),
      isGranted: z.boolean().optional().describe('True for a plan granted by an operator, until expiryDate.'),
    })
    .nullable()
    .optional()
    .describe('The chosen plan, even if it has expired. Absent in a private instance.'),
  usage: z
    .object({ remaining: z.number().int().nullable(), total: z.number().int().nullable() })
    .describe('Conversions of this month; null means unlimited.'),
  isOperator: z.boolean().optional().describe('True for operators, absent otherwise.'),
  canSignOut: z
    .boolean()
    .optional()
    .describe('False if a proxy signs the user in with every request and offers no sign-out.'),
})
export type User = z.infer<typeof userSchema>

export const authStatusSchema = z.object({ authenticated: z.boolean(), user: userSchema.nullable() })
export type AuthStatus = z.infer<typeof authStatusSchema>

export const loginRequestSchema = z.object({
  username: z.string().max(320).describe('Username or email address.'),
  password: z.string().max(1000),
  rememberMe: z
    .boolean()
    .default(false)
    .describe('Keeps the session for 30 days, even after the browser is closed.'),
})
export const userReplySchema = z.object({ user: userSchema })
/** The password was correct; a code of the authenticator app is required. */
export const codeNeededSchema = z.object({ isCodeNeeded: z.literal(true) })

/** For accounts of an organization or proxy that supports single sign-out. */
export const signOutReplySchema = z.object({
  signOutUrl: z.url().describe('The URL to open to sign out of the organization or proxy as well.'),
})

export const emailSchema = z.email('Please enter a valid email address.').max(254)
const codeSchema = z.string().max(40).describe('Six digits from the authenticator app, or a recovery code.')
const currentPasswordSchema = z.string().max(1000)

export const registerRequestSchema = z.object({
  username: usernameSchema,
  email: emailSchema,
  password: passwordSchema,
  invitation: z
    .string()
    .max(200)
    .optional()
    .describe('Token of the invitation link. Required if accounts are created by invitation only.'),
})
export const invitationReplySchema = z.object({
  email: z.string().nullable().describe('The only address that can accept it; null for any.'),
})
export const setUpRequestSchema = registerRequestSchema
  .omit({ invitation: true })
  .extend({ token: z.string().max(200) })
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
/** Omitted by accounts without a password: then the user must have authenticated within the last few minutes. */
const proofPasswordSchema = currentPasswordSchema.optional()
export const changeUsernameRequestSchema = z.object({
  username: usernameSchema,
  password: proofPasswordSchema,
})
export const changeEmailRequestSchema = z.object({ email: emailSchema, password: proofPasswordSchema })
export const passwordRequestSchema = z.object({ password: proofPasswordSchema })
