/** What the server says about an account, and the bodies that the calls about it take. */
import { z } from 'zod'
import { passwordSchema, usernameSchema } from '../account-rules.ts'

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
