/**
 * Route fuzzing: malformed values in every field of every route, as every kind of caller. Expects only declared statuses,
 * never a 500, and no error in the log. Default: a seeded sample; everything with THOROUGH=1.
 */
import http from 'node:http'
import net from 'node:net'
import { apiPaths } from '@filesmith/contract/api-paths'
import { errorTable } from '@filesmith/contract/errors'
import type { AdminUserPage } from '@filesmith/contract/schemas/admin'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeclaredRoute } from '../../packages/server/src/http/access.ts'
import { createRandom } from '../fuzz/random.ts'
import { createApiMember } from '../support/api-client.ts'
import { createMember } from '../support/member.ts'
import { createOperator } from '../support/operator.ts'
import {
  describeRoutes,
  type FuzzedRoute,
  type OpenApiDocument,
  sampleOf,
  unknownId,
} from '../support/route-fuzz/describe-routes.ts'
import {
  malformedBodies,
  malformedHeaders,
  malformedQueries,
  malformedSegments,
  malformedValues,
} from '../support/route-fuzz/malformed-values.ts'
import type { TestFilesmith } from '../support/start-filesmith.ts'
import { startWithEveryRoute } from '../support/start-with-every-route.ts'
import { everyNth, isThorough } from '../support/thorough.ts'
import { createVisitor } from '../support/visitor.ts'

const seed = 20270214
const requestsByDefault = 1000
const parallel = 8
/** A request without a response within this time is a finding; no request does real work. */
const responseTimeoutMs = 60_000
const timeout = isThorough ? 7_200_000 : 300_000

let filesmith: TestFilesmith
let routes: readonly FuzzedRoute[]
let callers: Readonly<Record<string, Readonly<Record<string, string>>>>
/** Existing objects, so that malformed bodies get past the lookup of the id. */
let realIds: Readonly<Record<string, string>>
const agent = new http.Agent({ keepAlive: true, maxSockets: parallel })
const errorLines: string[] = []

beforeAll(async () => {
  filesmith = await startWithEveryRoute(
    {
      LOG_LEVEL: 'warn',
      ATTEMPTS_PER_ACCOUNT: '1000000',
      CONTACTS_PER_HOUR: '1000000',
      IMPRESSIONS_PER_MINUTE: '1000000',
    },
    { hasWorker: false, logTo: line => noteErrors(line) },
  )
  const visitor = createVisitor(filesmith.baseUrl)
  const uploadId = await visitor.upload(Buffer.from('some bytes'), 'a.txt')
  const member = await createMember(filesmith.baseUrl)
  const operator = await createOperator(filesmith)
  const { client } = await createApiMember(filesmith)
  const victim = await createMember(filesmith.baseUrl)
  const { users } = await operator.json<AdminUserPage>(`${apiPaths.adminUsers}?search=${victim.username}`)
  const webhook = (await (
    await client.post(apiPaths.v1Webhooks, { url: 'https://example.org/hook' })
  ).json()) as { id: string }
  callers = {
    anonymous: {},
    visitor: { cookie: visitor.cookies.header() },
    member: { cookie: member.cookies.header() },
    operator: { cookie: operator.cookies.header() },
    key: { authorization: `Bearer ${client.key}` },
  }
  realIds = {
    '/api/uploads/:id': uploadId,
    '/api/admin/users/:id': users[0]?.id ?? '',
    '/api/v1/webhooks/:id': webhook.id,
  }
  const document = await visitor.json<OpenApiDocument>(apiPaths.openApi)
  routes = describeRoutes(withoutSimilarFiles(filesmith.declaredRoutes), document)
})
afterAll(async () => {
  agent.destroy()
  await filesmith.stop()
})

/** Static files share one handler; one file per folder is enough. */
function withoutSimilarFiles(declared: readonly DeclaredRoute[]): DeclaredRoute[] {
  const seen = new Set<string>()
  return declared.filter(({ method, url }) => {
    const folder = /^\/(assets|share|fonts)\/|\.(br|gz|png|svg|ico|js|webmanifest)$/.exec(url)?.[0]
    if (folder === undefined) return true
    const kind = `${method} ${folder}`
    const isFirst = !seen.has(kind)
    seen.add(kind)
    return isFirst
  })
}

/** Expected errors of missing engines and providers; any other error in the log is a finding. */
const expectedFaults: ReadonlySet<unknown> = new Set(['engine-missing', 'provider-failed', 'unavailable'])
const errorLevel = 50

