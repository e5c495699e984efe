/** Set-up of a new installation: a one-time link creates the first operator. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiPaths } from '@filesmith/contract/api-paths'
import type { User } from '@filesmith/contract/schemas/account'
import { afterEach, expect, test } from 'vitest'
import { createTestDatabase } from '../support/create-database.ts'
import { expectError } from '../support/expect-error.ts'
import { createMember, newCredentials, runSql } from '../support/member.ts'
import { setUpOperator, tokenOf } from '../support/operator.ts'
import { runAdmin } from '../support/run-admin.ts'
import { freePort, type ServerProcess, startProcess, untilHealthy } from '../support/server-process.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

const dayMs = 24 * 60 * 60 * 1000
const timeoutMs = 120_000

const running: TestFilesmith[] = []
const processes: ServerProcess[] = []
afterEach(async () => {
  for (const filesmith of running.splice(0).reverse()) await filesmith.stop()
  for (const server of processes.splice(0)) {
    server.kill('SIGTERM')
    await server.ended()
  }
})

async function start(env: Record<string, string> = {}, now = () => new Date()): Promise<TestFilesmith> {
  const filesmith = await startFilesmith(env, { hasWorker: false, clock: { now } })
  running.push(filesmith)
  return filesmith
}

/** Another web process on the same database. */
const startBeside = ({ databaseUrl }: TestFilesmith, now?: () => Date) =>
  start({ DATABASE_URL: databaseUrl }, now)

const use = ({ baseUrl }: TestFilesmith, token: string, details = newCredentials()) =>
  createVisitor(baseUrl).post(apiPaths.setUp, { ...details, token })
const check = ({ baseUrl }: TestFilesmith, token: string) =>
  createVisitor(baseUrl).post(apiPaths.setUpCheck, { token })
const pageStatus = async ({ baseUrl }: TestFilesmith) =>
  (await createVisitor(baseUrl).fetch('/set-up?token=x')).status
const countUsers = async ({ databaseUrl }: TestFilesmith) =>
  (await runSql<{ count: string }>(databaseUrl, 'select count(*) from users'))[0]?.count

test('set-up link: creates the first operator, signs in and works once', async () => {
  const filesmith = await start({ PUBLIC_URL: 'http://files.example.org:8080' })
  expect(filesmith.setUpLink).toMatch(/^http:\/\/files\.example\.org:8080\/set-up\?token=[\w-]{43}$/)
  const token = tokenOf(filesmith.setUpLink)
  const stored = await runSql<{ token_hash: string }>(filesmith.databaseUrl, 'select * from set_up_links')
  expect(stored).toEqual([{ id: 1, token_hash: expect.any(String), expires_at: expect.any(Date) }])
  expect(JSON.stringify(stored)).not.toContain(token)
  expect(await pageStatus(filesmith)).toBe(200)
  expect((await check(filesmith, token)).status).toBe(204)

  const operator = await setUpOperator(filesmith)
  expect(await operator.user()).toMatchObject({ isOperator: true, isEmailVerified: false })
  expect(await operator.audit()).toEqual([
    expect.stringMatching(`^${operator.username} signed in`),
    `${operator.username} set up this installation as its first operator.`,
  ])

  await expectError(await use(filesmith, token), 'not-found')
  await expectError(await check(filesmith, token), 'not-found')
  expect(await pageStatus(filesmith)).toBe(404)
  expect((await startBeside(filesmith)).setUpLink).toBeNull()
})

test('set-up link: rejected input creates nothing and leaves the link valid', async () => {
  const filesmith = await start()
  const token = tokenOf(filesmith.setUpLink)
  const taken = await createMember(filesmith.baseUrl)
  const weak = { ...newCredentials(), password: 'Password123!' }
  await expectError(await use(filesmith, token, weak), 'password-guessable')
  await expectError(await use(filesmith, token, { ...weak, email: 'ada' }), 'invalid-request')
  const sameAddress = { ...newCredentials(), email: taken.email.toUpperCase() }
  await expectError(await use(filesmith, token, sameAddress), 'account-exists')
  for (const wrong of ['', 'x', token.toUpperCase(), token.slice(1)])
    await expectError(await use(filesmith, wrong), 'link-invalid')
  expect(await countUsers(filesmith)).toBe('1')
  expect((await use(filesmith, token)).status).toBe(201)
})

