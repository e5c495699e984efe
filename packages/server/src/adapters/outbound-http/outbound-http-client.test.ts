import http, { type RequestListener, type Server } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { AppError } from '@filesmith/contract/errors'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import type { OutboundRequest } from '../../ports/outbound.ts'
import type { DnsLookup } from './outbound-http-client.ts'
import { createOutboundHttpClient, type OutboundSettings } from './outbound-http-client.ts'

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

/** Counts TCP connections, including those that never send a request. */
async function connectionCounter(host = '127.0.0.1'): Promise<{ port: number; connections: () => number }> {
  let connections = 0
  const server = http.createServer((_request, reply) => reply.end('secret'))
  server.on('connection', () => connections++)
  return { port: await listen(() => undefined, host, server), connections: () => connections }
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
])('API-35 outbound HTTP: %s is rejected before connecting', async address => {
  const target = await connectionCounter()
  const url = address.replace('PORT', String(target.port))
  expect(await problemOf(client().send(get(url)))).toBe('private-address')
  expect(target.connections()).toBe(0)
})

test.each([
  'http://user:pass@example.org/',
  'ftp://example.org/',
  'file:///etc/passwd',
  'http://',
  'gopher://x/',
])('API-35 outbound HTTP: %s is not a valid address', async url => {
  expect(await problemOf(client().send(get(url)))).toBe('bad-address')
  expect(client().refusal(url)?.params.problem).toBe('bad-address')
})

const noSuchName = (code: string) => Object.assign(new Error(code), { code })
/** DNS results by description; a string is the error code of the resolver. */
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
const stubDnsLookup =
  (meaning: readonly string[] | string): DnsLookup =>
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
  'API-35 outbound HTTP: a name that resolves to %s gives the same error as an unknown name',
  async (_description, meaning) => {
    for (const allowedNetworks of [[], ['192.168.7.0/24']]) {
      const target = await connectionCounter()
      const outbound = client({ allowedNetworks, dnsLookup: stubDnsLookup(meaning) })
      expect(await refusalOf(outbound.send(get(`http://intranet.example:${target.port}/`)))).toEqual({
        code: 'address-failed',
        status: 422,
        message: `This URL (intranet.example:${target.port}) cannot be used: it cannot be reached.`,
        params: {
          host: `intranet.example:${target.port}`,
          problem: 'unreachable',
          reason: 'it cannot be reached.',
        },
      })
      expect(target.connections()).toBe(0)
    }
  },
)

test('API-35 outbound HTTP: a redirect to a private name gives the same error as one to an unknown name', async () => {
  const answers: unknown[] = []
  for (const meaning of ['ENOTFOUND', ['10.1.2.3']]) {
    const port = await listen((_request, reply) =>
      reply.writeHead(302, { location: 'http://intranet.example/' }).end(),
    )
    const dnsLookup: DnsLookup = hostname =>
      hostname === 'intranet.example'
        ? stubDnsLookup(meaning)(hostname)
        : stubDnsLookup(['127.0.0.1'])(hostname)
    const outbound = client({ allowedNetworks: ['127.0.0.1/32'], dnsLookup })
    answers.push(await refusalOf(outbound.send(get(`http://site.example:${port}/`))))
  }
  expect(answers[0]).toMatchObject({ params: { host: 'intranet.example', problem: 'unreachable' } })
  expect(answers[1]).toEqual(answers[0])
})

test('API-35 outbound HTTP: DNS rebinding cannot change the address after the check', async () => {
  const target = await connectionCounter('127.0.0.1')
  const port = target.port
  const open = http.createServer((_request, reply) => reply.end('allowed'))
  servers.push(open)
  await new Promise<void>(resolve => open.listen(port, '127.0.0.2', resolve))
  let asked = 0
  const dnsLookup: DnsLookup = async () => [{ address: asked++ === 0 ? '127.0.0.2' : '127.0.0.1', family: 4 }]
  const outbound = client({ allowedNetworks: ['127.0.0.2/32'], dnsLookup })
  const answer = await outbound.send(get(`http://rebind.example:${port}/`))
  expect(await text(answer.body)).toBe('allowed')
  // The second lookup returns an address that is not allowed.
  expect(await problemOf(outbound.send(get(`http://rebind.example:${port}/`)))).toBe('unreachable')
  expect(target.connections()).toBe(0)
})

test('API-35 outbound HTTP: redirect targets are checked', async () => {
  const target = await connectionCounter('127.0.0.1')
  const port = await listen(
    (_request, reply) => reply.writeHead(302, { location: `http://127.0.0.1:${target.port}/` }).end(),
    '127.0.0.2',
  )
  const outbound = client({ allowedNetworks: ['127.0.0.2'] })
  expect(await problemOf(outbound.send(get(`http://127.0.0.2:${port}/`)))).toBe('private-address')
  expect(target.connections()).toBe(0)
})

