import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { toasts } from '../../../lib/toast-store.ts'
import { bob } from '../admin.fixture.ts'
import {
  answers,
  callsTo,
  expandRow,
  neverAnswer,
  noAnswer,
  press,
  refuse,
  reply,
  showSection,
  standInForServer,
  type,
} from '../admin.test-support.tsx'

standInForServer()

const path = '/api/admin/users'
const dialog = () => screen.getByRole('dialog')
const confirm = (name: string) => act(async () => within(dialog()).getByRole('button', { name }).click())

/** Stubs the change and the list after it. */
function answerChange(change: object) {
  answers['PATCH /api/admin/users/u_bob'] = () => {
    answers[`GET ${path}`] = reply({ users: [{ ...bob, ...change }], total: 1, next: null })
    return Response.json({ ...bob, ...change })
  }
}
const changes = () => callsTo('PATCH', '/api/admin/users/u_bob')

test('API-35 UsersSection: filters by name, plan and state', async () => {
  showSection('users')
  expect(await screen.findByText('1 account')).toBeTruthy()
  type('Search by name or email', ' bo ')
  type('Plan', 'pro')
  type('Status', 'suspended')
  await waitFor(() => expect(callsTo('GET', path).at(-1)).toBe(`${path}?search=bo&plan=pro&isSuspended=true`))
})

test('UsersSection: a private instance shows and grants no plans', async () => {
  document.documentElement.setAttribute('data-instance', 'private')
  const { plan, paidPlan, grantedPlan, grantedUntil, ...user } = bob
  answers[`GET ${path}`] = reply({ users: [user], total: 1, next: null })
  showSection('users')
  await expandRow(/bob/)
  expect(screen.getByText('Two-step sign-in')).toBeTruthy()
  expect(screen.queryByText(/plan/i)).toBeNull()
  expect(screen.queryByText('Free')).toBeNull()
  document.documentElement.removeAttribute('data-instance')
})

test('API-35 UserRow: expands to the account details', async () => {
  showSection('users')
  await expandRow(/bob/)
  expect(screen.getByText('(not confirmed)')).toBeTruthy()
  expect(screen.getByText('Two-step sign-in').nextSibling?.textContent).toBe('Off')
  expect(screen.getByText('Last seen').nextSibling?.textContent).toBe('Never')
})

test('API-35 GrantForm: grants a plan with or without an end date and revokes it', async () => {
  showSection('users')
  await expandRow(/bob/)
  type('Last day (optional)', '2020-01-01')
  await act(async () => press('Grant plan'))
  expect(await screen.findByText('Choose a date in the future.')).toBeTruthy()
  expect(changes()).toEqual([])

  answerChange({ plan: 'pro', grantedPlan: 'pro', grantedUntil: '2099-01-31T23:59:59.999Z' })
  type('Last day (optional)', '2099-01-31')
  await act(async () => press('Grant plan'))
  expect(changes()).toEqual([
    { grantedPlan: 'pro', grantedUntil: new Date('2099-01-31T23:59:59.999').toISOString() },
  ])
  expect(toasts.current()).toMatchObject({ title: 'Plan granted', description: 'bob is now on Pro.' })
  expect(await screen.findByText('Granted')).toBeTruthy()

  answerChange({})
  await act(async () => press('Revoke plan'))
  expect(changes().at(-1)).toEqual({ grantedPlan: null, grantedUntil: null })
  await waitFor(() => expect(screen.queryByText('Granted')).toBeNull())
})

test('API-35 useAdminMutation: ignores a response to a request sent before the change', async () => {
  showSection('users')
  await expandRow(/bob/)
  const late = Promise.withResolvers<Response>()
  answers[`GET ${path}`] = () => late.promise
  type('Search by name or email', 'bob')
  await waitFor(() => expect(callsTo('GET', path).at(-1)).toBe(`${path}?search=bob`))
  answerChange({ plan: 'pro', grantedPlan: 'pro', grantedUntil: null })
  await act(async () => press('Grant plan'))
  await act(async () => late.resolve(Response.json({ users: [bob], total: 1, next: null })))
  expect(await screen.findByText('Granted')).toBeTruthy()
})

