import fastify from 'fastify'
import { expect, test } from 'vitest'
import { registerApiDescription } from './openapi.ts'

test('registerApiDescription: a route of the public API without an operation id or a summary fails at startup', async () => {
  const app = fastify()
  await registerApiDescription(app, 'public', 'https://files.example.org')
  const register = (path: string, schema: object) => () =>
    app.get(`/api/v1/${path}`, { config: { access: 'key', scope: null }, schema }, async () => 'all')
  expect(register('secrets', { summary: 'List secrets' })).toThrow('has no operationId or no summary')
  expect(register('secrets', { operationId: 'listSecrets' })).toThrow('has no operationId or no summary')
  expect(register('others', { operationId: 'listOthers', summary: 'List others' })).not.toThrow()
  await app.close()
})
