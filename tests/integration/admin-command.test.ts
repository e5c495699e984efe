/** `npm run admin`: the first operator is made on the command line, whether or not the product runs. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { apiPaths } from '@filesmith/contract/api-paths'
import type { User } from '@filesmith/contract/schemas/account'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bareEnvironment } from '../support/bare-environment.ts'
import { receiveMail } from '../support/mailbox.ts'
import { createMember, newCredentials, runSql } from '../support/member.ts'
import { freePort, processesUsing, startProcess, untilHealthy } from '../support/server-process.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

const program = fileURLToPath(new URL('../../packages/server/src/main-admin.ts', import.meta.url))
const patienceMs = 120_000

let filesmith: TestFilesmith
beforeAll(async () => {
  filesmith = await startFilesmith()
})
afterAll(() => filesmith.stop())

interface Outcome {
  readonly code: number | null
  readonly said: string
}

async function admin(env: Record<string, string>, args: readonly string[], typed = ''): Promise<Outcome> {
  const child = spawn(process.execPath, [program, ...args], { env: { ...bareEnvironment, ...env } })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => (said += text))
  child.stdin.on('error', () => undefined).end(typed)
  const [code] = await once(child, 'close')
  return { code, said: said.trim() }
}

/** On the database of the installation that runs in this test. */
const onRunning = (args: readonly string[], typed?: string) =>
  admin({ DATA_DIR: filesmith.settings.DATA_DIR, DATABASE_URL: filesmith.databaseUrl }, args, typed)

async function signIn(baseUrl: string, who: { username: string; password: string }): Promise<User> {
  const reply = await createVisitor(baseUrl).post(apiPaths.login, who)
  expect(reply.status).toBe(200)
  return ((await reply.json()) as { user: User }).user
}

const entries = () =>
  runSql<{ actor: string; action: string; target: string }>(
    filesmith.databaseUrl,
    'select actor, action, target from audit_entries order by at',
  )

test(
  'API-35 an operator is made, signs in, is listed and is revoked',
  async () => {
    const { username, email, password } = newCredentials()
    expect(await onRunning(['list'])).toEqual({ code: 0, said: 'There is no operator yet.' })
    expect(await onRunning(['create', username, email], `${password}\n`)).toEqual({
      code: 0,
      said: `${username} can sign in now and is an operator.`,
    })
    expect(await signIn(filesmith.baseUrl, { username, password })).toMatchObject({
      username,
      isOperator: true,
      isEmailVerified: false,
    })
    await receiveMail(filesmith.settings.DATA_DIR, email, /./)
    const today = new Date().toISOString().slice(0, 10)
    expect((await onRunning(['list'])).said).toBe(`${username} <${email}>, since ${today}`)
    expect(await onRunning(['revoke', email.toUpperCase()])).toEqual({
      code: 0,
      said: `${username} is no operator.`,
    })
    expect(await signIn(filesmith.baseUrl, { username, password })).not.toHaveProperty('isOperator')
    expect(await onRunning(['grant', username])).toEqual({ code: 0, said: `${username} is an operator.` })
    const line = { actor: 'command line', target: username }
    expect((await entries()).filter(({ actor }) => actor === 'command line')).toEqual([
      { ...line, action: 'account-created' },
      { ...line, action: 'operator-made' },
      { ...line, action: 'operator-revoked' },
      { ...line, action: 'operator-made' },
    ])
  },
  patienceMs,
)

test(
  'API-35 a plan is given until the end of a day, and taken back',
  async () => {
    const ada = await createMember(filesmith.baseUrl)
    expect((await onRunning(['plan', ada.username, 'pro', '--until', '2099-01-31'])).said).toBe(
      `${ada.username} has the Pro plan until 2099-01-31.`,
    )
    expect((await ada.user()).subscription).toEqual({
      plan: 'pro',
      expiryDate: '2099-01-31T23:59:59.999Z',
      isGranted: true,
    })
    expect((await onRunning(['plan', ada.email, 'free'])).code).toBe(0)
    expect((await ada.user()).subscriptionPlan).toBe('free')
  },
  patienceMs,
)

test.each([
  [['create', 'x', 'not-an-address'], '', 2, /valid email/],
  [['create', 'somebody', 'somebody@example.org', '--password-stdin'], 'short', 2, /at least/],
  [['create', 'somebody', 'somebody@example.org'], 'Password123!', 1, /too easy to guess/],
  [['grant', 'nobody-here'], '', 1, /Account not found/],
  [['plan', 'somebody', 'gold'], '', 2, /^Usage:/],
  [['plan', 'somebody', 'pro', '--until', 'tomorrow'], '', 2, /^Usage:/],
  [['fly'], '', 2, /^Usage:/],
  [[], '', 2, /^Usage:/],
  [['list', '--loud'], '', 2, /^Usage:/],
])(
  'API-35 %j is refused, and nothing is changed',
  async (args, typed, code, said) => {
    const before = await entries()
    expect(await onRunning(args, typed)).toEqual({ code, said: expect.stringMatching(said) })
    expect(await entries()).toEqual(before)
  },
  patienceMs,
)

test(
  'API-35 on a machine with the database that comes along it works before, beside and after the product',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'filesmith-admin-'))
    const env = { DATA_DIR: dataDir, PORT: String(await freePort()), WARM_START: 'false' }
    const { username, email, password } = newCredentials()
    try {
      // Before the very first start.
      expect((await admin(env, ['create', username, email], password)).code).toBe(0)
      const baseUrl = `http://127.0.0.1:${env.PORT}`
      const server = startProcess('main-web', { ...env, HOST: '127.0.0.1' })
      try {
        await untilHealthy(baseUrl, server)
        expect(await signIn(baseUrl, { username, password })).toMatchObject({ isOperator: true })
        expect((await admin(env, ['revoke', username])).said).toBe(`${username} is no operator.`)
        expect(await signIn(baseUrl, { username, password })).not.toHaveProperty('isOperator')
      } finally {
        server.kill('SIGTERM')
        await server.ended()
      }
      expect(await admin(env, ['list'])).toEqual({ code: 0, said: 'There is no operator yet.' })
      expect(processesUsing(dataDir)).toEqual([])
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  },
  patienceMs,
)
