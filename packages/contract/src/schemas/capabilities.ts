/** GET /api/capabilities: which operations this installation can do now and in plain words why not, and for whom. */
import { z } from 'zod'
import { identityProviders } from '../identity-providers.ts'
import { planIds } from '../plans.ts'

export const capabilitiesSchema = z.object({
  operations: z
    .record(z.string(), z.object({ isAvailable: z.boolean(), reason: z.string().nullable() }))
    // Any name will do: a page and a server of different ages still understand the rest.
    .describe('By operation.'),
  plan: z.enum(planIds).describe('Whose limits hold for whoever asks. Visitors have what Free has.'),
  signInWith: z.array(z.enum(identityProviders)).describe('Others who may vouch for somebody here.'),
  organisation: z
    .object({
      name: z.string().describe('What its sign-in is called here.'),
      isOnlyWay: z.boolean().describe('Nobody but operators comes in by password, and nobody registers.'),
    })
    .nullable()
    .default(null)
    .describe(
      'The organisation whose people may sign in by its own OpenID provider; null where there is none.',
    ),
})
export type Capabilities = z.infer<typeof capabilitiesSchema>
