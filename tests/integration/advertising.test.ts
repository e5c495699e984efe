/** Advertising: client configuration, content security policy and recorded impressions. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'
import { waitUntil } from '../support/wait-until.ts'

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

/** Every address represents another client. */
const report = (body: unknown, address: string) =>
  createVisitor(filesmith.baseUrl).fetch('/api/ad-impression', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  })

test('API-17 ad impression: stores the reported fields', async () => {
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

test.each(['left-sidebar', 'right-sidebar'])(
  'API-17 ad impression: accepts the position %s',
  async adPosition => {
    expect((await report({ ...impression, adPosition }, '192.0.2.5')).status).toBe(204)
  },
)

test.each([
  ['no unit', { ...impression, adUnitId: '' }],
  ['an unknown position', { ...impression, adPosition: 'everywhere' }],
  ['an unknown device', { ...impression, deviceType: 'toaster' }],
  ['an overlong page URL', { ...impression, pageUrl: 'x'.repeat(2001) }],
  ['nothing', {}],
])('API-17 ad impression: with %s answers 400', async (_what, body) => {
  const response = await report(body, '192.0.2.2')
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ code: 'invalid-request', message: expect.any(String) })
})

test('ad impression: rate limit per address, also for concurrent requests', async () => {
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

test('sweep: deletes old ad impressions', async () => {
  await database.query(`update ad_impressions set created_at = now() - interval '91 days'`)
  await waitUntil(
    'the sweep of old impressions',
    async () => (await database.query('select 1 from ad_impressions')).rowCount === 0,
    {
      timeoutMs: 15_000,
    },
  )
})

describe('with no publisher id', () => {
  test('API-18 WAIT-14 ad config: contains only the mode', async () => {
    expect(await readAdConfig(filesmith)).toEqual({ mode: 'free-users' })
  })

  test('WAIT-14 pages: CSP allows no external sources, and no referrer is sent', async () => {
    const { headers } = await fetch(filesmith.baseUrl)
    expect(headers.get('content-security-policy')).toContain("script-src 'self';")
    expect(headers.get('content-security-policy')).not.toMatch(/https?:|unsafe/)
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })

  test('ads.txt: answers 404', async () => {
    expect((await fetch(`${filesmith.baseUrl}/ads.txt`)).status).toBe(404)
  })
})

describe('with a publisher id', () => {
  let advertising: TestFilesmith
  beforeAll(async () => {
    const settings = {
      ADSENSE_PUBLISHER_ID: 'ca-pub-1234567890123456',
      ADSENSE_UNIT_LEFT: '1111111111',
      ADSENSE_UNIT_WAIT: '3333333333',
      AD_MODE: 'non-authenticated',
    }
    advertising = await startFilesmith(settings, { hasWorker: false })
  })
  afterAll(() => advertising.stop())

  test('API-18 WAIT-12 ad config: contains publisher id, mode and configured units', async () => {
    expect(await readAdConfig(advertising)).toEqual({
      publisherId: 'ca-pub-1234567890123456',
      mode: 'non-authenticated',
      units: { 'left-sidebar': '1111111111', 'pre-conversion': '3333333333' },
    })
  })

  test('WAIT-15 pages: CSP allows the ad network’s scripts and frames only', async () => {
    const { headers } = await fetch(advertising.baseUrl)
    const directives = new Map(
      headers
        .get('content-security-policy')
        ?.split(';')
        .map(directive => [directive.split(' ')[0], directive]),
    )
    for (const name of ['script-src', 'frame-src', 'connect-src', 'img-src'])
      expect(directives.get(name)).toContain('https://*.googlesyndication.com')
    expect(directives.get('script-src')).not.toMatch(/unsafe|https:(\s|$)|\s\*/)
    expect(directives.get('object-src')).toBe("object-src 'none'")
    expect([...directives.values()].join()).not.toContain('stripe')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
  })

  test('ads.txt: names the publisher', async () => {
    const response = await fetch(`${advertising.baseUrl}/ads.txt`)
    expect(response.headers.get('content-type')).toContain('text/plain')
    expect(await response.text()).toBe('google.com, pub-1234567890123456, DIRECT, f08c47fec0942fa0\n')
  })
})

async function readAdConfig({ baseUrl }: TestFilesmith): Promise<unknown> {
  const response = await fetch(`${baseUrl}/api/config/adsense`)
  expect(response.status).toBe(200)
  return response.json()
}
