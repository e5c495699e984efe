/** Sign-out URL of the organization's identity provider (RP-initiated logout) or of the proxy. */
import { paths } from '@filesmith/contract/routes'
import type { FastifyReply } from 'fastify'
import type { ProxyRules } from '../domain/accounts/sign-in-by-proxy.ts'
import type { OrganizationDeps } from '../domain/accounts/sign-in-with.ts'
import { clearCookie, readCookie } from './cookies.ts'

/** Undefined for other accounts and if the provider is unreachable: signing out here must succeed anyway. */
export async function organizationSignOut(
  deps: OrganizationDeps,
  reply: FastifyReply,
  siteUrl: string,
): Promise<string | undefined> {
  const { request } = reply
  if (readCookie(request, 'organization') === undefined) return undefined
  clearCookie(reply, 'organization')
  const provider = deps.identityProviders.get('organisation')
  try {
    return await provider?.signOutUrl?.(siteUrl + paths.home)
  } catch (error) {
    request.log.warn({ err: error }, 'organization sign-out failed')
    return undefined
  }
}

/** A path of the setting is on this site. */
export function proxySignOut(
  { proxy }: { readonly proxy: ProxyRules | null },
  siteUrl: string,
): string | undefined {
  if (!proxy?.signOutUrl) return undefined
  // Of the proxy, which serves it at the root of the host.
  return proxy.signOutUrl.startsWith('/') ? new URL(siteUrl).origin + proxy.signOutUrl : proxy.signOutUrl
}
