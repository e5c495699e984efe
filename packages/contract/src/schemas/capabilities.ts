/** GET /api/capabilities: which operations are available now or why not, and the caller's plan. */
import { z } from 'zod'
import { accessModes, signUpModes } from '../access-modes.ts'
import { identityProviders } from '../identity-providers.ts'
import { planIds } from '../plans.ts'

export const capabilitiesSchema = z.object({
  operations: z
    .record(
      z.string(),
      z.object({
        isAvailable: z.boolean(),
        reason: z.string().nullable(),
        missingPairs: z
          .record(z.string(), z.array(z.string()))
          .optional()
          .describe(
            'Outputs by input that an available operation cannot make here. Absent if there are none.',
          ),
      }),
    )
    // Any key is accepted, so that a page and a server of different versions understand each other.
    .describe('By operation.'),
  plan: z
    .enum(planIds)
    .optional()
    .describe("The caller's effective plan. Visitors have Free. Absent in a private instance."),
  signInWith: z.array(z.enum(identityProviders)).describe('Identity providers for sign-in.'),
  organisation: z
    .object({
      name: z.string().describe('Label of its sign-in button.'),
      isOnlyWay: z.boolean().describe('Only operators can sign in with a password, and registration is off.'),
    })
    .nullable()
    .default(null)
    .describe('The organization whose members sign in with its OpenID provider; null if not configured.'),
  signUp: z
    .enum(signUpModes)
    .default('open')
    .describe('Who can create an account: anyone, guests with an invitation, or only operators.'),
  access: z
    .enum(accessModes)
    .default('open')
    .describe('Whether visitors can use the site, or only signed-in users.'),
})
export type Capabilities = z.infer<typeof capabilitiesSchema>
/** As a page reads it, perhaps from a server of another version. */
export type CapabilitiesReply = z.input<typeof capabilitiesSchema>
