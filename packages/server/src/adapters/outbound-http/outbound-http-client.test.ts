import http, { type RequestListener, type Server } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { AppError } from '@filesmith/contract/errors'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import type { OutboundRequest } from '../../ports/outbound.ts'
import { createOutboundHttpClient, type OutboundSettings } from './outbound-http-client.ts'
import type { LookUp } from './resolve-host.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function listen(handler: RequestListener, host = '127.0.0.1', server = http.createServer(handler)) {
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, host, resolve))
  return (server.address() as AddressInfo).port
}

/** Counts who knocks, also whoever never sends a word. */
async function silentDoor(host = '127.0.0.1'): Promise<{ port: number; knocks: () => number }> {
  let knocks = 0
  const server = http.createServer((_request, reply) => reply.end('secret'))
  server.on('connection', () => knocks++)
  return { port: await listen(() => undefined, host, server), knocks: () => knocks }
}

const times = { connectMs: 2_000, silenceMs: 400, totalMs: 3_000 }
const client = (settings: Partial<OutboundSettings> = {}) =>
  createOutboundHttpClient({ allowedNetworks: [], times, ...settings })
const local = (settings: Partial<OutboundSettings> = {}) =>
  client({ allowedNetworks: ['127.0.0.0/8'], ...settings })
const get = (url: string, more: Partial<OutboundRequest> = {}): OutboundRequest => ({
  url,
  method: 'GET',
  followsRedirects: true,
  maxBytes: 1_000_000,
  signal: new AbortController().signal,
  ...more,
})

async function problemOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work
  } catch (error) {
    if (error instanceof AppError) return error.params.problem
    throw error
  }
  return 'nothing'
}

test.each([
  'http://127.0.0.1:PORT/',
  'http://127.1:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f.0.0.1:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://0:PORT/',
  'http://0.0.0.0:PORT/',
  'http://[::1]:PORT/',
  'http://[::]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[::ffff:7f00:1]:PORT/',
  'http://[::127.0.0.1]:PORT/',
  'http://[64:ff9b::7f00:1]:PORT/',
  'http://[64:ff9b:1::7f00:1]:PORT/',
  'http://[2002:7f00:1::]:PORT/',
  'http://[2001:0:7f00:1::]:PORT/',
  'http://[2001:db8::1]:PORT/',
  'http://[fe80::1]:PORT/',
  'http://[fc00::1]:PORT/',
  'http://[fec0::1]:PORT/',
  'http://[ff02::1]:PORT/',
  'http://169.254.169.254/latest/meta-data/',
  'http://10.0.0.1/',
  'http://100.64.0.1/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://192.0.0.1/',
  'http://192.0.2.1/',
  'http://198.18.0.1/',
  'http://198.51.100.1/',
  'http://203.0.113.1/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://①②⑦.⓪.⓪.①:PORT/',
])('API-35 %s is refused before anybody is connected to', async address => {
  const door = await silentDoor()
  const url = address.replace('PORT', String(door.port))
  expect(await problemOf(client().send(get(url)))).toBe('private-address')
  expect(door.knocks()).toBe(0)
})

test.each([
  'http://user:pass@example.org/',
  'ftp://example.org/',
  'file:///etc/passwd',
  'http://',
  'gopher://x/',
])('API-35 %s is no address that can be called', async url => {
  expect(await problemOf(client().send(get(url)))).toBe('bad-address')
  expect(client().refusal(url)?.params.problem).toBe('bad-address')
})

const noSuchName = (code: string) => Object.assign(new Error(code), { code })
/** What names resolve to; a code is what the resolver says instead. */
const names: Readonly<Record<string, readonly string[] | string>> = {
  'localhost itself': ['127.0.0.1', '::1'],
  'a private address': ['10.1.2.3'],
  'a private IPv6 address': ['fd00::1'],
  'the metadata service of a cloud': ['169.254.169.254'],
  'a public and a private address': ['93.184.216.34', '10.1.2.3'],
  'nothing: ENOTFOUND': 'ENOTFOUND',
  'nothing: ENODATA': 'ENODATA',
  'nothing: EAI_AGAIN': 'EAI_AGAIN',
  'nothing: ESERVFAIL': 'ESERVFAIL',
  'an empty list': [],
}
const lookUpAs =
  (meaning: readonly string[] | string): LookUp =>
  async () => {
    if (typeof meaning === 'string') throw noSuchName(meaning)
    return meaning.map(address => ({ address, family: address.includes(':') ? 6 : 4 }))
  }

