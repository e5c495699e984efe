import { expect, test } from 'vitest'
import { readSettings } from '../config.ts'
import { checkSignIn } from './check-sign-in.ts'

const proxy = { AUTH_PROXY_HEADER: 'Remote-User', AUTH_PROXY_TRUSTED: '10.1.0.5,fd00:1::/64' }

test('checkSignIn: finds nothing where neither a proxy nor groups are used', () => {
  expect(checkSignIn(readSettings({}))).toEqual([])
})

test('checkSignIn: shows which header is believed from where, and what groups give', () => {
  const settings = readSettings({
    ...proxy,
    BEHIND_PROXY: 'true',
    AUTH_PROXY_GROUPS_HEADER: 'Remote-Groups',
    GROUP_PLANS: 'staff=pro',
    GROUP_OPERATORS: 'admins',
  })
  expect(checkSignIn(settings)).toEqual([
    {
      area: 'web',
      name: 'sign-in by proxy',
      status: 'ok',
      found: 'remote-user, believed from 10.1.0.5, fd00:1::/64',
    },
    { area: 'web', name: 'groups', status: 'ok', found: 'staff gives Pro, admins makes operators' },
  ])
})

test('checkSignIn: warns if the addresses of clients are those of the proxy', () => {
  expect(checkSignIn(readSettings(proxy))).toMatchObject([
    { status: 'warning', fix: expect.stringContaining('BEHIND_PROXY=true') },
  ])
})
