/** Who a person is, out of what an OpenID provider has said about them. */
import { z } from 'zod'

/** Providers leave out what they do not know, and some write truth as text. */
const claimsSchema = z.object({
  email: z.email().optional().catch(undefined),
  email_verified: z
    .union([z.boolean(), z.enum(['true', 'false']).transform(word => word === 'true')])
    .optional()
    .catch(false),
  name: z.string().optional().catch(undefined),
  preferred_username: z.string().optional().catch(undefined),
})
export type PersonalClaims = z.infer<typeof claimsSchema>

export function readClaims(claims: Readonly<Record<string, unknown>>): PersonalClaims {
  return claimsSchema.parse(claims)
}

export function isComplete({ email, email_verified, name, preferred_username }: PersonalClaims): boolean {
  return email !== undefined && email_verified !== undefined && (name ?? preferred_username) !== undefined
}

/** What was signed counts; the rest is filled in. An address never gets the confirmation of another. */
export function fillIn(signed: PersonalClaims, told: PersonalClaims): PersonalClaims {
  const isSameAddress = signed.email === undefined || signed.email === told.email
  return {
    email: signed.email ?? told.email,
    email_verified: signed.email_verified ?? (isSameAddress ? told.email_verified : undefined),
    name: signed.name ?? told.name,
    preferred_username: signed.preferred_username ?? told.preferred_username,
  }
}
