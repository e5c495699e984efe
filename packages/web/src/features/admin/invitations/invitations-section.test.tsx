import type { AdminInvitation } from '@filesmith/contract/schemas/admin'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { toasts } from '../../../lib/toast-store.ts'
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
} from '../admin.test-support.tsx'

standInForServer()

const path = '/api/admin/invitations'
const capabilities = (signUp: string) => reply({ operations: {}, plan: 'pro', signInWith: [], signUp })

const open: AdminInvitation = {
  id: 'i1',
  email: 'grace@example.org',
  state: 'open',
  createdBy: 'ada',
  createdAt: '2026-11-15T08:00:00.000Z',
  expiresAt: '2026-11-22T08:00:00.000Z',
  acceptedBy: null,
}
const accepted: AdminInvitation = { ...open, id: 'i2', email: null, state: 'accepted', acceptedBy: 'linus' }
const link = 'http://files.example.org/invitation?token=abc'

function show(invitations: readonly AdminInvitation[] = [open, accepted], signUp = 'invite') {
  answers['GET /api/capabilities'] = capabilities(signUp)
  answers[`GET ${path}`] = reply({ invitations, next: null })
  showSection('invitations')
}

test('InvitationsSection: lists invitations with their state; only open ones can be revoked', async () => {
  show()
  const rows = within(await screen.findByRole('list', { name: 'All invitations' })).getAllByRole('listitem')
  expect(rows.map(row => row.textContent)).toEqual([
    expect.stringMatching(/^grace@example\.orgOpenCreated by adaExpires .*Revoke$/),
    'Anyone with the linkAcceptedCreated by adaAccepted by linus',
  ])
})

test('InvitationForm: creates an invitation and shows its link once, with a copy button', async () => {
  const writeText = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  show([])
  answers[`POST ${path}`] = reply({ invitation: open, link, isMailed: true })
  await screen.findByRole('button', { name: 'Create invitation' })
  type('Email (optional)', ' grace@example.org ')
  fireEvent.change(screen.getByLabelText('Valid for'), { target: { value: '30' } })
  await act(async () => press('Create invitation'))
  expect(callsTo('POST', path)).toEqual([{ email: 'grace@example.org', days: 30 }])
  expect((await screen.findByLabelText('Invitation link')).textContent).toBe(link)
  expect(screen.getByText(/not shown again.*also email it to grace@example\.org/)).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Invitation link')
  await act(async () => press('Copy link'))
  expect(writeText).toHaveBeenCalledWith(link)
  press('Done')
  expect(screen.queryByLabelText('Invitation link')).toBeNull()
  expect(screen.getByRole('button', { name: 'Create invitation' })).toBeTruthy()
})

test('InvitationForm: rejects an invalid address, and shows an error of the server', async () => {
  show([])
  await screen.findByRole('button', { name: 'Create invitation' })
  type('Email (optional)', 'grace')
  await act(async () => press('Create invitation'))
  expect(await screen.findByText('Please enter a valid email address.')).toBeTruthy()
  expect(callsTo('POST', path)).toEqual([])
  answers[`POST ${path}`] = refuse(429, 'too-many-attempts', 'Too many attempts.')
  type('Email (optional)', '')
  await act(async () => press('Create invitation'))
  expect((await screen.findByText('Too many attempts.')).closest('[role=alert]')).toBeTruthy()
  expect(callsTo('POST', path)).toEqual([{ email: null, days: 7 }])
})

test('RevokeDialog: asks before it revokes, and the focus stays on the list', async () => {
  show([open])
  fireEvent.click(await screen.findByRole('button', { name: 'Revoke the invitation of grace@example.org' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Revoke this invitation?' }))
  answers[`DELETE ${path}/i1`] = () => {
    answers[`GET ${path}`] = reply({ invitations: [], next: null })
    return new Response(null, { status: 204 })
  }
  await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Revoke' })))
  expect(await screen.findByText('No invitations')).toBeTruthy()
  expect(toasts.current()).toMatchObject({ title: 'Invitation revoked' })
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^No invitations/))
})

test.each([
  ['open', /Anyone can sign up on this site/],
  ['closed', /Sign-up is closed on this site/],
])('InvitationsSection: with SIGN_UP=%s it says why there are no invitations', async (signUp, text) => {
  show([], signUp)
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Create invitation' })).toBeNull()
})

test('AdminMenu: shows Invitations only where sign-up is by invitation', async () => {
  answers['GET /api/capabilities'] = capabilities('invite')
  showSection('overview')
  expect(await screen.findByRole('link', { name: 'Invitations' })).toBeTruthy()
})

test('AdminMenu: hides Invitations by default', async () => {
  answers['GET /api/capabilities'] = capabilities('open')
  showSection('overview')
  await waitFor(() => expect(callsTo('GET', '/api/capabilities')).toHaveLength(1))
  expect(screen.queryByRole('link', { name: 'Invitations' })).toBeNull()
})

test.each([
  ['loading', neverAnswer, 'Loading...'],
  ['failed', noAnswer, 'Could not load this page'],
])('InvitationsSection: shows the state %s', async (_what, answer, text) => {
  answers['GET /api/capabilities'] = capabilities('invite')
  answers[`GET ${path}`] = answer
  showSection('invitations')
  expect(await screen.findByText(text)).toBeTruthy()
})
