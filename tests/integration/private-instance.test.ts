/** INSTANCE=private: limits, API keys, chat, mails, documents, pages and calls without money, and no code of payments. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiPaths } from '@filesmith/contract/api-paths'
import { findMoneyWords } from '@filesmith/contract/money-words.fixture'
import { indexedPaths } from '@filesmith/contract/page-at'
import { hasPage, pages } from '@filesmith/contract/routes'
import type { AdminChatPage, AdminChatView } from '@filesmith/contract/schemas/chat'
import type { Usage } from '@filesmith/contract/schemas/usage'
import type { ApiAccount } from '@filesmith/contract/schemas/v1/api-account'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeclaredRoute } from '../../packages/server/src/http/access.ts'
import { createApiClient, createApiKey } from '../support/api-client.ts'
import { createReadyDatabase } from '../support/create-database.ts'
import { expectError } from '../support/expect-error.ts'
import { drawPng } from '../support/images.ts'
import { withRouteTable } from '../support/instance-routes.ts'
import { mailsTo, receiveMail } from '../support/mailbox.ts'
import { createConfirmedMember, createMember, putOnPlan, runSql } from '../support/member.ts'
import { createOperator } from '../support/operator.ts'
import { readZip } from '../support/read-zip.ts'
import { freePort, startProcess, untilHealthy } from '../support/server-process.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { startWithEveryRoute } from '../support/start-with-every-route.ts'
import { createVisitor } from '../support/visitor.ts'

const support = 'help@forge.example'
/** Limits of Free that a single conversion would use up, and settings of payments that have no effect. */
const settings = {
  INSTANCE: 'private',
  SIGN_UP: 'open',
  NODE_ENV: 'production',
  PLAN_FREE_PER_DAY: '1',
  ADDRESS_PER_DAY: '1',
  ADSENSE_PUBLISHER_ID: 'ca-pub-1234567890123456',
  SUPPORT_EMAIL: support,
}

let filesmith: TestFilesmith
let publicRoutes: readonly DeclaredRoute[]
beforeAll(async () => {
  const other = await startWithEveryRoute(
    { ADSENSE_PUBLISHER_ID: settings.ADSENSE_PUBLISHER_ID },
    { hasWorker: false },
  )
  publicRoutes = other.declaredRoutes
  await other.stop()
  filesmith = await startWithEveryRoute(settings)
})
afterAll(() => filesmith.stop())

const get = (path: string) => fetch(`${filesmith.baseUrl}${path}`, { redirect: 'manual' })
const read = async (path: string) => (await get(path)).text()

test('private instance: a visitor converts beyond the limits of Free, to every format and with every option', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const image = new Blob([new Uint8Array(await drawPng())])
  for (const fields of [
    { outputFormat: 'psd' },
    { outputFormat: 'webp', isLossless: 'true' },
    { outputFormat: 'jpg', qualityPercent: '77' },
  ]) {
    const reply = await visitor.convert(image, 'a.png', fields)
    expect([reply.status, fields]).toEqual([200, fields])
  }
  const usage = await visitor.json<Usage>(apiPaths.usage)
  expect(usage.today).toMatchObject({ used: 3, remaining: null, total: null })
  expect(usage.month).toMatchObject({ used: 3, remaining: null, total: null })
})

test('private instance: a plain account has an API key, whose account names no plan', async () => {
  const member = await createConfirmedMember(filesmith)
  const { key } = await createApiKey(member)
  const client = createApiClient(filesmith.baseUrl, key)
  const account = await client.json<ApiAccount>(apiPaths.v1Account)
  expect(account).toMatchObject({ username: member.username, limits: { filesAtOnce: 10, keptHours: 720 } })
  expect(account).not.toHaveProperty('plan')
  const operations = await client.fetch(apiPaths.v1Operations)
  expect(findMoneyWords(await operations.text())).toEqual([])
  const user = await member.user()
  expect(user).not.toHaveProperty('subscription')
  expect(user).not.toHaveProperty('subscriptionPlan')
  expect(user.usage).toEqual({ remaining: null, total: null })
  expect(await member.json(apiPaths.capabilities)).not.toHaveProperty('plan')
})

