/** Settings of sign-in by a reverse proxy, and of what groups of a directory give. */
import { type OfferedPlanId, planIds } from '@filesmith/contract/plans'
import { z } from 'zod'
import { isNarrowNetwork, isNetwork } from '../adapters/outbound-http/address-rules.ts'
import { canParse, flag, splitByCommas } from './setting-kinds.ts'

/** Believed headers are removed from requests, so those that the server itself reads cannot be used. */
const usedHeaders =
  /^(?:accept|authorization|connection|content-.*|cookie|expect|forwarded|host|if-.*|origin|prefer|range|sec-.*|te|trailer|transfer-encoding|tus-.*|upgrade|upload-.*|user-agent|via|x-forwarded-(?:for|host|port|proto))$/

const headerName = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9-]+$/, 'must be the name of an HTTP header, of letters, digits and hyphens')
  // As Node reports it.
  .transform(name => name.toLowerCase())
  .refine(name => !usedHeaders.test(name), 'must be a header that the server does not use otherwise')

type GroupPlan = readonly [group: string, plan: OfferedPlanId]

/** `staff=pro`: the last equals sign separates, because group names may contain one. */
function parseGroupPlan(entry: string): GroupPlan | undefined {
  const at = entry.lastIndexOf('=')
  const group = entry.slice(0, Math.max(at, 0)).trim()
  const plan = planIds.find(id => id !== 'free' && id === entry.slice(at + 1).trim())
  return group === '' || plan === undefined ? undefined : [group, plan]
}

function parseGroupPlans(text: string, context: z.RefinementCtx): readonly GroupPlan[] {
  const entries = splitByCommas(text).map(parseGroupPlan)
  const known = entries.filter(entry => entry !== undefined)
  if (known.length < entries.length)
    context.addIssue('must be like staff=pro,guests=basic, with the plans basic and pro')
  if (new Set(known.map(([group]) => group)).size < known.length)
    context.addIssue('must name every group once')
  return known
}

export const proxySettings = {
  AUTH_PROXY_HEADER: headerName
    .optional()
    .describe(
      'Header with which a reverse proxy names the signed-in user, for example Remote-User. Believed only from AUTH_PROXY_TRUSTED; from elsewhere it is removed.',
    ),
  AUTH_PROXY_TRUSTED: z
    .string()
    .transform(splitByCommas)
    .refine(
      networks => networks.length > 0 && networks.every(isNetwork),
      'must be addresses or networks like 10.1.0.5, 10.1.0.0/16 or fd00:1::/64, separated by commas',
    )
    .refine(
      networks => networks.every(network => !isNetwork(network) || isNarrowNetwork(network)),
      'must name the proxy: networks wider than /8 (IPv4) or /16 (IPv6) would believe strangers; write IPv4 networks in IPv4 form',
    )
    .optional()
    .describe(
      'Addresses or networks of the proxies that AUTH_PROXY_HEADER is believed from, separated by commas. Compared with the peer of the connection, never with X-Forwarded-For.',
    ),
  AUTH_PROXY_EMAIL_HEADER: headerName
    .optional()
    .describe(
      'Header with the email address of the user, which counts as confirmed: set it only if users cannot choose their address in the directory. May be the same as AUTH_PROXY_HEADER.',
    ),
  AUTH_PROXY_GROUPS_HEADER: headerName
    .optional()
    .describe('Header with the groups of the user, for GROUP_PLANS and GROUP_OPERATORS.'),
  AUTH_PROXY_GROUPS_SEPARATOR: z
    .enum([',', ';', '|', ' '])
    .default(',')
    .describe('Character between two groups in AUTH_PROXY_GROUPS_HEADER: a comma, semicolon, pipe or space.'),
  AUTH_PROXY_CREATES_ACCOUNTS: flag
    .default(true)
    .describe(
      'Whether an account is created for a user whom the proxy names for the first time. If false, only accounts connected with npm run admin can be used.',
    ),
  AUTH_PROXY_SIGN_OUT_URL: z
    .string()
    .refine(
      address =>
        /^\/(?![/\\])/.test(address) || canParse(address, ({ protocol }) => /^https?:$/.test(protocol)),
      'must be an http(s) address, or a path of this site like /oauth2/sign_out',
    )
    .optional()
    .describe(
      'Where signing out leads: the sign-out address of the proxy, or its path on this site. If not set, users of the proxy have no sign-out here.',
    ),
  GROUP_PLANS: z
    .string()
    .default('')
    .transform(parseGroupPlans)
    .describe(
      'Plans that groups of the directory give, for example staff=pro,guests=basic. Groups come from OIDC_GROUPS_CLAIM or AUTH_PROXY_GROUPS_HEADER; the best plan applies.',
    ),
  GROUP_OPERATORS: z
    .string()
    .default('')
    .transform(splitByCommas)
    .describe('Groups of the directory whose members are operators, separated by commas.'),
}