test('outbound HTTP: does not forward headers to another origin on redirect', async () => {
  const received: (string | undefined)[] = []
  const other = await listen((request, reply) => {
    received.push(request.headers.authorization)
    reply.end('there')
  })
  const port = await listen((request, reply) => {
    received.push(request.headers.authorization)
    const location = request.url === '/a' ? '/b' : `http://127.0.0.1:${other}/`
    reply.writeHead(307, { location }).end()
  })
  const headers = { authorization: 'Bearer secret' }
  const answer = await local().send(get(`http://127.0.0.1:${port}/a`, { headers }))
  expect(await text(answer.body)).toBe('there')
  expect(received).toEqual(['Bearer secret', 'Bearer secret', undefined])
})

test('outbound HTTP: stops at the redirect limit', async () => {
  let calls = 0
  const port = await listen((_request, reply) => {
    calls++
    reply.writeHead(301, { location: '/again' }).end()
  })
  expect(await problemOf(local().send(get(`http://127.0.0.1:${port}/`)))).toBe('too-many-redirects')
  expect(calls).toBe(6)
})

test('outbound HTTP: aborts a chunked response larger than the limit', async () => {
  const port = await listen((_request, reply) => {
    reply.writeHead(200, { 'transfer-encoding': 'chunked' })
    const timer = setInterval(() => reply.write(Buffer.alloc(65_536)), 1)
    reply.on('close', () => clearInterval(timer))
  })
  const { body } = await local().send(get(`http://127.0.0.1:${port}/`))
  expect(await problemOf(text(body))).toBe('too-large')
})

test.each([
  ['before the response', () => undefined],
  [
    'during the response',
    (_request, reply) => void reply.writeHead(200, { 'content-length': '100' }).write('x'),
  ],
] satisfies [string, RequestListener][])(
  'outbound HTTP: a server that goes idle %s times out',
  async (_when, handler) => {
    const port = await listen(handler)
    const fetchAll = async () => text((await local().send(get(`http://127.0.0.1:${port}/`))).body)
    expect(await problemOf(fetchAll())).toBe('timed-out')
  },
)

test('outbound HTTP: the total timeout ends a slow response', async () => {
  const port = await listen((_request, reply) => {
    reply.writeHead(200)
    const timer = setInterval(() => reply.write('x'), 100)
    reply.on('close', () => clearInterval(timer))
  })
  const { body } = await local().send(get(`http://127.0.0.1:${port}/`, { timeoutMs: 900 }))
  expect(await problemOf(text(body))).toBe('timed-out')
})

test('outbound HTTP: rejects a self-signed certificate and a server without TLS', async () => {
  // Any server with a self-signed certificate will do; the certificate is checked before any data is sent.
  const selfSigned = new SMTPServer({ secure: true, logger: false })
  selfSigned.on('error', () => undefined)
  await new Promise<void>(resolve => void selfSigned.listen(0, '127.0.0.1', resolve))
  const { port } = selfSigned.server.address() as AddressInfo
  expect(await problemOf(local().send(get(`https://127.0.0.1:${port}/`)))).toBe('bad-certificate')
  await new Promise<void>(resolve => selfSigned.close(() => resolve()))
  const plain = await listen((_request, reply) => reply.end('hello'))
  expect(await problemOf(local().send(get(`https://127.0.0.1:${plain}/`)))).toBe('bad-certificate')
})

test('outbound HTTP: closed and filtered ports give the same error as an unknown name', async () => {
  const port = await listen(() => undefined)
  for (const server of servers.splice(0)) server.close()
  expect(await problemOf(local().send(get(`http://127.0.0.1:${port}/`)))).toBe('unreachable')
  // A TLS handshake that never completes simulates a filtered port.
  const unresponsive = net.createServer(() => undefined)
  await new Promise<void>(resolve => unresponsive.listen(0, '127.0.0.1', resolve))
  const impatient = local({ times: { ...times, connectMs: 100 } })
  const { port: filtered } = unresponsive.address() as AddressInfo
  expect(await problemOf(impatient.send(get(`https://127.0.0.1:${filtered}/`)))).toBe('unreachable')
  unresponsive.close()
})

test('outbound HTTP: a connection lost during the response is reported as interrupted', async () => {
  const port = await listen((_request, reply) => {
    reply.writeHead(200, { 'content-length': '100' }).write('x', () => reply.destroy())
  })
  const { body } = await local().send(get(`http://127.0.0.1:${port}/`))
  expect(await problemOf(text(body))).toBe('interrupted')
})
