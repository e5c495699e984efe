/** Security settings of an account; separate from the account, which every page loads. */
import { z } from 'zod'
import { identityProviders } from '../identity-providers.ts'

/** The link is valid, but the browser is not signed in to its account. */
export const signInNeededSchema = z.object({
  isSignInNeeded: z.literal(true),
  canSetPassword: z
    .boolean()
    .describe('Whether the same link can set a new password, because the address was never confirmed.'),
})

export const providerAddressSchema = z.object({ url: z.url().describe('The URL to open next.') })

export const sessionSchema = z.object({
  id: z.string(),
  device: z.string().describe('For example "Firefox on Linux".'),
  createdAt: z.iso.datetime(),
  seenAt: z.iso.datetime(),
  isCurrent: z.boolean(),
})
export type AccountSession = z.infer<typeof sessionSchema>

export const securitySchema = z.object({
  hasPassword: z.boolean().describe('False for accounts that only sign in through an identity provider.'),
  isProvedByConfirming: z
    .boolean()
    .optional()
    .describe('Signed in by a proxy, without password and second factor: reauthenticating needs no secret.'),
  twoStep: z.object({ isOn: z.boolean(), recoveryCodesLeft: z.number().int() }),
  connections: z.array(
    z.object({
      provider: z.enum(identityProviders),
      label: z.string().describe('Name of the account at the provider.'),
      connectedAt: z.iso.datetime(),
    }),
  ),
  sessions: z.array(sessionSchema),
})
export type AccountSecurity = z.infer<typeof securitySchema>

export const twoStepSetupSchema = z.object({
  secret: z.string().describe('In base32, for manual entry.'),
  otpauthUrl: z.string().describe('For the QR code.'),
})
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) })
