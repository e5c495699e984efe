/** `npm run admin`: creates the first operator on the command line, with or without a running server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { apiPaths } from '@filesmith/contract/api-paths'
import type { User } from '@filesmith/contract/schemas/account'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runAdmin } from '../../packages/server/src/admin-command.ts'
import { bareEnvironment } from '../support/bare-environment.ts'
import { receiveMail } from '../support/mailbox.ts'
import { createMember, newCredentials, runSql } from '../support/member.ts'
import { freePort, processesUsing, startProcess, untilHealthy } from '../support/server-process.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

const program = fileURLToPath(new URL('../../packages/server/src/main-admin.ts', import.meta.url))
const timeoutMs = 120_000

let filesmith: TestFilesmith
beforeAll(async () => {
  filesmith = await startFilesmith()
})
afterAll(() => filesmith.stop())

interface Outcome {
  readonly code: number | null
  readonly output: string
}

async function admin(env: Record<string, string>, args: readonly string[], typed = ''): Promise<Outcome> {
  const child = spawn(process.execPath, [program, ...args], { env: { ...bareEnvironment, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => (output += text))
  child.stdin.on('error', () => undefined).end(typed)
  const [code] = await once(child, 'close')
  return { code, output: output.trim() }
}

/** Runs the command on the database of the running server, in this process. */
async function onRunning(args: readonly string[], typed = ''): Promise<Outcome> {
  const env = { DATA_DIR: filesmith.settings.DATA_DIR, DATABASE_URL: filesmith.databaseUrl }
  const { exitCode, message } = await runAdmin({ args, env, readPassword: async () => typed.trim() })
  return { code: exitCode, output: message }
}

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
  'API-35 admin create, list, revoke, grant: manage operators and write the audit log',
  async () => {
    const { username, email, password } = newCredentials()
    expect(await onRunning(['list'])).toEqual({ code: 0, output: 'There are no operators.' })
    expect(await onRunning(['create', username, email], `${password}\n`)).toEqual({
      code: 0,
      output: `${username} was created and is an operator.`,
    })
    expect(await signIn(filesmith.baseUrl, { username, password })).toMatchObject({
      username,
      isOperator: true,
      isEmailVerified: false,
    })
    await receiveMail(filesmith.settings.DATA_DIR, email, /./)
    const today = new Date().toISOString().slice(0, 10)
    expect((await onRunning(['list'])).output).toBe(`${username} <${email}>, since ${today}`)
    expect(await onRunning(['revoke', email.toUpperCase()])).toEqual({
      code: 0,
      output: `${username} is no longer an operator.`,
    })
    expect(await signIn(filesmith.baseUrl, { username, password })).not.toHaveProperty('isOperator')
    expect(await onRunning(['grant', username])).toEqual({
      code: 0,
      output: `${username} is now an operator.`,
    })
    const line = { actor: 'command line', target: username }
    expect((await entries()).filter(({ actor }) => actor === 'command line')).toEqual([
      { ...line, action: 'account-created' },
      { ...line, action: 'operator-made' },
      { ...line, action: 'operator-revoked' },
      { ...line, action: 'operator-made' },
    ])
  },
  timeoutMs,
)

test(
  'API-35 admin plan: grants a plan until the end of a day, and revokes it',
  async () => {
    const ada = await createMember(filesmith.baseUrl)
    expect((await onRunning(['plan', ada.username, 'pro', '--until', '2099-01-31'])).output).toBe(
      `${ada.username} now has the Pro plan until 2099-01-31.`,
    )
    expect((await ada.user()).subscription).toEqual({
      plan: 'pro',
      expiryDate: '2099-01-31T23:59:59.999Z',
      isGranted: true,
    })
    expect((await onRunning(['plan', ada.email, 'free'])).code).toBe(0)
    expect((await ada.user()).subscriptionPlan).toBe('free')
  },
  timeoutMs,
)

test.each([
  [['create', 'x', 'not-an-address'], '', 2, /valid email/],
  [['create', 'new-user', 'new-user@example.org', '--password-stdin'], 'short', 2, /at least/],
  [['create', 'new-user', 'new-user@example.org'], 'Password123!', 1, /too easy to guess/],
  [['grant', 'unknown-user'], '', 1, /Account not found/],
  [['plan', 'new-user', 'gold'], '', 2, /^Usage:/],
  [['plan', 'new-user', 'pro', '--until', 'tomorrow'], '', 2, /^Usage:/],
  [['list', '--loud'], '', 2, /^Usage:/],
])(
  'API-35 admin %j: is rejected without any change',
  async (args, typed, code, output) => {
    const before = await entries()
    expect(await onRunning(args, typed)).toEqual({ code, output: expect.stringMatching(output) })
    expect(await entries()).toEqual(before)
  },
  timeoutMs,
)

test(
  'API-35 admin: works with the embedded database before, during and after a server run',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'filesmith-admin-'))
    const env = { DATA_DIR: dataDir, PORT: String(await freePort()), WARM_START: 'false' }
    const { username, email, password } = newCredentials()
    try {
      // Before the first start of the server.
      expect((await admin(env, ['create', username, email], password)).code).toBe(0)
      const baseUrl = `http://127.0.0.1:${env.PORT}`
      const server = startProcess('main-web', { ...env, HOST: '127.0.0.1' })
      try {
        await untilHealthy(baseUrl, server)
        expect(await signIn(baseUrl, { username, password })).toMatchObject({ isOperator: true })
        expect((await admin(env, ['revoke', username])).output).toBe(`${username} is no longer an operator.`)
        expect(await signIn(baseUrl, { username, password })).not.toHaveProperty('isOperator')
      } finally {
        server.kill('SIGTERM')
        await server.ended()
      }
      expect(await admin(env, ['list'])).toEqual({ code: 0, output: 'There are no operators.' })
      expect(processesUsing(dataDir)).toEqual([])
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  },
  timeoutMs,
)
