import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { toasts } from '../../../lib/toast-store.ts'
import { bob } from '../admin.fixture.ts'
import {
  answers,
  callsTo,
  neverAnswer,
  noAnswer,
  press,
  refuse,
  reply,
  showSection,
  standInForServer,
  type,
  unfold,
} from '../admin.test-support.tsx'

standInForServer()

const path = '/api/admin/users'
const dialog = () => screen.getByRole('dialog')
const confirm = (name: string) => act(async () => within(dialog()).getByRole('button', { name }).click())

/** From now on the account is as it was changed. */
function answerChange(change: object) {
  answers['PATCH /api/admin/users/u_bob'] = () => {
    answers[`GET ${path}`] = reply({ users: [{ ...bob, ...change }], total: 1, next: null })
    return Response.json({ ...bob, ...change })
  }
}
const changes = () => callsTo('PATCH', '/api/admin/users/u_bob')

test('API-35 accounts are found by name, plan and state', async () => {
  showSection('users')
  expect(await screen.findByText('1 account')).toBeTruthy()
  type('Search by name or email', ' bo ')
  type('Plan', 'pro')
  type('Status', 'suspended')
  await waitFor(() => expect(callsTo('GET', path).at(-1)).toBe(`${path}?search=bo&plan=pro&isSuspended=true`))
})

test('API-35 an account unfolds to what is known about it', async () => {
  showSection('users')
  await unfold(/bob/)
  expect(screen.getByText('(not confirmed)')).toBeTruthy()
  expect(screen.getByText('Two-step sign-in').nextSibling?.textContent).toBe('Off')
  expect(screen.getByText('Last seen').nextSibling?.textContent).toBe('Never')
})

test('API-35 a plan is given with an end or without, shown at once, and taken back', async () => {
  showSection('users')
  await unfold(/bob/)
  type('Last day (optional)', '2020-01-01')
  await act(async () => press('Grant plan'))
  expect(screen.getByText('Choose a date in the future.')).toBeTruthy()
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

test('API-35 an answer that set out before a change is not taken for what is there after it', async () => {
  showSection('users')
  await unfold(/bob/)
  const late = Promise.withResolvers<Response>()
  answers[`GET ${path}`] = () => late.promise
  type('Search by name or email', 'bob')
  await waitFor(() => expect(callsTo('GET', path).at(-1)).toBe(`${path}?search=bob`))
  answerChange({ plan: 'pro', grantedPlan: 'pro', grantedUntil: null })
  await act(async () => press('Grant plan'))
  await act(async () => late.resolve(Response.json({ users: [bob], total: 1, next: null })))
  expect(await screen.findByText('Granted')).toBeTruthy()
})

test('API-35 suspending asks first, shows the new state, and can be undone', async () => {
  showSection('users')
  await unfold(/bob/)
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

test('API-35 the password is asked for an operator, and a wrong one is said at its field', async () => {
  showSection('users')
  await unfold(/bob/)
  press('Make operator')
  answers['PATCH /api/admin/users/u_bob'] = refuse(403, 'wrong-password', 'Wrong password.')
  type('Your password', 'guess')
  await confirm('Make operator')
  expect(within(dialog()).getByText('Wrong password.')).toBeTruthy()
  expect(document.activeElement).toBe(within(dialog()).getByLabelText('Your password'))
  answerChange({ isOperator: true })
  type('Your password', 'Ember+Anvil 27')
  await confirm('Make operator')
  expect(changes().at(-1)).toEqual({ isOperator: true, password: 'Ember+Anvil 27' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('button', { name: 'Revoke operator' })).toBeTruthy()
})

test('API-35 what the server refuses stays on the sheet, in its words', async () => {
  answers[`GET ${path}`] = reply({ users: [{ ...bob, isOperator: true }], total: 1, next: null })
  showSection('users')
  await unfold(/bob/)
  press('Revoke operator')
  const words = 'This is the only operator. Make another user an operator first.'
  answers['PATCH /api/admin/users/u_bob'] = refuse(409, 'last-operator', words)
  await confirm('Revoke operator')
  expect(within(dialog()).getByText(words)).toBeTruthy()
})

test('API-35 an account is deleted only with its name typed', async () => {
  showSection('users')
  await unfold(/bob/)
  press('Delete account')
  type('Type bob to confirm', 'rob')
  await confirm('Delete account')
  expect(within(dialog()).getByText('This does not match the username.')).toBeTruthy()
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
  ['on its way', neverAnswer, 'Loading...'],
  ['failed', noAnswer, 'Could not load this page'],
  ['empty', reply({ users: [], total: 0, next: null }), 'No accounts yet'],
])('API-35 a list of accounts that is %s says so', async (_what, answer, words) => {
  answers[`GET ${path}`] = answer
  showSection('users')
  expect(await screen.findByText(words)).toBeTruthy()
})