async function refusalOf(work: Promise<unknown>): Promise<unknown> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof AppError)) throw error
  return { code: error.code, status: error.status, message: error.message, params: error.params }
}

test.each(Object.entries(names))(
  'API-35 a name that resolves to %s is answered like every other name that cannot be called',
  async (_what, meaning) => {
    for (const allowedNetworks of [[], ['192.168.7.0/24']]) {
      const door = await silentDoor()
      const outbound = client({ allowedNetworks, lookUp: lookUpAs(meaning) })
      expect(await refusalOf(outbound.send(get(`http://intranet.example:${door.port}/`)))).toEqual({
        code: 'address-failed',
        status: 422,
        message: `This URL (intranet.example:${door.port}) cannot be used: it cannot be reached.`,
        params: {
          host: `intranet.example:${door.port}`,
          problem: 'unreachable',
          reason: 'it cannot be reached.',
        },
      })
      expect(door.knocks()).toBe(0)
    }
  },
)

test('API-35 a redirect to a private name is answered like one to an unknown name', async () => {
  const answers: unknown[] = []
  for (const meaning of ['ENOTFOUND', ['10.1.2.3']]) {
    const port = await listen((_request, reply) =>
      reply.writeHead(302, { location: 'http://intranet.example/' }).end(),
    )
    const lookUp: LookUp = hostname =>
      hostname === 'intranet.example' ? lookUpAs(meaning)(hostname) : lookUpAs(['127.0.0.1'])(hostname)
    const outbound = client({ allowedNetworks: ['127.0.0.1/32'], lookUp })
    answers.push(await refusalOf(outbound.send(get(`http://site.example:${port}/`))))
  }
  expect(answers[0]).toMatchObject({ params: { host: 'intranet.example', problem: 'unreachable' } })
  expect(answers[1]).toEqual(answers[0])
})

test('API-35 a name that means something else a moment later is called where it was allowed', async () => {
  const door = await silentDoor('127.0.0.1')
  const port = door.port
  const open = http.createServer((_request, reply) => reply.end('allowed'))
  servers.push(open)
  await new Promise<void>(resolve => open.listen(port, '127.0.0.2', resolve))
  let asked = 0
  const lookUp: LookUp = async () => [{ address: asked++ === 0 ? '127.0.0.2' : '127.0.0.1', family: 4 }]
  const outbound = client({ allowedNetworks: ['127.0.0.2/32'], lookUp })
  const answer = await outbound.send(get(`http://rebind.example:${port}/`))
  expect(await text(answer.body)).toBe('allowed')
  // The second time it means what is not allowed.
  expect(await problemOf(outbound.send(get(`http://rebind.example:${port}/`)))).toBe('unreachable')
  expect(door.knocks()).toBe(0)
})

test('API-35 a redirect is checked like an address of its own', async () => {
  const door = await silentDoor('127.0.0.1')
  const port = await listen(
    (_request, reply) => reply.writeHead(302, { location: `http://127.0.0.1:${door.port}/` }).end(),
    '127.0.0.2',
  )
  const outbound = client({ allowedNetworks: ['127.0.0.2'] })
  expect(await problemOf(outbound.send(get(`http://127.0.0.2:${port}/`)))).toBe('private-address')
  expect(door.knocks()).toBe(0)
})

