/** Where a browser that came in through an organisation goes on to, to be signed out over there as well. */
import { paths } from '@filesmith/contract/routes'
import type { FastifyReply } from 'fastify'
import { dropCookie, readCookie } from './cookies.ts'
import type { HttpDependencies } from './dependencies.ts'

/** Undefined for everybody else, and when the provider is away: whoever signs out is signed out here in any case. */
export async function organizationSignOut(
  deps: HttpDependencies,
  reply: FastifyReply,
  publicOrigin: string,
): Promise<string | undefined> {
  const { request } = reply
  if (readCookie(request, 'organisation') === undefined) return undefined
  dropCookie(reply, 'organisation')
  const provider = deps.identityProviders.get('organisation')
  try {
    return await provider?.signOutUrl?.(publicOrigin + paths.home)
  } catch (error) {
    request.log.warn({ err: error }, 'the organisation could not be told about a sign-out')
    return undefined
  }
}
