/** Two-step sign-in: codes of an app, and codes on paper. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { timeStepAt, totpCode } from '../../packages/server/src/domain/accounts/totp.ts'
import { mailsTo, receiveMail, tokenIn } from '../support/mailbox.ts'
import { asMember, createConfirmedMember, type Member, runSql } from '../support/member.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

let filesmith: TestFilesmith
beforeAll(async () => {
  filesmith = await startFilesmith({ BEHIND_PROXY: 'true' })
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

let networkCount = 0
const newNetwork = () => {
  networkCount += 1
  return { 'x-forwarded-for': `10.0.0.${networkCount}` }
}

async function firstStep(member: Member, rememberMe = false, cookies?: Member['cookies']): Promise<Member> {
  const device = asMember(createVisitor(filesmith.baseUrl, newNetwork(), cookies), member)
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

const guess = (device: Member, code = '123456') => device.post(apiPaths.loginCode, { code })

test('codes cannot be guessed: ten tries, then a wait, also with 30 at once', async () => {
  const member = await register()
  await turnOn(member)
  const device = await firstStep(member)
  const statuses = (await Promise.all(Array.from({ length: 30 }, () => guess(device)))).map(
    reply => reply.status,
  )
  expect(statuses.filter(status => status === 403)).toHaveLength(10)
  expect(statuses.filter(status => status === 429)).toHaveLength(20)
})

test('login code: 30 wrong codes a day from new devices, then a mail; known devices and recovery codes get in', async () => {
  const member = await register()
  const { secret, recoveryCodes } = await turnOn(member)
  await member.post(apiPaths.logout)
  const wrong: number[] = []
  for (let index = 0; index < 4; index += 1) {
    const attacker = await firstStep(member)
    const replies = await Promise.all(Array.from({ length: 9 }, () => guess(attacker)))
    wrong.push(...replies.map(reply => reply.status))
  }
  expect(wrong.filter(status => status === 403)).toHaveLength(30)

  const newDevice = await firstStep(member)
  const refused = await guess(newDevice, totpCode(secret, timeStepAt(new Date())))
  expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'codes-paused' }])
  const { DATA_DIR } = filesmith.settings
  const warned = /guessing sign-in codes/
  expect((await receiveMail(DATA_DIR, member.email, warned)).body).toContain('set a new password now')
  expect((await mailsTo(DATA_DIR, member.email)).filter(mail => warned.test(mail.subject))).toHaveLength(1)

  // A recovery code has 80 random bits and is not part of that bound.
  expect((await guess(newDevice, recoveryCodes[0])).status).toBe(200)
  const known = await firstStep(member, false, member.cookies)
  expect((await guess(known, totpCode(secret, timeStepAt(new Date())))).status).toBe(200)
})

test('login code: 100 wrong codes in 30 days, which neither days nor right codes reset', async () => {
  const member = await register()
  const { secret, recoveryCodes } = await turnOn(member)
  const attacker = await firstStep(member)
  expect((await guess(attacker)).status).toBe(403)
  const setCount = (count: number) =>
    runSql(filesmith.databaseUrl, `update attempts set count = $1 where key like 'code:month:%'`, [count])
  await setCount(99)
  const owner = await firstStep(member)
  expect((await guess(owner, recoveryCodes[0])).status).toBe(200)
  const again = await firstStep(member)
  expect((await guess(again, totpCode(secret, timeStepAt(new Date())))).status).toBe(200)
  // A day later the daily bound starts again, the monthly one does not.
  await runSql(filesmith.databaseUrl, `update attempts set ends_at = ends_at - interval '1 day'`)
  const last = await firstStep(member)
  expect((await guess(last)).status).toBe(403)
  const refused = await guess(last)
  expect([refused.status, await refused.json()]).toMatchObject([
    429,
    { code: 'codes-paused', message: expect.stringContaining('29 days') },
  ])
})

test('login code: a password reset does not give a new budget of codes', async () => {
  const member = await register()
  const { secret } = await turnOn(member)
  const attacker = await firstStep(member)
  expect((await guess(attacker)).status).toBe(403)
  await runSql(filesmith.databaseUrl, `update attempts set count = 30 where key like 'code:day:%'`)
  await attacker.post(apiPaths.forgotPassword, { email: member.email })
  const token = tokenIn(await receiveMail(filesmith.settings.DATA_DIR, member.email, /new password/))
  const password = 'Quiet Hammer 88'
  expect((await attacker.post(apiPaths.resetPassword, { token, password })).status).toBe(204)
  expect((await attacker.post(apiPaths.login, { ...member, password })).status).toBe(202)
  expect((await guess(attacker, totpCode(secret, timeStepAt(new Date())))).status).toBe(429)
})

test('login code: another first step does not end one that is under way', async () => {
  const member = await register()
  const { secret } = await turnOn(member)
  const owner = await firstStep(member)
  await firstStep(member)
  expect((await guess(owner, totpCode(secret, timeStepAt(new Date())))).status).toBe(200)
})

test('two-step: turning it on ends all other sessions', async () => {
  const member = await register()
  const elsewhere = asMember(createVisitor(filesmith.baseUrl), member)
  expect((await elsewhere.post(apiPaths.login, member)).status).toBe(200)
  await turnOn(member)
  expect(await elsewhere.status()).toMatchObject({ authenticated: false })
  expect(await member.status()).toMatchObject({ authenticated: true })
})

test('two-step: a used recovery code is reported by mail with how many are left', async () => {
  const member = await register()
  const { recoveryCodes } = await turnOn(member)
  const device = await firstStep(member)
  expect((await guess(device, recoveryCodes[0])).status).toBe(200)
  const { DATA_DIR } = filesmith.settings
  const mail = await receiveMail(DATA_DIR, member.email, /recovery code was used/)
  expect(mail.body).toContain('9 recovery codes are left')
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
        message: 'This sign-in has expired. Please enter your password again.',
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
