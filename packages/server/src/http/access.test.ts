import fastify from 'fastify'
import { expect, test } from 'vitest'
import { registerAccess } from './access.ts'

test('a call that does not say who may make it stops the start', () => {
  const app = fastify()
  registerAccess(app)
  expect(() => app.get('/api/secrets', async () => 'all of them')).toThrow(
    'GET /api/secrets does not say who may call it',
  )
})

test('a call of accounts is refused before anything is looked at', async () => {
  const app = fastify()
  app.decorateRequest('signedIn', undefined)
  registerAccess(app)
  let isReached = false
  app.post('/api/private', { config: { access: 'account' } }, async () => {
    isReached = true
  })
  const reply = await app.inject({ method: 'POST', url: '/api/private', payload: { any: 'thing' } })
  expect([reply.json(), isReached]).toMatchObject([{ message: 'Please sign in first.' }, false])
})
