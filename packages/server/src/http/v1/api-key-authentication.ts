/** API-key authentication of the public API: checks key, rate limits, plan and scopes before anything else. */
import { AppError } from '@filesmith/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AttemptDeps } from '../../domain/accounts/limit-attempts.ts'
import {
  type ApiCaller,
  type ApiKeyDeps,
  type CallLimits,
  countCall,
  findApiCaller,
  type RemainingCalls,
  refuseTooManyCalls,
  requireScope,
} from '../../domain/api-keys/api-keys.ts'
import type { Clock } from '../../ports/clock.ts'
import { type NetworkDeps, networkHash } from '../network-hash.ts'

declare module 'fastify' {
  interface FastifyRequest {
    apiCaller: ApiCaller | undefined
  }
}

export interface ApiKeyAuthenticationDeps extends AttemptDeps, ApiKeyDeps, Clock, NetworkDeps {
  readonly callLimits: CallLimits
}

const bearerPattern = /^Bearer +(\S+) *$/i

export function registerApiKeyAuthentication(app: FastifyInstance, deps: ApiKeyAuthenticationDeps): void {
  app.decorateRequest('apiCaller', undefined)
  app.addHook('onRequest', async (request, reply) => {
    const { access, scope = null } = request.routeOptions.config
    if (access !== 'key') return
    try {
      const caller = await findKeyOwner(deps, request)
      const left = await countCall(deps, caller)
      setRateLimitHeaders(reply, left)
      refuseTooManyCalls(left)
      requireScope(caller, scope)
      request.apiCaller = caller
      request.owner = caller.owner
    } catch (error) {
      challenge(reply, error)
      throw error
    }
  })
}

export function findKeyOwner(deps: ApiKeyAuthenticationDeps, request: FastifyRequest): Promise<ApiCaller> {
  return findApiCaller(deps, sentKey(request), networkHash(deps, request))
}

/** For `key` routes: the account, the key and the owner. */
export function apiCaller(request: FastifyRequest): ApiCaller {
  if (!request.apiCaller) throw new AppError('key-missing')
  return request.apiCaller
}

function sentKey({ headers }: FastifyRequest): string {
  const key = headers.authorization?.match(bearerPattern)?.[1]
  if (key === undefined) throw new AppError('key-missing')
  return key
}

function setRateLimitHeaders(reply: FastifyReply, { limit, remaining, resetSeconds }: RemainingCalls): void {
  reply.headers({
    'ratelimit-limit': limit,
    'ratelimit-remaining': Math.max(0, remaining),
    'ratelimit-reset': resetSeconds,
  })
}

/** WWW-Authenticate challenges (RFC 6750). */
function challenge(reply: FastifyReply, error: unknown): void {
  if (!(error instanceof AppError)) return
  const reasons: Partial<Record<AppError['code'], string>> = {
    'key-missing': 'Bearer',
    'key-invalid': 'Bearer error="invalid_token"',
    'scope-missing': `Bearer error="insufficient_scope", scope="${error.params.scope}"`,
  }
  const reason = reasons[error.code]
  if (reason !== undefined) reply.header('www-authenticate', reason)
}
