/**
 * Odd values in every field of every route, as every kind of caller: only statuses that the route declares, never a 500, and
 * nothing logged as an error. A sample by default, seeded; everything with THOROUGH=1.
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
  oddBodies,
  oddHeaders,
  oddQueries,
  oddSegments,
  oddValues,
} from '../support/route-fuzz/odd-values.ts'
import type { TestFilesmith } from '../support/start-filesmith.ts'
import { startWithEveryRoute } from '../support/start-with-every-route.ts'
import { isThorough } from '../support/thorough.ts'
import { createVisitor } from '../support/visitor.ts'

const seed = 20270214
const requestsByDefault = 4000
const parallel = 8
/** A request without an answer by then is a finding; nothing here takes work. */
const longestAnswerMs = 60_000
const timeout = isThorough ? 7_200_000 : 300_000

let filesmith: TestFilesmith
let routes: readonly FuzzedRoute[]
let callers: Readonly<Record<string, Readonly<Record<string, string>>>>
/** Things that exist, so that odd bodies get past the look-up of the id. */
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
  routes = describeRoutes(withoutMoreFiles(filesmith.declaredRoutes), document)
})
afterAll(async () => {
  agent.destroy()
  await filesmith.stop()
})

/** Every file of the built pages is a route with the same handler: one of each folder will do. */
function withoutMoreFiles(declared: readonly DeclaredRoute[]): DeclaredRoute[] {
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

/** An engine or a provider that is missing is no fault of the request; anything else at this level is a finding. */
const expectedFaults: ReadonlySet<unknown> = new Set(['engine-missing', 'provider-failed', 'unavailable'])
const errorLevel = 50

function noteErrors(line: string): void {
  const { level, err } = JSON.parse(line) as { level: number; err?: { code?: unknown; cause?: unknown } }
  const isExpected = expectedFaults.has(err?.code) && err?.cause === undefined
  if (level >= errorLevel && !isExpected) errorLines.push(line)
}

interface OddRequest {
  readonly name: string
  readonly route: FuzzedRoute
  readonly caller: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** Made when it is sent: some are large. */
  readonly body?: () => string | Buffer
}

/** These end the session or the account that the other requests are made with. */
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

/** Answered at once, since there is no worker to wait for. */
const prefer = { prefer: 'respond-async' }
const json = { 'content-type': 'application/json', ...prefer }
const boundary = 'odd-boundary'

/** By hand: no client library sends such names and values. */
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

function* oddRequestsOf(route: FuzzedRoute, caller: string): Generator<OddRequest> {
  const about = (what: string) => `${route.method} ${route.url} as ${caller}: ${what}`
  const usual: OddRequest = {
    ...{ route, caller, name: about('usual values'), path: pathOf(route) },
    ...(takesBody(route) && { headers: json, body: () => JSON.stringify(sampleBody(route)) }),
  }
  yield usual
  yield* oddAddresses(usual, about)
  for (const [index, headers] of oddHeaders.entries())
    yield { ...usual, headers: { ...usual.headers, ...headers }, name: about(`headers ${index}`) }
  if (takesBody(route)) yield* oddJson(usual, about)
  if (route.isForm) yield* oddForms(usual, about)
}

type About = (what: string) => string

function* oddAddresses(usual: OddRequest, about: About): Generator<OddRequest> {
  const { route } = usual
  for (const [value, segment] of Object.entries(oddSegments))
    for (const param of route.params) {
      const path = route.url.replace(`:${param}`, segment).replaceAll(/:\w+/g, unknownId)
      yield { ...usual, path, name: about(`${param} is ${value}`) }
    }
  for (const [value, query] of Object.entries(oddQueries))
    yield { ...usual, path: usual.path + query, name: about(`query of ${value}`) }
  for (const name of Object.keys(route.query))
    for (const [value, odd] of oddTexts(5000)) {
      const query = `?${name}=${encodeURIComponent(odd.toWellFormed())}`
      yield { ...usual, path: usual.path + query, name: about(`${name} is ${value}`) }
    }
}

function* oddJson(usual: OddRequest, about: About): Generator<OddRequest> {
  for (const [value, body] of Object.entries(oddBodies))
    yield { ...usual, body: () => body, name: about(`body of ${value}`) }
  for (const field of Object.keys(usual.route.body))
    for (const [value, odd] of Object.entries(oddValues)) {
      const body = () => JSON.stringify({ ...sampleBody(usual.route), [field]: odd })
      yield { ...usual, body, name: about(`${field} is ${value}`) }
    }
}

function* oddForms(usual: OddRequest, about: About): Generator<OddRequest> {
  const form = { ...usual, headers: multipart }
  const fields = Object.fromEntries(
    Object.entries(sampleBody(usual.route)).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
  for (const [value, odd] of oddTexts(Infinity)) {
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
  const cutOff = () => formBody(fields, 'a.png').subarray(0, -60)
  yield { ...form, body: cutOff, name: about('form cut off') }
}

function oddTexts(maxLength: number): (readonly [name: string, text: string])[] {
  return Object.entries(oddValues).flatMap(([name, value]) =>
    typeof value === 'string' && value.length <= maxLength ? [[name, value] as const] : [],
  )
}

function* everyOddRequest(): Generator<OddRequest> {
  for (const route of routes)
    for (const caller of Object.keys(callers))
      if (!isFatal(route, caller)) yield* oddRequestsOf(route, caller)
}

interface Answer {
  readonly status: number
  readonly location: string | undefined
  readonly body: string
}

function send({ route, caller, path, headers = {}, body: makeBody }: OddRequest): Promise<Answer> {
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
    request.setTimeout(longestAnswerMs, () => request.destroy(new Error('no answer')))
    request.end(body)
  })
}

/** What Node and Fastify themselves refuse, and every status of the error table but the one for faults of ours. */
const generalRefusals = [400, 404, 405, 408, 411, 413, 414, 415, 431]
const declaredErrors = new Set([
  ...generalRefusals,
  ...Object.values(errorTable).map(({ status }): number => status),
])
declaredErrors.delete(500)
/** Of routes without described replies: pages, files, downloads. */
const usualSuccesses = [200, 201, 202, 204, 206, 301, 302, 303, 304]

function isDeclared({ method, successStatuses }: FuzzedRoute, status: number): boolean {
  const successes = method === 'HEAD' ? usualSuccesses : (successStatuses ?? usualSuccesses)
  return successes.includes(status) || declaredErrors.has(status)
}

async function findUndeclared(requests: Iterable<OddRequest>): Promise<string[]> {
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

function* chosenRequests(isChosen: (request: OddRequest) => boolean): Generator<OddRequest> {
  for (const request of everyOddRequest()) if (isChosen(request)) yield request
}

function countOf(requests: Iterable<OddRequest>): number {
  let count = 0
  for (const _request of requests) count += 1
  return count
}

test('route fuzz: odd values in every field of every route get declared statuses only', {
  timeout,
}, async () => {
  const random = createRandom(seed)
  const share = isThorough ? 1 : requestsByDefault / countOf(everyOddRequest())
  expect(await findUndeclared(chosenRequests(() => random.isChosen(share)))).toEqual([])
  expect(errorLines.splice(0)).toEqual([])
})

test('route fuzz: NUL and half a surrogate pair in every field get declared statuses only', {
  timeout,
}, async () => {
  const isNul = ({ name, route, caller }: OddRequest) =>
    / (is|named) (NUL|encoded NUL|lone high surrogate)$/.test(name) && isBestCaller(route, caller)
  expect(countOf(chosenRequests(isNul))).toBeGreaterThan(300)
  expect(await findUndeclared(chosenRequests(isNul))).toEqual([])
  expect(errorLines.splice(0)).toEqual([])
})

/** The caller that gets furthest in each route. */
function isBestCaller({ access }: FuzzedRoute, caller: string): boolean {
  const best = { anyone: 'anonymous', owner: 'visitor', account: 'member', operator: 'operator', key: 'key' }
  return best[access] === caller
}

test.each(
  Object.values(oddSegments).flatMap(segment => [
    `/${segment}`,
    `//${segment}`,
    `/assets/${segment}`,
    `/help/${segment}`,
  ]),
)('pages: GET %s is a page, a file or a 4xx, and leads to no other site', async path => {
  const page: FuzzedRoute = { ...pageRoute }
  const answer = await send({ name: path, route: page, caller: 'anonymous', path })
  expect(answer.status).toSatisfy((status: number) => [200, 301, 400, 403, 404, 414].includes(status))
  expect(answer.location ?? '/').toMatch(/^\/(?![/\\])/)
  expect(errorLines.splice(0)).toEqual([])
})

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

/** Answers the first line of the reply, or '' where the connection was closed without one. */
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
  ['a length that is no number', `${post}content-length: x\r\n\r\n{}`],
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
])('raw HTTP: %s gets a 4xx or no answer, and the server stays up', async (_what, bytes) => {
  const line = await sendBytes(bytes)
  expect(line).toMatch(/^$|^HTTP\/1\.1 (4\d\d|200|204) /)
  const health = await fetch(`${filesmith.baseUrl}/healthz`)
  expect(health.status).toBe(200)
  expect(errorLines.splice(0)).toEqual([])
})
