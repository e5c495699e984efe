/** Reads the identity claims of an OpenID provider. */
import { z } from 'zod'

/** Providers omit unknown claims, and some encode booleans as strings. */
const claimsSchema = z.object({
  email: z.email().optional().catch(undefined),
  email_verified: z
    .union([z.boolean(), z.enum(['true', 'false']).transform(word => word === 'true')])
    .optional()
    .catch(false),
  name: z.string().optional().catch(undefined),
  preferred_username: z.string().optional().catch(undefined),
})
export type IdentityClaims = z.infer<typeof claimsSchema>

export function readClaims(claims: Readonly<Record<string, unknown>>): IdentityClaims {
  return claimsSchema.parse(claims)
}

export function isComplete({ email, email_verified, name, preferred_username }: IdentityClaims): boolean {
  return email !== undefined && email_verified !== undefined && (name ?? preferred_username) !== undefined
}

/** Fills gaps in signed claims from the userinfo response. Never transfers verification to another address. */
export function fillIn(signed: IdentityClaims, userInfo: IdentityClaims): IdentityClaims {
  const isSameAddress = signed.email === undefined || signed.email === userInfo.email
  return {
    email: signed.email ?? userInfo.email,
    email_verified: signed.email_verified ?? (isSameAddress ? userInfo.email_verified : undefined),
    name: signed.name ?? userInfo.name,
    preferred_username: signed.preferred_username ?? userInfo.preferred_username,
  }
}