/** A subscription as a payment leaves it. */
const paidSql = `update subscriptions set status = 'active', interval = 'month', price = 499, provider = 'test',
  subscription_id = 'sub_1', customer_id = 'cus_1', expires_at = now() + interval '1 day', period_start = now(),
  started_at = now(), checked_at = now() where account_id = (select id from users where username = $1)`

test('private instance: what was bought or granted before has no effect, but is exported', async () => {
  const member = await createConfirmedMember(filesmith)
  await putOnPlan(filesmith, member, 'basic')
  await runSql(filesmith.databaseUrl, paidSql, [member.username])
  expect(await member.user()).not.toHaveProperty('subscription')
  await createApiKey(member)
  const exported = async (who: typeof member) => {
    const files = await readZip(Buffer.from(await (await who.fetch(apiPaths.userExport)).arrayBuffer()))
    return JSON.parse(files.get('account.json')?.toString() ?? '{}')
  }
  expect(await exported(member)).toMatchObject({ subscription: { plan: 'basic' } })
  const data = await exported(await createMember(filesmith.baseUrl))
  expect(data).not.toHaveProperty('subscription')
  expect(data).not.toHaveProperty('invoices')
})

test('private instance: operators see no plans and cannot grant any', async () => {
  const operator = await createOperator(filesmith)
  const member = await createMember(filesmith.baseUrl)
  const found = await operator.find(member)
  for (const field of ['plan', 'paidPlan', 'grantedPlan', 'grantedUntil'])
    expect(found).not.toHaveProperty(field)
  await expectError(await operator.change(member, { grantedPlan: 'pro' }), 'no-plans')
  expect((await operator.change(member, { isSuspended: true })).status).toBe(200)
})

test('private instance: every account can chat, and mails name no plan', async () => {
  const member = await createMember(filesmith.baseUrl)
  expect((await member.post(apiPaths.chatMessages, { text: 'Is anybody there?' })).status).toBe(204)
  const operator = await createOperator(filesmith)
  const { chats } = await operator.json<AdminChatPage>(apiPaths.adminChats)
  const chat = chats.find(({ username }) => username === member.username)
  expect(chat).toBeDefined()
  expect(chat).not.toHaveProperty('plan')
  const view = await operator.json<AdminChatView>(apiPaths.adminChat(chat?.id ?? ''))
  expect(view).not.toHaveProperty('plan')
  const message = {
    name: 'Anna Berg',
    email: member.email,
    subject: 'A question',
    message: 'How large may it be?',
  }
  expect((await member.post(apiPaths.contact, { ...message, isPriority: true })).status).toBe(204)
  const mail = await receiveMail(filesmith.settings.DATA_DIR, support, /^A question/)
  expect(mail.body).toMatch(new RegExp(`Account: ${member.username}\\s*$`, 'm'))
  await receiveMail(filesmith.settings.DATA_DIR, member.email, /Confirm/)
  const mails = [mail, ...(await mailsTo(filesmith.settings.DATA_DIR, member.email))]
  for (const { subject, body } of mails) expect(findMoneyWords(`${subject}\n${body}`)).toEqual([])
})

test('docs/private-instance.md: lists every page and call with what each kind of instance answers', async () => {
  const file = new URL('../../docs/private-instance.md', import.meta.url)
  const document = await readFile(file, 'utf8')
  const routes = { public: publicRoutes, private: filesmith.declaredRoutes }
  await expect(withRouteTable(document, routes)).toMatchFileSnapshot(file.pathname)
})