test('set-up link: of concurrent requests to two web processes, one creates the operator', async () => {
  const first = await start()
  const second = await startBeside(first)
  const token = tokenOf(first.setUpLink)
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, index) => use(index % 2 ? first : second, token)),
  )
  expect(replies.map(reply => reply.status).filter(status => status === 201)).toEqual([201])
  expect(await countUsers(first)).toBe('1')
})

test('set-up link: one of several starts creates it, and the next one after it expired creates a new one', async () => {
  let now = new Date()
  const first = await start({}, () => now)
  const old = tokenOf(first.setUpLink)
  expect((await startBeside(first)).setUpLink).toBeNull()
  now = new Date(now.getTime() + dayMs)
  await expectError(await use(first, old), 'link-invalid')
  const later = await startBeside(first, () => now)
  expect(later.setUpLink).toMatch(/token=/)
  await expectError(await use(later, old), 'link-invalid')
  expect((await use(first, tokenOf(later.setUpLink))).status).toBe(201)
})

test('set-up link: does not exist beside an operator, and ends when one is created on the command line', async () => {
  const filesmith = await start()
  const ada = await createMember(filesmith.baseUrl)
  const { DATA_DIR } = filesmith.settings
  const env = { DATABASE_URL: filesmith.databaseUrl }
  await runAdmin(DATA_DIR, ['grant', ada.username], '', env)
  await expectError(await use(filesmith, tokenOf(filesmith.setUpLink)), 'not-found')
  await expect(runAdmin(DATA_DIR, ['set-up-link'], '', env)).rejects.toThrow(/already has an operator/)
  await runAdmin(DATA_DIR, ['revoke', ada.username], '', env)
  await expectError(await use(filesmith, tokenOf(filesmith.setUpLink)), 'link-invalid')
  const renewed = await runAdmin(DATA_DIR, ['set-up-link'], '', env)
  expect((await use(filesmith, tokenOf(renewed))).status).toBe(201)
}, 120_000)

test('set-up link: attempts from one network are limited', async () => {
  const filesmith = await start({ ATTEMPTS_PER_NETWORK: '3' })
  for (let count = 0; count < 3; count++) await expectError(await check(filesmith, 'wrong'), 'link-invalid')
  await expectError(await check(filesmith, tokenOf(filesmith.setUpLink)), 'too-many-attempts')
  await expectError(await use(filesmith, tokenOf(filesmith.setUpLink)), 'too-many-attempts')
})

const linkPattern = /http:\S+\/set-up\?token=[\w-]+/g

test(
  'main-web, main-all: print the set-up link once, at the public address',
  async () => {
    const database = await createTestDatabase()
    const folder = await mkdtemp(join(tmpdir(), 'filesmith-set-up-'))
    const launch = async (program: 'main-web' | 'main-all', env: Record<string, string> = {}) => {
      const port = await freePort()
      const server = startProcess(program, {
        DATA_DIR: folder,
        DATABASE_URL: database.url,
        PORT: String(port),
        WORKER_ENGINES: 'images',
        ...env,
      })
      processes.push(server)
      await untilHealthy(`http://127.0.0.1:${port}`, server)
      return server
    }
    const stop = async (server: ServerProcess) => {
      server.kill('SIGTERM')
      await server.ended()
    }
    try {
      const web = await launch('main-web', { PUBLIC_URL: 'http://files.example.org' })
      await expect.poll(() => web.output()).toContain('open the set-up link within 24 hours')
      const [link = '', ...others] = web.output().match(linkPattern) ?? []
      expect(others).toEqual([])
      expect(link).toContain('http://files.example.org/set-up?token=')
      await stop(web)

      const again = await launch('main-web')
      await expect.poll(() => again.output()).toContain('set-up link was logged at an earlier start')
      expect(again.output()).not.toMatch(linkPattern)
      await stop(again)

      await runSql(database.url, `update set_up_links set expires_at = now() - interval '1 second'`)
      const all = await launch('main-all')
      expect(all.output().match(linkPattern)).toHaveLength(1)
      expect(all.output()).toMatch(/INSTANCE=private npm start/)
      await stop(all)
    } finally {
      for (const server of processes.splice(0)) {
        server.kill('SIGKILL')
        await server.ended()
      }
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    }
  },
  timeoutMs,
)

test('set-up: the operator role is not granted by ordinary sign-up before set-up', async () => {
  const filesmith = await start()
  const { user } = (await (
    await createVisitor(filesmith.baseUrl).post(apiPaths.register, {
      ...newCredentials(),
      token: tokenOf(filesmith.setUpLink),
      isOperator: true,
    })
  ).json()) as { user: User }
  expect(user).not.toHaveProperty('isOperator')
})
