import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { type ProxyHeaders, registerProxyUser } from './proxy-user.ts'

const headers: ProxyHeaders = {
  user: 'remote-user',
  email: 'remote-email',
  groups: 'remote-groups',
  groupSeparator: ',',
  isTrusted: address => address === '127.0.0.1',
}

const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const app of open.splice(0)) await app.close()
})

/** Everything that later hooks and handlers can see of a request. */
async function receive(sent: readonly (readonly [string, string])[], localAddress = '127.0.0.1') {
  const app = fastify()
  open.push(app)
  registerProxyUser(app, headers)
  app.get('/', async ({ proxyUser, headers: all, raw }) => ({
    proxyUser,
    seen: JSON.stringify([all, raw.headers, raw.headersDistinct, raw.rawHeaders]),
  }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const call = request({ port, localAddress, headers: ['Host', 'x', ...sent.flat()], agent: false })
  call.end()
  const [reply] = (await once(call, 'response')) as [IncomingMessage]
  return (await json(reply)) as { proxyUser: unknown; seen: string }
}

const named = [
  ['Remote-User', 'ada'],
  ['REMOTE-EMAIL', 'ada@example.org'],
  ['remote-groups', 'staff, admins,'],
  ['X-Other', 'kept'],
] as const

test('registerProxyUser: reads the headers of a trusted proxy and removes them from the request', async () => {
  const { proxyUser, seen } = await receive(named)
  expect(proxyUser).toEqual({ name: 'ada', email: 'ada@example.org', groups: ['staff', 'admins'] })
  expect(seen).not.toMatch(/ada|staff|remote-/i)
  expect(seen).toContain('kept')
})

test('registerProxyUser: removes the headers of all others before anything reads them', async () => {
  const { proxyUser, seen } = await receive([...named, ['Remote-User', 'twice']], '127.0.0.2')
  expect(proxyUser).toBeUndefined()
  expect(seen).not.toMatch(/ada|staff|twice|remote-/i)
  expect(seen).toContain('kept')
})

test.each([
  [[['Remote-Email', 'ada@example.org']], undefined],
  [[['Remote-User', '']], undefined],
  [
    [
      ['Remote-User', 'a'],
      ['Remote-User', 'b'],
    ],
    'unusable',
  ],
  [
    [
      ['Remote-User', 'a'],
      ['Remote-Groups', 'x'],
      ['remote-groups', 'admins'],
    ],
    'unusable',
  ],
  [[['Remote-User', 'a'.repeat(201)]], 'unusable'],
  [
    [
      ['Remote-User', 'a'],
      ['Remote-Email', 'not an address'],
    ],
    { name: 'a', groups: [] },
  ],
  // Node decodes headers as Latin-1.
  [[['Remote-User', Buffer.from('Łukasz').toString('latin1')]], { name: 'Łukasz', groups: [] }],
  [[['Remote-User', 'J\u00fcrgen']], { name: 'Jürgen', groups: [] }],
] as const)('registerProxyUser: %j names %j', async (sent, user) => {
  expect((await receive(sent)).proxyUser).toEqual(user)
})
