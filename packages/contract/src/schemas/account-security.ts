/** What the server says about the security of an account; apart from the account itself, which comes with every page. */
import { z } from 'zod'
import { identityProviders } from '../identity-providers.ts'

/** The link is right, but the browser is not signed in to the account it belongs to. */
export const signInNeededSchema = z.object({
  isSignInNeeded: z.literal(true),
  canSetPassword: z
    .boolean()
    .describe('Whether the same link can set a new password, for an address that was never confirmed.'),
})

export const providerAddressSchema = z.object({ url: z.url().describe('Where the browser goes next.') })

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
