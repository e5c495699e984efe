import { apiPaths } from '@filesmith/contract/api-paths'
import type { AccountSecurity } from '@filesmith/contract/schemas/account'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { timeStepAt, totpCode } from '../../packages/server/src/domain/accounts/totp.ts'
import { asMember, createMember, type Member, newCredentials, runSql } from '../support/member.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

describe('guessing', () => {
  let filesmith: TestFilesmith
  beforeAll(async () => {
    filesmith = await startFilesmith(
      {
        ATTEMPTS_PER_ACCOUNT: '5',
        ATTEMPTS_PER_NETWORK: '40',
        REGISTRATIONS_PER_HOUR: '4',
        MAILS_PER_HOUR: '3',
      },
      { hasWorker: false },
    )
  })
  afterAll(() => filesmith.stop())

  const signIn = (username: string, password: string) =>
    createVisitor(filesmith.baseUrl).post('/api/auth/login', { username, password })

  test('an account takes five wrong passwords, sent at once or one by one, then not even the right one', async () => {
    const member = await createMember(filesmith.baseUrl)
    const replies = await Promise.all(Array.from({ length: 12 }, () => signIn(member.username, 'wrong one')))
    expect(replies.map(reply => reply.status).sort()).toEqual([
      ...Array<number>(5).fill(401),
      ...Array<number>(7).fill(429),
    ])
    const refused = await signIn(member.username.toUpperCase(), member.password)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
    expect(await refused.json()).toEqual({
      code: 'too-many-attempts',
      message: expect.stringMatching(/^Too many attempts\. Please try again in 1\d minutes\.$/),
    })
    // Whoever is signed in stays signed in.
    expect(await member.status()).toMatchObject({ authenticated: true })
  })

  test('an account that does not exist is guarded the same way', async () => {
    const statuses = []
    for (let index = 0; index < 7; index++) statuses.push((await signIn('no-such-smith', 'wrong one')).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
  })

  test('the right password forgives earlier mistakes', async () => {
    const member = await createMember(filesmith.baseUrl)
    for (let round = 0; round < 2; round++) {
      for (let index = 0; index < 4; index++) await signIn(member.username, 'wrong one')
      expect((await signIn(member.username, member.password)).status).toBe(200)
    }
  })

  test('somebody at an open screen cannot guess the password there either', async () => {
    const member = await createMember(filesmith.baseUrl)
    const statuses = []
    for (let index = 0; index < 6; index++) {
      const body = { currentPassword: 'wrong one', newPassword: 'Quiet Hammer 88' }
      statuses.push((await member.post('/api/auth/change-password', body)).status)
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429])
  })

  test('links can be asked for three times an hour, known address or not', async () => {
    const ask = (email: string) =>
      createVisitor(filesmith.baseUrl).post('/api/auth/forgot-password', { email })
    const statuses = []
    for (let index = 0; index < 4; index++) statuses.push((await ask('nobody@example.org')).status)
    expect(statuses).toEqual([202, 202, 202, 429])
  })

  test('a network may register four accounts an hour', async () => {
    // Three were registered above.
    const statuses = []
    for (let index = 0; index < 2; index++) {
      const reply = await createVisitor(filesmith.baseUrl).post('/api/auth/register', newCredentials())
      statuses.push(reply.status)
    }
    expect(statuses).toEqual([201, 429])
  })

  test('a network may try forty sign-ins, whatever the names; when the time is over it may again', async () => {
    await runSql(filesmith.databaseUrl, 'delete from attempts')
    const tries = Array.from({ length: 41 }, (_, index) => signIn(`guess-${index}`, 'wrong one'))
    const statuses = (await Promise.all(tries)).map(reply => reply.status)
    expect(statuses.filter(status => status === 429)).toHaveLength(1)
    await runSql(filesmith.databaseUrl, `update attempts set ends_at = now() - interval '1 second'`)
    expect((await signIn('guess-again', 'wrong one')).status).toBe(401)
  })

  test('tries are counted over all web processes together', async () => {
    await runSql(filesmith.databaseUrl, 'delete from attempts')
    const second = await startFilesmith(
      { DATABASE_URL: filesmith.databaseUrl, ATTEMPTS_PER_ACCOUNT: '5' },
      { hasWorker: false },
    )
    const servers = [filesmith.baseUrl, second.baseUrl]
    const tries = Array.from({ length: 10 }, (_, index) =>
      createVisitor(servers[index % 2] ?? '').post('/api/auth/login', {
        username: 'both',
        password: 'wrong one',
      }),
    )
    const statuses = (await Promise.all(tries)).map(reply => reply.status)
    await second.stop()
    expect(statuses.filter(status => status === 401)).toHaveLength(5)
  })
})

