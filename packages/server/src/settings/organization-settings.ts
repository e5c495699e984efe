/** Signing in by an organisation's own OpenID provider. */
import { z } from 'zod'
import { canParse, flag, splitByCommas, webAddress } from './setting-kinds.ts'

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])
/** At Microsoft these names stand for every tenant, and everybody can have one. */
const everybodysTenants = /^\/(?:common|organizations|consumers)(?:\/|$)/i

export const organizationSettings = {
  OIDC_ISSUER: webAddress
    .refine(
      address =>
        canParse(address, ({ protocol, hostname }) => protocol === 'https:' || loopbackHosts.has(hostname)),
      'must be an https address; http is for a provider on this very machine',
    )
    .refine(
      address => canParse(address, url => url.search === '' && url.hash === '' && url.username === ''),
      'must be the plain address of the issuer',
    )
    .refine(
      address =>
        canParse(
          address,
          url => !(/microsoft|windows\.net$/i.test(url.hostname) && everybodysTenants.test(url.pathname)),
        ),
      'must name one tenant: this address lets in the people of every other',
    )
    .optional()
    .describe(
      "Sign-in by an organisation: its OpenID provider's issuer, exactly as the provider writes it, for example https://id.example.org/realms/staff.",
    ),
  OIDC_CLIENT_ID: z
    .string()
    .optional()
    .describe(
      'The id of a client there. Its return address is PUBLIC_URL/api/auth/with/organisation/return.',
    ),
  OIDC_CLIENT_SECRET: z
    .string()
    .optional()
    .describe('Its secret; without one the client is a public one. PKCE is used either way.'),
  OIDC_NAME: z
    .string()
    .trim()
    .max(40)
    .regex(/^[^\p{C}]+$/u, 'must be one line')
    .default('your organization')
    .describe('What people call it: the button says "Continue with" and this.'),
  OIDC_SCOPES: z
    .string()
    .regex(/^[\x21\x23-\x5b\x5d-\x7e]+(?: +[\x21\x23-\x5b\x5d-\x7e]+)*$/, 'must be words with spaces between')
    .refine(scopes => scopes.split(/ +/).includes('openid'), 'must have openid among them')
    .default('openid email profile')
    .describe('What is asked for.'),
  OIDC_ALLOWED_DOMAINS: z
    .string()
    .default('')
    .transform(text => splitByCommas(text).map(domain => domain.toLowerCase().replace(/^@/, '')))
    .pipe(z.array(z.hostname({ error: 'must be domains, separated by commas' })))
    .describe(
      'Domains of email addresses that may come in, separated by commas; empty for all. Subdomains do not count along.',
    ),
  OIDC_TRUST_EMAIL: flag
    .default(false)
    .describe(
      'Believes addresses of which the provider does not say whether they are confirmed. Only for providers where nobody can choose the address themselves.',
    ),
  OIDC_CREATES_ACCOUNTS: flag
    .default(true)
    .describe(
      'Whether somebody who comes for the first time gets an account. Otherwise only those who have one come in.',
    ),
  OIDC_ONLY: flag
    .default(false)
    .describe(
      'Turns everything else off: registration, passwords, Google and GitHub. Operators can still sign in by password.',
    ),
  OIDC_LOGOUT: flag
    .default(false)
    .describe('Signing out here leads to signing out there, where the provider offers it.'),
}