test('API-35 SuspendUserDialog: asks first, shows the new state and can be undone', async () => {
  showSection('users')
  await expandRow(/bob/)
  press('Suspend')
  expect(dialog().textContent).toContain('Suspend bob?')
  answerChange({ suspendedAt: '2026-11-15T10:00:00.000Z' })
  await confirm('Suspend')
  expect(changes()).toEqual([{ isSuspended: true }])
  expect(await screen.findByText('Suspended since')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Restore'))
  answerChange({})
  await act(async () => press('Restore'))
  expect(changes().at(-1)).toEqual({ isSuspended: false })
})

test('API-35 OperatorDialog: requires the password and shows a wrong one at its field', async () => {
  showSection('users')
  await expandRow(/bob/)
  press('Make operator')
  answers['PATCH /api/admin/users/u_bob'] = refuse(403, 'wrong-password', 'Wrong password.')
  type('Your password', 'guess')
  await confirm('Make operator')
  expect(await within(dialog()).findByText('Wrong password.')).toBeTruthy()
  expect(document.activeElement).toBe(within(dialog()).getByLabelText('Your password'))
  answerChange({ isOperator: true })
  type('Your password', 'Ember+Anvil 27')
  await confirm('Make operator')
  expect(changes().at(-1)).toEqual({ isOperator: true, password: 'Ember+Anvil 27' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('button', { name: 'Revoke operator' })).toBeTruthy()
})

test('API-35 AdminConfirmDialog: stays open with the error message of the server', async () => {
  answers[`GET ${path}`] = reply({ users: [{ ...bob, isOperator: true }], total: 1, next: null })
  showSection('users')
  await expandRow(/bob/)
  press('Revoke operator')
  const text = 'This is the only operator. Make another user an operator first.'
  answers['PATCH /api/admin/users/u_bob'] = refuse(409, 'last-operator', text)
  await confirm('Revoke operator')
  expect(await within(dialog()).findByText(text)).toBeTruthy()
})

test('API-35 DeleteUserDialog: deletes only after the name was typed', async () => {
  showSection('users')
  await expandRow(/bob/)
  press('Delete account')
  type('Type bob to confirm', 'rob')
  await confirm('Delete account')
  expect(await within(dialog()).findByText('This does not match the username.')).toBeTruthy()
  expect(callsTo('DELETE', '/api/admin/users/u_bob')).toHaveLength(0)
  answers['DELETE /api/admin/users/u_bob'] = () => {
    answers[`GET ${path}`] = reply({ users: [], total: 0, next: null })
    return new Response(null, { status: 204 })
  }
  type('Type bob to confirm', 'bob')
  await confirm('Delete account')
  expect(await screen.findByText('No accounts yet')).toBeTruthy()
  expect(toasts.current()).toMatchObject({ title: 'Account deleted' })
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^No accounts yet/))
})

test.each([
  ['loading', neverAnswer, 'Loading...'],
  ['failed', noAnswer, 'Could not load this page'],
  ['empty', reply({ users: [], total: 0, next: null }), 'No accounts yet'],
])('API-35 UsersSection: shows the state %s', async (_what, answer, text) => {
  answers[`GET ${path}`] = answer
  showSection('users')
  expect(await screen.findByText(text)).toBeTruthy()
})

test('SignInBlock: shows the proxy and the groups of the settings, and nothing without them', async () => {
  showSection('users')
  expect(await screen.findByText('1 account')).toBeTruthy()
  await waitFor(() => expect(callsTo('GET', '/api/admin/sign-in')).toHaveLength(1))
  expect(screen.queryByText('Sign-in by proxy and groups')).toBeNull()
  cleanup()
  answers['GET /api/admin/sign-in'] = reply({
    proxy: {
      userHeader: 'remote-user',
      emailHeader: null,
      groupsHeader: 'remote-groups',
      trusted: ['10.1.0.0/16', '::1'],
      createsAccounts: true,
      signOutUrl: '/oauth2/sign_out',
    },
    groupPlans: [
      { group: 'staff', plan: 'pro' },
      { group: 'editors', plan: 'pro' },
    ],
    groupOperators: ['admins', 'owners'],
  })
  showSection('users')
  const textBeside = async (label: string) => (await screen.findByText(label)).nextSibling?.textContent
  expect(await textBeside('User header')).toBe('remote-user')
  expect(await textBeside('Believed from')).toBe('10.1.0.0/16, ::1')
  expect(await textBeside('Email header')).toBe('None')
  expect(await textBeside('Groups with Pro')).toBe('staff, editors')
  expect(await textBeside('Groups of operators')).toBe('admins, owners')
})

test('UserRow: the role and plan of a group are shown and cannot be revoked', async () => {
  const byGroup = { ...bob, plan: 'pro', groupPlan: 'pro', isOperator: true, isOperatorByGroup: true }
  answers[`GET ${path}`] = reply({ users: [byGroup], total: 1, next: null })
  showSection('users')
  await expandRow(/bob/)
  expect(screen.getByText('Plan by group').nextSibling?.textContent).toBe('Pro')
  expect(screen.getByText(/Operator through a group/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^(Make|Revoke) operator$/ })).toBeNull()
})