function noteErrors(line: string): void {
  const { level, err } = JSON.parse(line) as { level: number; err?: { code?: unknown; cause?: unknown } }
  const isExpected = expectedFaults.has(err?.code) && err?.cause === undefined
  if (level >= errorLevel && !isExpected) errorLines.push(line)
}

interface MalformedRequest {
  readonly name: string
  readonly route: FuzzedRoute
  readonly caller: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** Created on sending, because some are large. */
  readonly body?: () => string | Buffer
}

/** Requests that would end the session or account used by the other requests. */
const isFatal = ({ method, url }: FuzzedRoute, caller: string) =>
  caller !== 'anonymous' &&
  ((method === 'DELETE' && /^\/api\/(user|admin\/users)/.test(url)) || url === apiPaths.logout)

function pathOf({ url }: FuzzedRoute): string {
  return url.replaceAll(/:\w+/g, () => realIds[url] ?? unknownId).replace('*', 'x')
}

function sampleBody(route: FuzzedRoute): Record<string, unknown> {
  const described = Object.entries(route.body).filter(([name]) => !['file', 'files'].includes(name))
  return Object.fromEntries(described.map(([name, field]) => [name, sampleOf(name, field)]))
}

/** Asynchronous, because no worker is running. */
const prefer = { prefer: 'respond-async' }
const json = { 'content-type': 'application/json', ...prefer }
const boundary = 'odd-boundary'

/** Encoded manually, because client libraries reject such names and values. */
function formBody(fields: Readonly<Record<string, string>>, fileName?: string): Buffer {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file =
    fileName === undefined
      ? []
      : [
          `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\n\r\nbytes\r\n`,
        ]
  return Buffer.from(`${parts.join('')}${file.join('')}--${boundary}--\r\n`)
}

const multipart = { 'content-type': `multipart/form-data; boundary=${boundary}`, ...prefer }
const takesBody = ({ method }: FuzzedRoute) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method)

function* malformedRequestsOf(route: FuzzedRoute, caller: string): Generator<MalformedRequest> {
  const about = (what: string) => `${route.method} ${route.url} as ${caller}: ${what}`
  const usual: MalformedRequest = {
    ...{ route, caller, name: about('usual values'), path: pathOf(route) },
    ...(takesBody(route) && { headers: json, body: () => JSON.stringify(sampleBody(route)) }),
  }
  yield usual
  yield* malformedPaths(usual, about)
  for (const [index, headers] of malformedHeaders.entries())
    yield { ...usual, headers: { ...usual.headers, ...headers }, name: about(`headers ${index}`) }
  if (takesBody(route)) yield* malformedJson(usual, about)
  if (route.isForm) yield* malformedForms(usual, about)
}

type About = (what: string) => string

function* malformedPaths(usual: MalformedRequest, about: About): Generator<MalformedRequest> {
  const { route } = usual
  for (const [value, segment] of Object.entries(malformedSegments))
    for (const param of route.params) {
      const path = route.url.replace(`:${param}`, segment).replaceAll(/:\w+/g, unknownId)
      yield { ...usual, path, name: about(`${param} is ${value}`) }
    }
  for (const [value, query] of Object.entries(malformedQueries))
    yield { ...usual, path: usual.path + query, name: about(`query of ${value}`) }
  for (const name of Object.keys(route.query))
    for (const [value, odd] of malformedTexts(5000)) {
      const query = `?${name}=${encodeURIComponent(odd.toWellFormed())}`
      yield { ...usual, path: usual.path + query, name: about(`${name} is ${value}`) }
    }
}

function* malformedJson(usual: MalformedRequest, about: About): Generator<MalformedRequest> {
  for (const [value, body] of Object.entries(malformedBodies))
    yield { ...usual, body: () => body, name: about(`body of ${value}`) }
  for (const field of Object.keys(usual.route.body))
    for (const [value, odd] of Object.entries(malformedValues)) {
      const body = () => JSON.stringify({ ...sampleBody(usual.route), [field]: odd })
      yield { ...usual, body, name: about(`${field} is ${value}`) }
    }
}

