/** The allowance over real HTTP: limits hold under concurrency, across processes and without cookies. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Usage } from '@filesmith/contract/schemas/usage'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createReadyDatabase } from '../support/create-database.ts'
import { drawPng } from '../support/images.ts'
import { freePort, startProcess, untilHealthy } from '../support/server-process.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { noonClock, settableClock } from '../support/test-clocks.ts'
import { createVisitor, type Visitor } from '../support/visitor.ts'

const noonDir = fileURLToPath(new URL('../support/noon/', import.meta.url))

let filesmith: TestFilesmith
let database: pg.Client
let png: Buffer

/** Without a worker, accepted conversions stay in the queue. */
beforeAll(async () => {
  filesmith = await startFilesmith(
    { PLAN_FREE_PER_DAY: '', ADDRESS_PER_DAY: '', BEHIND_PROXY: 'true' },
    { hasWorker: false, clock: noonClock },
  )
  database = new pg.Client({ connectionString: filesmith.databaseUrl })
  await database.connect()
  png = await drawPng()
})
afterAll(async () => {
  await database.end()
  await filesmith.stop()
})

let lastHost = 0
const newAddress = () => `198.51.100.${++lastHost}`
const visitorFrom = (address: string, baseUrl = filesmith.baseUrl) =>
  createVisitor(baseUrl, { 'x-forwarded-for': address })

function ask(visitor: Visitor, uploadId: string, baseUrl?: string): Promise<Response> {
  return visitor.fetch(new URL('/api/convert/image', baseUrl ?? filesmith.baseUrl).href, {
    method: 'POST',
    headers: { prefer: 'respond-async', 'content-type': 'application/json' },
    body: JSON.stringify({ uploadId, outputFormat: 'webp' }),
  })
}

async function askSequentially(visitor: Visitor, times: number): Promise<number[]> {
  const uploadId = await visitor.upload(png, 'a.png')
  const statuses: number[] = []
  for (let time = 0; time < times; time += 1) statuses.push((await ask(visitor, uploadId)).status)
  return statuses
}

const accepted = (count: number) => Array.from({ length: count }, () => 202)

test('ALLOW-08 allowance: of 100 concurrent requests exactly 10 are accepted', async () => {
  const visitor = visitorFrom(newAddress())
  const uploadId = await visitor.upload(png, 'a.png')
  const replies = await Promise.all(Array.from({ length: 100 }, () => ask(visitor, uploadId)))
  const statuses = replies.map(reply => reply.status).sort()
  expect(statuses).toEqual([...accepted(10), ...Array.from({ length: 90 }, () => 429)])

  const { rows } = await database.query(
    `select count(*)::int as records, count(jobs.id)::int as jobs
     from conversions left join jobs on jobs.id = conversions.job_id where upload_id = $1`,
    [uploadId],
  )
  expect(rows).toEqual([{ records: 10, jobs: 10 }])
  expect((await visitor.json<Usage>('/api/usage')).today).toMatchObject({ used: 10, remaining: 0, total: 10 })
})

