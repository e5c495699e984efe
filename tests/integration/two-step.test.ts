/** Two-step sign-in: codes of an app, and codes on paper. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { timeStepAt, totpCode } from '../../packages/server/src/domain/accounts/totp.ts'
import { asMember, createConfirmedMember, type Member, runSql } from '../support/member.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

let filesmith: TestFilesmith
beforeAll(async () => {
  filesmith = await startFilesmith({}, { hasWorker: false })
})
afterAll(() => filesmith.stop())
const register = () => createConfirmedMember(filesmith)

async function turnOn(member: Member): Promise<{ secret: string; recoveryCodes: string[] }> {
  const setUp = await member.post(apiPaths.twoStep, { password: member.password })
  const { secret } = (await setUp.json()) as { secret: string }
  // The step before, so that the present one is still there to sign in with.
  const code = totpCode(secret, timeStepAt(new Date()) - 1)
  const reply = await member.post(apiPaths.twoStepConfirm, { code })
  const { recoveryCodes } = (await reply.json()) as { recoveryCodes: string[] }
  return { secret, recoveryCodes }
}

async function firstStep(member: Member, rememberMe = false): Promise<Member> {
  const device = asMember(createVisitor(filesmith.baseUrl), member)
  const { username, password } = member
  const reply = await device.post('/api/auth/login', { username, password, rememberMe })
  expect([reply.status, await reply.json()]).toEqual([202, { isCodeNeeded: true }])
  expect(await device.status()).toMatchObject({ authenticated: false })
  return device
}

test('with two-step sign-in a password alone does not get in; a code does, once', async () => {
  const member = await register()
  const { secret, recoveryCodes } = await turnOn(member)
  expect(recoveryCodes).toHaveLength(10)
  expect(await member.json(apiPaths.security)).toMatchObject({
    twoStep: { isOn: true, recoveryCodesLeft: 10 },
  })

  const device = await firstStep(member, true)
  const wrong = await device.post('/api/auth/login/code', { code: '000000' })
  expect([wrong.status, await wrong.json()]).toMatchObject([403, { code: 'wrong-code' }])
  const code = totpCode(secret, timeStepAt(new Date()))
  const right = await device.post('/api/auth/login/code', { code: `${code.slice(0, 3)} ${code.slice(3)}` })
  expect(await right.json()).toMatchObject({ user: { username: member.username } })
  expect(right.headers.getSetCookie().join()).toMatch(/filesmith_session=.*Max-Age=2592000/)

  const overTheShoulder = await firstStep(member)
  expect((await overTheShoulder.post('/api/auth/login/code', { code })).status).toBe(403)
})

test('a recovery code gets in once, however it is typed', async () => {
  const member = await register()
  const { recoveryCodes } = await turnOn(member)
  const code = recoveryCodes[3] ?? ''
  const typed = code.toUpperCase().replaceAll('-', ' ')
  const device = await firstStep(member)
  expect((await device.post('/api/auth/login/code', { code: typed })).status).toBe(200)
  expect(await device.json(apiPaths.security)).toMatchObject({ twoStep: { recoveryCodesLeft: 9 } })
  const again = await firstStep(member)
  expect((await again.post('/api/auth/login/code', { code })).status).toBe(403)
})

test('API-35 who is suspended between the two steps does not come in', async () => {
  const member = await register()
  const { recoveryCodes } = await turnOn(member)
  const device = await firstStep(member)
  await runSql(filesmith.databaseUrl, 'update users set suspended_at = now() where username = $1', [
    member.username,
  ])
  const reply = await device.post('/api/auth/login/code', { code: recoveryCodes[0] })
  expect([reply.status, await reply.json()]).toMatchObject([403, { code: 'account-suspended' }])
  expect(await device.status()).toMatchObject({ authenticated: false })
})

test('codes cannot be guessed: ten tries, then a wait', async () => {
  const member = await register()
  await turnOn(member)
  const device = await firstStep(member)
  const tries = Array.from({ length: 12 }, () => device.post('/api/auth/login/code', { code: '123456' }))
  const statuses = (await Promise.all(tries)).map(reply => reply.status)
  expect(statuses.filter(status => status === 429).length).toBe(2)
})

test('the second step is over after ten minutes, and without a first one there is none', async () => {
  const member = await register()
  const { secret } = await turnOn(member)
  const device = await firstStep(member)
  await runSql(filesmith.databaseUrl, `update account_tokens set expires_at = now() - interval '1 second'`)
  const code = totpCode(secret, timeStepAt(new Date()))
  for (const who of [device, createVisitor(filesmith.baseUrl)]) {
    const reply = await who.post('/api/auth/login/code', { code })
    expect([reply.status, await reply.json()]).toEqual([
      401,
      {
        code: 'sign-in-expired',
        message: 'This sign-in has taken too long. Please enter your password again.',
      },
    ])
  }
})

test('turning it on, off and renewing codes asks for the password', async () => {
  const member = await register()
  for (const path of [apiPaths.twoStep, apiPaths.twoStepOff, apiPaths.recoveryCodes])
    expect((await member.post(path, { password: 'wrong one' })).status).toBe(403)
  expect((await member.post(apiPaths.twoStepConfirm, { code: '123456' })).status).toBe(409)
  const { recoveryCodes } = await turnOn(member)
  expect((await member.post(apiPaths.twoStep, member)).status).toBe(409)
  const renewed = await (await member.post(apiPaths.recoveryCodes, member)).json()
  expect(renewed).toEqual({ recoveryCodes: expect.not.arrayContaining(recoveryCodes) })
  expect((await member.post(apiPaths.twoStepOff, member)).status).toBe(204)
  expect((await member.post(apiPaths.twoStepOff, member)).status).toBe(409)
  expect(await member.json(apiPaths.security)).toMatchObject({
    twoStep: { isOn: false, recoveryCodesLeft: 0 },
  })
  const device = createVisitor(filesmith.baseUrl)
  expect((await device.post('/api/auth/login', member)).status).toBe(200)
})

test('the secret of the app is sealed in the database', async () => {
  const member = await register()
  const { secret } = await turnOn(member)
  const [row] = await runSql<{ sealed: string }>(
    filesmith.databaseUrl,
    'select two_step_secret as sealed from users where username = $1',
    [member.username],
  )
  expect(row?.sealed.length).toBeGreaterThan(40)
  expect(row?.sealed).not.toContain(secret)
})