function* malformedForms(usual: MalformedRequest, about: About): Generator<MalformedRequest> {
  const form = { ...usual, headers: multipart }
  const fields = Object.fromEntries(
    Object.entries(sampleBody(usual.route)).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
  for (const [value, odd] of malformedTexts(Infinity)) {
    for (const field of Object.keys(fields)) {
      const body = () => formBody({ ...fields, [field]: odd }, 'a.png')
      yield { ...form, body, name: about(`form field ${field} is ${value}`) }
    }
    const named = () => formBody({ ...fields, [odd.slice(0, 200)]: 'x' }, 'a.png')
    yield { ...form, body: named, name: about(`form field named ${value}`) }
    const file = () => formBody(fields, odd.slice(0, 5000))
    yield { ...form, body: file, name: about(`file named ${value}`) }
  }
  yield { ...form, body: () => '', name: about('empty form') }
  yield { ...form, body: () => `--${boundary}\r\n\r\n`, name: about('form without a name') }
  const truncated = () => formBody(fields, 'a.png').subarray(0, -60)
  yield { ...form, body: truncated, name: about('truncated form') }
}

function malformedTexts(maxLength: number): (readonly [name: string, text: string])[] {
  return Object.entries(malformedValues).flatMap(([name, value]) =>
    typeof value === 'string' && value.length <= maxLength ? [[name, value] as const] : [],
  )
}

function* allRequests(): Generator<MalformedRequest> {
  for (const route of routes)
    for (const caller of Object.keys(callers))
      if (!isFatal(route, caller)) yield* malformedRequestsOf(route, caller)
}

interface Answer {
  readonly status: number
  readonly location: string | undefined
  readonly body: string
}

function send({ route, caller, path, headers = {}, body: makeBody }: MalformedRequest): Promise<Answer> {
  const body = makeBody?.()
  const { hostname, port } = new URL(filesmith.baseUrl)
  const all = {
    ...callers[caller],
    ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    ...headers,
  }
  return new Promise((resolve, reject) => {
    const request = http.request({ agent, hostname, port, path, method: route.method, headers: all })
    request.on('response', response => {
      // A stream of events ends only when the client closes it.
      if (response.headers['content-type']?.startsWith('text/event-stream')) {
        resolve({ status: response.statusCode ?? 0, location: undefined, body: '' })
        response.destroy()
        return
      }
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          location: response.headers.location,
          body: Buffer.concat(chunks).toString(),
        }),
      )
    })
    request.on('error', reject)
    request.setTimeout(responseTimeoutMs, () => request.destroy(new Error('no response')))
    request.end(body)
  })
}

/** Statuses of Node and Fastify, and all of the error table except 500. */
const generalRefusals = [400, 404, 405, 408, 411, 413, 414, 415, 431]
const declaredErrors = new Set([
  ...generalRefusals,
  ...Object.values(errorTable).map(({ status }): number => status),
])
declaredErrors.delete(500)
/** Of routes without described responses: pages, files, downloads. */
const usualSuccesses = [200, 201, 202, 204, 206, 301, 302, 303, 304]

function isDeclared({ method, successStatuses }: FuzzedRoute, status: number): boolean {
  const successes = method === 'HEAD' ? usualSuccesses : (successStatuses ?? usualSuccesses)
  return successes.includes(status) || declaredErrors.has(status)
}

async function findUndeclared(requests: Iterable<MalformedRequest>): Promise<string[]> {
  const findings: string[] = []
  const waiting = requests[Symbol.iterator]()
  const work = async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) {
      const request = next.value
      const answer = await send(request).catch((error: Error) => ({
        status: 0,
        location: undefined,
        body: error.message,
      }))
      const isElsewhere =
        answer.location !== undefined && /^(\/\/|\/\\|https?:\/\/evil)/.test(answer.location)
      if (!isDeclared(request.route, answer.status) || isElsewhere)
        findings.push(
          `${request.name}: ${answer.status} ${answer.location ?? ''} ${answer.body.slice(0, 200)}`,
        )
    }
  }
  await Promise.all(Array.from({ length: parallel }, work))
  return findings
}

function* chosenRequests(isChosen: (request: MalformedRequest) => boolean): Generator<MalformedRequest> {
  for (const request of allRequests()) if (isChosen(request)) yield request
}

function countOf(requests: Iterable<MalformedRequest>): number {
  let count = 0
  for (const _request of requests) count += 1
  return count
}

test('route fuzz: malformed values in every field of every route get declared statuses only', {
  timeout,
}, async () => {
  const random = createRandom(seed)
  const share = isThorough ? 1 : requestsByDefault / countOf(allRequests())
  expect(await findUndeclared(chosenRequests(() => random.isChosen(share)))).toEqual([])
  expect(errorLines.splice(0)).toEqual([])
})