test('ALLOW-08 allowance: of 100 concurrent requests to two web processes exactly 10 are accepted', async () => {
  const shared = await createReadyDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'filesmith-two-'))
  const ports = [await freePort(), await freePort()]
  const webs = ports.map(port =>
    startProcess(
      'main-web',
      {
        DATA_DIR: dataDir,
        DATABASE_URL: shared.url,
        COOKIE_SECRET: 'one secret for both of these processes',
        PORT: String(port),
      },
      [],
      noonDir,
    ),
  )
  try {
    const urls = ports.map(port => `http://127.0.0.1:${port}`)
    await Promise.all(webs.map((web, index) => untilHealthy(urls[index] ?? '', web)))
    const visitor = createVisitor(urls[0] ?? '')
    const uploadId = await visitor.upload(png, 'a.png')
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, index) => ask(visitor, uploadId, urls[index % 2])),
    )
    expect(replies.filter(reply => reply.status === 202)).toHaveLength(10)
    expect(replies.filter(reply => reply.status === 429)).toHaveLength(90)
  } finally {
    for (const web of webs) web.kill('SIGTERM')
    await Promise.all(webs.map(web => web.ended()))
    await shared.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('ALLOW-04 ALLOW-10 ALLOW-13 allowance: 10 a day per visitor cookie; the 11th answers 429 with Retry-After', async () => {
  const address = newAddress()
  const visitor = visitorFrom(address)
  expect(await askSequentially(visitor, 10)).toEqual(accepted(10))

  const refused = await ask(visitor, await visitor.upload(png, 'b.png'))
  expect(refused.status).toBe(429)
  const body = (await refused.json()) as { code: string; message: string }
  expect(Object.keys(body)).toEqual(['code', 'message'])
  expect(body.code).toBe('allowance-used')
  expect(body.message).toMatch(
    /^You've used all 10 of today's conversions\. Your limit resets in (\d+ (hour|minute)s?|less than a minute), at midnight UTC\.$/,
  )
  const untilMidnight = 86_400 - (Math.floor(noonClock.now().getTime() / 1000) % 86_400)
  const retryAfter = Number(refused.headers.get('retry-after'))
  expect(Math.abs(retryAfter - untilMidnight)).toBeLessThan(60)

  expect(await askSequentially(visitorFrom(address), 1)).toEqual(accepted(1))
})

test('ALLOW-04 allowance: resets at midnight UTC', async () => {
  const { clock, setClock } = settableClock('2031-05-31T23:59:50Z')
  const atNight = await startFilesmith({ PLAN_FREE_PER_DAY: '2' }, { hasWorker: false, clock })
  try {
    const visitor = createVisitor(atNight.baseUrl)
    const uploadId = await visitor.upload(png, 'a.png')
    const statusOf = async () => (await ask(visitor, uploadId, atNight.baseUrl)).status
    expect([await statusOf(), await statusOf()]).toEqual(accepted(2))
    const refused = await ask(visitor, uploadId, atNight.baseUrl)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10'])
    setClock('2031-06-01T00:00:00Z')
    expect(await statusOf()).toBe(202)
    const { today, month } = await visitor.json<Usage>('/api/usage')
    expect([today.used, month.used, month.resetsAt]).toEqual([1, 1, '2031-07-01T00:00:00.000Z'])
  } finally {
    await atNight.stop()
  }
})

test('ALLOW-10 visitor cookie: with a forged signature it is a new visitor', async () => {
  const visitor = visitorFrom(newAddress())
  await askSequentially(visitor, 10)
  const { rows } = await database.query(
    `select holder from usage_counters where period = 'day' and used = 10 and holder like 'v\\_%' limit 1`,
  )
  const forged = createVisitor(filesmith.baseUrl, {
    cookie: `filesmith_visitor=${rows[0].holder}.AAAA`,
    'x-forwarded-for': newAddress(),
  })
  expect((await forged.json<Usage>('/api/usage')).today.used).toBe(0)
})

test('ALLOW-05 allowance: the monthly limit is 30 times the daily one and applies independently', async () => {
  const visitor = visitorFrom(newAddress())
  const uploadId = await visitor.upload(png, 'month.png')
  const first = (await (await ask(visitor, uploadId)).json()) as { id: string }
  expect((await visitor.json<Usage>('/api/usage')).month).toMatchObject({
    used: 1,
    remaining: 299,
    total: 300,
  })
  await database.query(
    `update usage_counters set used = 299 where period = 'month'
       and holder = (select owner_id from conversions where id = $1)`,
    [first.id],
  )
  expect((await ask(visitor, uploadId)).status).toBe(202)
  const refused = await ask(visitor, uploadId)
  expect(refused.status).toBe(429)
  const body = (await refused.json()) as { code: string; message: string }
  expect(body.code).toBe('month-allowance-used')
  expect(body.message).toMatch(
    /^You've used all 300 of this month's conversions\. Your limit resets in (\d+ (day|hour|minute)s?|less than a minute), on the first of the month\.$/,
  )
  // The rejected request did not change the daily count.
  expect((await visitor.json<Usage>('/api/usage')).today.used).toBe(2)
})

test('ALLOW-11 allowance: dropping the cookie does not bypass the network limit of 100', async () => {
  const address = newAddress()
  for (let visitors = 0; visitors < 10; visitors += 1)
    expect(await askSequentially(visitorFrom(address), 10)).toEqual(accepted(10))

  const fresh = visitorFrom(address)
  const refused = await ask(fresh, await fresh.upload(png, 'a.png'))
  expect(refused.status).toBe(429)
  const body = (await refused.json()) as { code: string; message: string }
  expect(body.code).toBe('address-allowance-used')
  expect(body.message).toMatch(
    /^You've used all 100 of today's conversions from your network\. Sign in, or wait until it resets in (\d+ (hour|minute)s?|less than a minute), at midnight UTC\.$/,
  )
  expect((await fresh.json<Usage>('/api/usage')).today.used).toBe(0)

  // Spoofed X-Forwarded-For entries precede the one added by the proxy.
  expect(await askSequentially(visitorFrom(`192.0.2.1, ${address}`), 1)).toEqual([429])
  expect(await askSequentially(visitorFrom(`::ffff:${address}`), 1)).toEqual([429])
  expect(await askSequentially(visitorFrom(newAddress()), 1)).toEqual(accepted(1))
})

test('ALLOW-11 ALLOW-12 allowance: limits come from the settings, and an IPv6 /64 counts as one network', async () => {
  const small = await startFilesmith(
    { PLAN_FREE_PER_DAY: '2', ADDRESS_PER_DAY: '3', BEHIND_PROXY: 'true' },
    { hasWorker: false },
  )
  try {
    const here = visitorFrom('2001:db8:1:2::10', small.baseUrl)
    const uploadId = await here.upload(png, 'a.png')
    const askSmall = (visitor: Visitor, id: string) => ask(visitor, id, small.baseUrl)
    expect((await askSmall(here, uploadId)).status).toBe(202)
    expect((await askSmall(here, uploadId)).status).toBe(202)
    const third = (await (await askSmall(here, uploadId)).json()) as { message: string }
    expect(third.message).toMatch(/^You've used all 2 of today's conversions\. /)
    expect((await here.json<Usage>('/api/usage')).month.total).toBe(60)

    const besides = visitorFrom('2001:db8:1:2:ffff::20', small.baseUrl)
    const otherUpload = await besides.upload(png, 'a.png')
    expect((await askSmall(besides, otherUpload)).status).toBe(202)
    const fourth = (await (await askSmall(besides, otherUpload)).json()) as { message: string }
    expect(fourth.message).toMatch(/^You've used all 3 of today's conversions from your network\. /)
  } finally {
    await small.stop()
  }
})

test('usage: without a cookie reports nothing used and sets none', async () => {
  const reply = await fetch(`${filesmith.baseUrl}/api/usage`)
  expect(reply.headers.getSetCookie()).toEqual([])
  const usage = (await reply.json()) as Usage
  expect(usage.today).toMatchObject({ used: 0, remaining: 10, total: 10 })
  expect(usage.month).toMatchObject({ used: 0, remaining: 300, total: 300 })
  expect(usage.days).toHaveLength(30)
})

test('ALLOW-13 convert: a rejected synchronous request stores no file', async () => {
  const visitor = visitorFrom(newAddress())
  await askSequentially(visitor, 10)
  const before = await database.query('select count(*)::int as count from uploads')
  const refused = await visitor.convert(new Blob([new Uint8Array(png)]), 'a.png', { outputFormat: 'webp' })
  expect(refused.status).toBe(429)
  expect((await database.query('select count(*)::int as count from uploads')).rows).toEqual(before.rows)
})