test('headers go to the site they were meant for and to no other', async () => {
  const heard: (string | undefined)[] = []
  const other = await listen((request, reply) => {
    heard.push(request.headers.authorization)
    reply.end('there')
  })
  const port = await listen((request, reply) => {
    heard.push(request.headers.authorization)
    const location = request.url === '/a' ? '/b' : `http://127.0.0.1:${other}/`
    reply.writeHead(307, { location }).end()
  })
  const headers = { authorization: 'Bearer secret' }
  const answer = await local().send(get(`http://127.0.0.1:${port}/a`, { headers }))
  expect(await text(answer.body)).toBe('there')
  expect(heard).toEqual(['Bearer secret', 'Bearer secret', undefined])
})

test('a circle of redirects ends', async () => {
  let calls = 0
  const port = await listen((_request, reply) => {
    calls++
    reply.writeHead(301, { location: '/again' }).end()
  })
  expect(await problemOf(local().send(get(`http://127.0.0.1:${port}/`)))).toBe('too-many-redirects')
  expect(calls).toBe(6)
})

test('more bytes than allowed break off, whatever the answer says of its length', async () => {
  const port = await listen((_request, reply) => {
    reply.writeHead(200, { 'transfer-encoding': 'chunked' })
    const timer = setInterval(() => reply.write(Buffer.alloc(65_536)), 1)
    reply.on('close', () => clearInterval(timer))
  })
  const { body } = await local().send(get(`http://127.0.0.1:${port}/`))
  expect(await problemOf(text(body))).toBe('too-large')
})

test.each([
  ['before it answers', () => undefined],
  [
    'in the middle of its answer',
    (_request, reply) => void reply.writeHead(200, { 'content-length': '100' }).write('x'),
  ],
] satisfies [string, RequestListener][])('whoever falls silent %s is given up', async (_when, handler) => {
  const port = await listen(handler)
  const fetchAll = async () => text((await local().send(get(`http://127.0.0.1:${port}/`))).body)
  expect(await problemOf(fetchAll())).toBe('timed-out')
})

test('a drop at a time does not hold the line for ever', async () => {
  const port = await listen((_request, reply) => {
    reply.writeHead(200)
    const timer = setInterval(() => reply.write('x'), 100)
    reply.on('close', () => clearInterval(timer))
  })
  const { body } = await local().send(get(`http://127.0.0.1:${port}/`, { timeoutMs: 900 }))
  expect(await problemOf(text(body))).toBe('timed-out')
})

test('a certificate that nobody vouches for is refused, and what is no TLS at all', async () => {
  // Any server with a certificate of its own making will do; nothing is said before it is checked.
  const selfSigned = new SMTPServer({ secure: true, logger: false })
  selfSigned.on('error', () => undefined)
  await new Promise<void>(resolve => void selfSigned.listen(0, '127.0.0.1', resolve))
  const { port } = selfSigned.server.address() as AddressInfo
  expect(await problemOf(local().send(get(`https://127.0.0.1:${port}/`)))).toBe('bad-certificate')
  await new Promise<void>(resolve => selfSigned.close(() => resolve()))
  const plain = await listen((_request, reply) => reply.end('hello'))
  expect(await problemOf(local().send(get(`https://127.0.0.1:${plain}/`)))).toBe('bad-certificate')
})

test('a closed port, and one that is filtered, are answered like an unknown name', async () => {
  const port = await listen(() => undefined)
  for (const server of servers.splice(0)) server.close()
  expect(await problemOf(local().send(get(`http://127.0.0.1:${port}/`)))).toBe('unreachable')
  // TLS that is never spoken stands in for a connection that never comes about.
  const silent = net.createServer(() => undefined)
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
  const hasty = local({ times: { ...times, connectMs: 100 } })
  const { port: filtered } = silent.address() as AddressInfo
  expect(await problemOf(hasty.send(get(`https://127.0.0.1:${filtered}/`)))).toBe('unreachable')
  silent.close()
})

test('a connection that breaks in the middle of the answer is said to', async () => {
  const port = await listen((_request, reply) => {
    reply.writeHead(200, { 'content-length': '100' }).write('x', () => reply.destroy())
  })
  const { body } = await local().send(get(`http://127.0.0.1:${port}/`))
  expect(await problemOf(text(body))).toBe('interrupted')
})