test('route fuzz: NUL and lone surrogates in every field get declared statuses only', {
  timeout,
}, async () => {
  const isNul = ({ name, route, caller }: MalformedRequest) =>
    / (is|named) (NUL|encoded NUL|lone high surrogate)$/.test(name) && isBestCaller(route, caller)
  const all = [...chosenRequests(isNul)]
  expect(all.length).toBeGreaterThan(300)
  // NUL everywhere; by default every third of the others.
  const isPlain = ({ name }: MalformedRequest) => / (is|named) NUL$/.test(name)
  const others = everyNth(
    3,
    all.filter(request => !isPlain(request)),
  )
  expect(await findUndeclared([...all.filter(isPlain), ...others])).toEqual([])
  expect(errorLines.splice(0)).toEqual([])
})

/** The caller with access to the route. */
function isBestCaller({ access }: FuzzedRoute, caller: string): boolean {
  const best = { anyone: 'anonymous', owner: 'visitor', account: 'member', operator: 'operator', key: 'key' }
  return best[access] === caller
}

test.each(
  Object.values(malformedSegments).flatMap(segment => [
    `/${segment}`,
    `//${segment}`,
    `/assets/${segment}`,
    `/help/${segment}`,
  ]),
)(
  'pages: GET %s is a page, a file or a 4xx, and never redirects to another site (open redirect)',
  async path => {
    const page: FuzzedRoute = { ...pageRoute }
    const answer = await send({ name: path, route: page, caller: 'anonymous', path })
    expect(answer.status).toSatisfy((status: number) => [200, 301, 400, 403, 404, 414].includes(status))
    expect(answer.location ?? '/').toMatch(/^\/(?![/\\])/)
    expect(errorLines.splice(0)).toEqual([])
  },
)

const pageRoute: FuzzedRoute = {
  method: 'GET',
  url: '/',
  access: 'anyone',
  scope: null,
  proof: null,
  needsConfirmedEmail: false,
  params: [],
  query: {},
  headers: [],
  body: {},
  isForm: false,
  successStatuses: undefined,
}

/** Returns the status line, or '' if the connection was closed without a response. */
function sendBytes(bytes: string): Promise<string> {
  const { hostname, port } = new URL(filesmith.baseUrl)
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname, () => socket.end(bytes, 'latin1'))
    let answer = ''
    socket.setEncoding('latin1')
    socket.on('data', chunk => {
      answer += chunk
    })
    socket.on('error', error =>
      'code' in error && error.code === 'ECONNRESET' ? resolve(answer) : reject(error),
    )
    socket.on('close', () => resolve(answer.split('\r\n')[0] ?? ''))
  })
}

const post = 'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
test.each([
  ['no request line', '\r\n\r\n\r\nnonsense\r\n\r\n'],
  ['an unknown method', 'BREW / HTTP/1.1\r\nhost: x\r\n\r\n'],
  ['HTTP/9.9', 'GET / HTTP/9.9\r\nhost: x\r\n\r\n'],
  ['no host', 'GET / HTTP/1.1\r\n\r\n'],
  ['a bad chunk size', `${post}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
  ['a chunk size that overflows', `${post}transfer-encoding: chunked\r\n\r\nffffffffffffffffff\r\n`],
  ['chunked and a length', `${post}transfer-encoding: chunked\r\ncontent-length: 3\r\n\r\n0\r\n\r\n`],
  ['two lengths', `${post}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`],
  ['a length that is not a number', `${post}content-length: x\r\n\r\n{}`],
  ['a body shorter than its length', `${post}content-length: 100\r\n\r\n{}`],
  ['NUL in a header', 'GET / HTTP/1.1\r\nhost: x\r\nx: a\0b\r\n\r\n'],
  ['a header without an end', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(40_000)}`],
  ['a path that is not ASCII', 'GET /\xff\xfe HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'],
  [
    'an address of another site',
    'GET http://evil.example/pricing HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
  ],
  ['a star', 'OPTIONS * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'],
  ['two slashes', 'GET // HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'],
  ['two slashes and a bracket', 'GET //[ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'],
])('raw HTTP: %s gets a 4xx or no response, and the server stays up', async (_what, bytes) => {
  const line = await sendBytes(bytes)
  expect(line).toMatch(/^$|^HTTP\/1\.1 (4\d\d|200|204) /)
  const health = await fetch(`${filesmith.baseUrl}/healthz`)
  expect(health.status).toBe(200)
  expect(errorLines.splice(0)).toEqual([])
})
