/** Two-step sign-in with TOTP codes and recovery codes. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { timeStepAt, totpCode } from '../../packages/server/src/domain/accounts/two-step.ts'
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
  // The previous time step, so that the current one is still unused for the sign-in.
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

test('login code: a password alone does not sign in, and a code works once', async () => {
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

  const replayed = await firstStep(member)
  expect((await replayed.post('/api/auth/login/code', { code })).status).toBe(403)
})

test('login code: a recovery code works once, in any case and spacing', async () => {
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

test('API-35 login code: rejects an account suspended between the two steps', async () => {
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

test('login code: allows ten wrong codes, also with 30 concurrent attempts', async () => {
  const member = await register()
  await turnOn(member)
  const device = await firstStep(member)
  const statuses = (await Promise.all(Array.from({ length: 30 }, () => guess(device)))).map(
    reply => reply.status,
  )
  expect(statuses.filter(status => status === 403)).toHaveLength(10)
  expect(statuses.filter(status => status === 429)).toHaveLength(20)
})

test('login code: 30 wrong codes a day from new devices, then a mail; known devices and recovery codes still work', async () => {
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
  const warned = /repeated wrong sign-in codes/i
  expect((await receiveMail(DATA_DIR, member.email, warned)).body).toContain('set a new password now')
  expect((await mailsTo(DATA_DIR, member.email)).filter(mail => warned.test(mail.subject))).toHaveLength(1)

  // Recovery codes have 80 random bits and are not limited.
  expect((await guess(newDevice, recoveryCodes[0])).status).toBe(200)
  const known = await firstStep(member, false, member.cookies)
  expect((await guess(known, totpCode(secret, timeStepAt(new Date())))).status).toBe(200)
})

test('login code: 100 wrong codes in 30 days, which neither time nor correct codes reset', async () => {
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
  // After a day the daily limit resets, the monthly one does not.
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
  const token = tokenIn(await receiveMail(filesmith.settings.DATA_DIR, member.email, /reset your/i))
  const password = 'Quiet Hammer 88'
  expect((await attacker.post(apiPaths.resetPassword, { token, password })).status).toBe(204)
  expect((await attacker.post(apiPaths.login, { ...member, password })).status).toBe(202)
  expect((await guess(attacker, totpCode(secret, timeStepAt(new Date())))).status).toBe(429)
})

test('login code: another first step does not end a pending one', async () => {
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

test('two-step: using a recovery code sends a mail with the number left', async () => {
  const member = await register()
  const { recoveryCodes } = await turnOn(member)
  const device = await firstStep(member)
  expect((await guess(device, recoveryCodes[0])).status).toBe(200)
  const { DATA_DIR } = filesmith.settings
  const mail = await receiveMail(DATA_DIR, member.email, /recovery code was used/)
  expect(mail.body).toContain('9 recovery codes are left')
})

test('login code: expires after ten minutes, and requires the first step', async () => {
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

test('two-step: turning it on or off and renewing recovery codes require the password', async () => {
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

test('two-step: the TOTP secret is stored encrypted', async () => {
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