test('private instance: calls and pages about money answer 404, for visitors, accounts and operators', async () => {
  const known = new Set(filesmith.declaredRoutes.map(({ method, url }) => `${method} ${url}`))
  const missing = publicRoutes.filter(
    ({ method, url }) => !known.has(`${method} ${url}`) && !url.startsWith('/share/'),
  )
  expect(missing.length).toBeGreaterThan(15)
  expect(missing.filter(({ url }) => !/payment|subscription|invoice|ads|ad-impression/.test(url))).toEqual([])
  const operator = await createOperator(filesmith)
  for (const who of [createVisitor(filesmith.baseUrl), operator])
    for (const { method, url } of missing) {
      const reply = await who.fetch(url.replace(':id', 'x'), { method })
      expect([method, url, reply.status]).toEqual([method, url, 404])
    }
  const lost = [
    ...Object.keys(pages).filter(path => !hasPage('private', path)),
    '/plans',
    '/premium',
    '/help/account-and-billing',
    '/share/pricing.png',
    '/share/premium-plans.png',
  ]
  for (const path of lost) expect([path, (await get(path)).status]).toEqual([path, 404])
})

test('private instance: no page without scripts, sitemap, robots.txt or API document mentions money', async () => {
  const sitemap = await read('/sitemap.xml')
  for (const path of indexedPaths('private')) expect(sitemap).toContain(`${path}</loc>`)
  const documents = ['/sitemap.xml', '/robots.txt', apiPaths.openApi, apiPaths.v1OpenApi]
  for (const path of [
    ...documents,
    ...indexedPaths('private'),
    ...Object.keys(pages).filter(path => hasPage('private', path)),
  ]) {
    const text = (await read(path))
      // Build output: names of files, and styles.
      .replace(/<(?:script(?! type="application\/ld)|style|link)[^>]*>/g, '')
    expect([path, findMoneyWords(text)]).toEqual([path, []])
  }
  expect(await read('/')).toContain('<html data-instance="private"')
})

test('private instance: does not start while Stripe renews a subscription', async () => {
  const member = await createMember(filesmith.baseUrl)
  await putOnPlan(filesmith, member, 'pro')
  await runSql(filesmith.databaseUrl, paidSql, [member.username])
  const start = () =>
    startFilesmith({ ...settings, DATABASE_URL: filesmith.databaseUrl }, { hasWorker: false })
  const mine = 'where account_id = (select id from users where username = $1)'
  await runSql(filesmith.databaseUrl, `update subscriptions set provider = 'stripe' ${mine}`, [
    member.username,
  ])
  await expect(start()).rejects.toThrow('cannot be private while Stripe renews 1 subscription.')
  await runSql(filesmith.databaseUrl, `update subscriptions set status = 'cancelled' ${mine}`, [
    member.username,
  ])
  await (await start()).stop()
})

/** Code of payments, invoices and advertising, by path. */
const paymentCode =
  /\/(?:adapters\/(?:stripe|test-payments|invoice-pdf)|domain\/(?:billing|advertising)|node_modules\/(?:stripe|pdfkit))\/|\/(?:open-billing|billing-mails|billing-content|paid-plans|payment-webhook|routes\/billing|routes\/test-payments|routes\/advertising)\.ts$/

test('private instance: the processes load no code of payments; npm start of a public one says how to run privately', async () => {
  const started = async (instance: string) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'filesmith-private-'))
    const database = await createReadyDatabase()
    const list = join(dataDir, 'modules')
    const port = await freePort()
    const server = startProcess('main-all', {
      INSTANCE: instance,
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      NODE_OPTIONS: `--import=${new URL('../support/report-modules.ts', import.meta.url).href}`,
      LOADED_MODULES: list,
    })
    try {
      await untilHealthy(`http://127.0.0.1:${port}`, server)
      const modules = (await readFile(list, 'utf8')).split('\n')
      return { output: server.output(), modules, payments: modules.filter(url => paymentCode.test(url)) }
    } finally {
      server.kill('SIGTERM')
      await server.ended()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    }
  }
  const inPrivate = await started('private')
  expect(inPrivate.payments).toEqual([])
  expect(inPrivate.modules.some(url => url.endsWith('/http/app.ts'))).toBe(true)
  expect(inPrivate.output).not.toContain('INSTANCE=private')
  const inPublic = await started('public')
  expect(inPublic.payments.length).toBeGreaterThan(20)
  expect(inPublic.output).toContain('INSTANCE=private npm start')
})
