/** Settings of single sign-on with an organization's OpenID provider. */
import { z } from 'zod'
import { canParse, flag, splitByCommas, webAddress } from './setting-kinds.ts'

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])
/** Microsoft's multi-tenant endpoints: anyone can create a tenant and would be let in. */
const multiTenantPaths = /^\/(?:common|organizations|consumers)(?:\/|$)/i

export const organizationSettings = {
  OIDC_ISSUER: webAddress
    .refine(
      address =>
        canParse(address, ({ protocol, hostname }) => protocol === 'https:' || loopbackHosts.has(hostname)),
      'must be an https address; http is allowed only for localhost',
    )
    .refine(
      address => canParse(address, url => url.search === '' && url.hash === '' && url.username === ''),
      'must be the plain issuer URL, without query, fragment or credentials',
    )
    .refine(
      address =>
        canParse(
          address,
          url => !(/microsoft|windows\.net$/i.test(url.hostname) && multiTenantPaths.test(url.pathname)),
        ),
      'must name one tenant: this address would let in users of any tenant',
    )
    .optional()
    .describe(
      "Issuer URL of the organization's OpenID provider, exactly as the provider states it, for example https://id.example.org/realms/staff.",
    ),
  OIDC_CLIENT_ID: z
    .string()
    .optional()
    .describe(
      'Client ID at the provider. The redirect URI is PUBLIC_URL with BASE_PATH and /api/auth/with/organisation/return.',
    ),
  OIDC_CLIENT_SECRET: z
    .string()
    .optional()
    .describe('Client secret; not set for a public client. PKCE is used in both cases.'),
  OIDC_NAME: z
    .string()
    .trim()
    .max(40)
    .regex(/^[^\p{C}]+$/u, 'must be one line')
    .default('your organization')
    .describe('Display name: the button reads "Continue with" and this name.'),
  OIDC_SCOPES: z
    .string()
    .regex(/^[\x21\x23-\x5b\x5d-\x7e]+(?: +[\x21\x23-\x5b\x5d-\x7e]+)*$/, 'must be words with spaces between')
    .refine(scopes => scopes.split(/ +/).includes('openid'), 'must include openid')
    .default('openid email profile')
    .describe('Requested scopes.'),
  OIDC_GROUPS_CLAIM: z
    .string()
    .min(1)
    .default('groups')
    .describe(
      'Claim of the ID token or of userinfo that lists the groups of the user, for GROUP_PLANS and GROUP_OPERATORS. Some providers need a scope for it in OIDC_SCOPES.',
    ),
  OIDC_ALLOWED_DOMAINS: z
    .string()
    .default('')
    .transform(text => splitByCommas(text).map(domain => domain.toLowerCase().replace(/^@/, '')))
    .pipe(z.array(z.hostname({ error: 'must be domains, separated by commas' })))
    .describe(
      'Email domains that may sign in, separated by commas; empty for all. Subdomains are not included.',
    ),
  OIDC_TRUST_EMAIL: flag
    .default(false)
    .describe(
      'Trusts email addresses that the provider does not mark as verified. Safe only if users cannot choose their address at the provider.',
    ),
  OIDC_CREATES_ACCOUNTS: flag
    .default(true)
    .describe(
      'Whether an account is created at first sign-in. If false, only users with an existing account can sign in.',
    ),
  OIDC_ONLY: flag
    .default(false)
    .describe(
      'Disables registration, passwords, Google and GitHub. Operators can still sign in with a password.',
    ),
  OIDC_LOGOUT: flag
    .default(false)
    .describe('Signing out also signs the user out at the provider, if the provider supports it.'),
}
