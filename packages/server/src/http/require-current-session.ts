/** For event streams, which outlive the check of their request: they end with the session or the role of the caller. */
import { AppError } from '@filesmith/contract/errors'
import type { FastifyRequest } from 'fastify'
import type { SessionStore } from '../database/session-store.ts'
import { isOperator } from '../domain/accounts/accounts.ts'
import { findSession } from '../domain/accounts/sessions.ts'
import type { Clock } from '../ports/clock.ts'

export interface SessionCheckDeps extends Clock {
  readonly sessions: SessionStore
}

export async function requireCurrentSession(deps: SessionCheckDeps, request: FastifyRequest): Promise<void> {
  const token = request.sessionToken
  const current = token === undefined ? undefined : await findSession(deps, token)
  if (!current) throw new AppError('not-signed-in')
  if (request.routeOptions.config.access === 'operator' && !isOperator(current.account))
    throw new AppError('not-an-operator')
}
