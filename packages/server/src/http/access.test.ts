import fastify from 'fastify'
import { expect, test } from 'vitest'
import { systemClock } from '../ports/clock.ts'
import { registerAccess } from './access.ts'

test('registerAccess: a route without an access rule fails at startup', () => {
  const app = fastify()
  registerAccess(app, { ...systemClock, confirmsEmails: true })
  expect(() => app.get('/api/secrets', async () => 'all of them')).toThrow(
    'GET /api/secrets has no access rule',
  )
})

test('registerAccess: an account route is rejected before its handler runs', async () => {
  const app = fastify()
  app.decorateRequest('signedIn', undefined)
  registerAccess(app, { ...systemClock, confirmsEmails: true })
  let isReached = false
  app.post('/api/private', { config: { access: 'account' } }, async () => {
    isReached = true
  })
  const reply = await app.inject({ method: 'POST', url: '/api/private', payload: { any: 'thing' } })
  expect([reply.json(), isReached]).toMatchObject([{ message: 'Please sign in first.' }, false])
})