describe('other sites, other sessions, second steps', () => {
  let filesmith: TestFilesmith
  beforeAll(async () => {
    filesmith = await startFilesmith({ PUBLIC_URL: 'https://files.example.org' }, { hasWorker: false })
  })
  afterAll(() => filesmith.stop())
  const register = () => createMember(filesmith.baseUrl)

  test.each([
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: 'https://127.0.0.1' }, 403],
    [{ origin: 'https://files.example.org' }, 204],
    [{ 'sec-fetch-site': 'same-origin' }, 204],
    [{}, 204],
  ] as [Record<string, string>, number][])(
    'a call that changes something with %j answers %i',
    async (headers, status) => {
      const member = await register()
      const reply = await member.fetch('/api/auth/logout', { method: 'POST', headers })
      expect(reply.status).toBe(status)
      expect(await member.status()).toMatchObject({ authenticated: status === 403 })
    },
  )

  test('our own pages are our own, also where a proxy makes https of it', async () => {
    for (const origin of [filesmith.baseUrl, filesmith.baseUrl.replace('http:', 'https:')]) {
      const reply = await (await register()).fetch('/api/auth/logout', {
        method: 'POST',
        headers: { origin },
      })
      expect(reply.status).toBe(204)
    }
  })

  test('every call that changes something looks at the origin, whichever it is', async () => {
    const document = await (await fetch(`${filesmith.baseUrl}${apiPaths.openApi}`)).json()
    const calls = Object.entries((document as { paths: Record<string, object> }).paths).flatMap(
      ([path, methods]) =>
        Object.keys(methods)
          .filter(method => !['get', 'head', 'options'].includes(method))
          .map(method => [method, path] as const),
    )
    expect(calls.length).toBeGreaterThan(20)
    for (const [method, path] of calls) {
      const reply = await fetch(filesmith.baseUrl + path.replace(/\{\w+\}/g, 'x'), {
        method: method.toUpperCase(),
        headers: { origin: 'https://evil.example' },
      })
      expect([method, path, reply.status, await reply.json()]).toEqual([
        method,
        path,
        403,
        { code: 'wrong-origin', message: 'This request came from another site and was refused.' },
      ])
    }
  })

  test('one sees one’s own sessions, and ends one of them or all others', async () => {
    const member = await register()
    const devices = await Promise.all(
      ['Firefox/143.0 Linux', 'Chrome/140 Windows'].map(async userAgent => {
        const device = asMember(createVisitor(filesmith.baseUrl), member)
        const body = JSON.stringify(member)
        const headers = { 'content-type': 'application/json', 'user-agent': userAgent }
        await device.fetch('/api/auth/login', { method: 'POST', headers, body })
        return device
      }),
    )
    const { sessions } = await member.json<AccountSecurity>(apiPaths.security)
    expect(sessions.map(session => [session.device, session.isCurrent]).sort()).toEqual([
      ['Chrome on Windows', false],
      ['Firefox on Linux', false],
      ['Unknown device', true],
    ])
    const firefox = sessions.find(session => session.device === 'Firefox on Linux')
    const stranger = await register()
    const end = (who: Member) => who.fetch(apiPaths.session(firefox?.id ?? ''), { method: 'DELETE' })
    expect((await end(stranger)).status).toBe(404)
    expect((await end(member)).status).toBe(204)
    expect((await end(member)).status).toBe(404)
    expect(await devices[0]?.status()).toMatchObject({ authenticated: false })
    expect(await devices[1]?.status()).toMatchObject({ authenticated: true })
    expect((await member.fetch(apiPaths.sessions, { method: 'DELETE' })).status).toBe(204)
    expect(await devices[1]?.status()).toMatchObject({ authenticated: false })
    expect(await member.status()).toMatchObject({ authenticated: true })
  })

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
})
