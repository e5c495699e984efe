import type { ApiScope } from '@filesmith/contract/schemas/v1/api-key'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import type { AccountRecord } from '../../database/account-store.ts'
import { makeApiKey } from '../../domain/api-keys/api-keys.ts'
import { systemClock } from '../../ports/clock.ts'
import { registerAccess } from '../access.ts'
import { registerErrorHandler } from '../error-handler.ts'
import { apiCaller, registerApiKeyAuthentication } from './api-key-authentication.ts'

const { key, keyHash, prefix } = makeApiKey()

const account: AccountRecord = {
  id: 'u_1',
  username: 'ada',
  email: 'ada@example.org',
  emailVerifiedAt: null,
  passwordHash: null,
  twoStepSecret: null,
  twoStepOnAt: null,
  credentialVersion: 0,
  createdAt: new Date(),
  chosenPlan: 'pro',
  planStatus: null,
  planPaidUntil: null,
  planExpiresAt: null,
  operatorSince: null,
  groupOperatorSince: null,
  groupPlan: null,
  grantedPlan: null,
  grantedUntil: null,
  suspendedAt: null,
}

function callWithKey(scopes: readonly ApiScope[]) {
  const app = fastify()
  registerErrorHandler(app)
  app.decorateRequest('owner', undefined)
  app.decorateRequest('signedIn', undefined)
  const record = {
    ...{ id: 'k', accountId: account.id, name: 'A program', prefix, keyHash, scopes },
    ...{ createdAt: new Date(), lastUsedAt: new Date(), expiresAt: null },
  }
  const one = { count: 1, secondsLeft: 60 }
  registerApiKeyAuthentication(app, {
    apiKeys: {
      insert: async () => true,
      findByHash: async hash => (hash === keyHash ? { key: record, account } : undefined),
      list: async () => [record],
      recordUse: async () => undefined,
      remove: async () => true,
    },
    attempts: {
      count: async () => one,
      countBoth: async () => [one, one],
      reserve: async () => ({ isAllowed: true, counts: [] }),
      release: async () => undefined,
      peek: async () => one,
      forget: async () => undefined,
      removeExpired: async () => 0,
    },
    attemptLimits: {
      perAccount: 1,
      newDevicesPerHour: 1,
      perNetwork: 1,
      registrationsPerHour: 1,
      mailsPerHour: 1,
      contactsPerHour: 1,
    },
    callLimits: { perKey: 300, perAccount: 1000 },
    hashAddress: address => address,
    ...systemClock,
  })
  registerAccess(app, { ...systemClock, confirmsEmails: true })
  app.post('/api/v1/jobs', { config: { access: 'key', scope: 'jobs:write' } }, async request => ({
    owner: apiCaller(request).owner,
  }))
  return app.inject({
    method: 'POST',
    url: '/api/v1/jobs',
    headers: { authorization: `Bearer ${key}` },
  })
}

test('API-35 a key with the scope of a route is accepted for its owner', async () => {
  const reply = await callWithKey(['jobs:read', 'jobs:write'])
  expect([reply.statusCode, reply.json()]).toEqual([200, { owner: { id: 'u_1', plan: 'pro' } }])
})

test('API-35 a key without the scope of a route is rejected, and the error names the scope', async () => {
  const reply = await callWithKey(['jobs:read'])
  expect([reply.statusCode, reply.json()]).toEqual([
    403,
    { code: 'scope-missing', message: 'This API key does not have the scope jobs:write.' },
  ])
  expect(reply.headers['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="jobs:write"')
  expect(reply.headers['ratelimit-remaining']).toBe('299')
})

test('API-35 a public API route without key access fails at startup', () => {
  const app = fastify()
  registerAccess(app, { ...systemClock, confirmsEmails: true })
  const register = (config: object) => () => app.get('/api/v1/secrets', { config }, async () => 'all')
  expect(register({ access: 'owner' })).toThrow('must be for keys')
  expect(register({ access: 'key' })).toThrow('must name a scope')
})
