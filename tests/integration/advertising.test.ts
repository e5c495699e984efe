/** Advertisements that were seen are recorded, once each and not without end. */
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

let filesmith: TestFilesmith
let database: pg.Client

beforeAll(async () => {
  filesmith = await startFilesmith({ BEHIND_PROXY: 'true', SWEEP_INTERVAL_SECONDS: '1' })
  database = new pg.Client({ connectionString: filesmith.databaseUrl })
  await database.connect()
})
afterAll(async () => {
  await database.end()
  await filesmith.stop()
})

const impression = {
  adUnitId: 'home-image',
  pageUrl: 'http://localhost/',
  adPosition: 'pre-conversion',
  deviceType: 'mobile',
}

/** Every address stands for somebody else. */
const report = (body: unknown, address: string) =>
  createVisitor(filesmith.baseUrl).fetch('/api/ad-impression', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  })

test('API-17 an impression is recorded as it was reported', async () => {
  expect((await report(impression, '192.0.2.1')).status).toBe(204)
  const { rows } = await database.query(
    'select ad_unit_id, page_url, ad_position, device_type, address_hash, created_at from ad_impressions',
  )
  expect(rows).toEqual([
    {
      ad_unit_id: 'home-image',
      page_url: 'http://localhost/',
      ad_position: 'pre-conversion',
      device_type: 'mobile',
      address_hash: expect.not.stringContaining('192.0.2.1'),
      created_at: expect.any(Date),
    },
  ])
})

test.each([
  ['no unit', { ...impression, adUnitId: '' }],
  ['an unknown position', { ...impression, adPosition: 'everywhere' }],
  ['an unknown device', { ...impression, deviceType: 'toaster' }],
  ['an endless address', { ...impression, pageUrl: 'x'.repeat(2001) }],
  ['nothing', {}],
])('API-17 with %s it is refused with a message and nothing is recorded', async (_what, body) => {
  const response = await report(body, '192.0.2.2')
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ code: 'invalid-request', message: expect.any(String) })
})

test('one address can report only so many a minute, also side by side; others go on', async () => {
  const replies = await Promise.all(Array.from({ length: 40 }, () => report(impression, '192.0.2.3')))
  const statuses = replies.map(reply => reply.status)
  expect(statuses.filter(status => status === 204)).toHaveLength(30)
  expect(statuses.filter(status => status === 429)).toHaveLength(10)
  const refused = replies.find(reply => reply.status === 429)
  expect(await refused?.json()).toEqual({
    code: 'too-many-requests',
    message: 'Too many requests. Please wait a moment and try again.',
  })
  expect((await report(impression, '192.0.2.4')).status).toBe(204)
})

test('old impressions are forgotten', async () => {
  await database.query(`update ad_impressions set created_at = now() - interval '91 days'`)
  await vi.waitUntil(async () => (await database.query('select 1 from ad_impressions')).rowCount === 0, {
    timeout: 15_000,
  })
})
