import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  ada,
  ago,
  answers,
  callsTo,
  done,
  press,
  refuse,
  showSection,
  standInForServer,
  type,
} from '../profile.test-support.tsx'

standInForServer()

const pro = { ...ada, subscriptionPlan: 'pro', subscription: { plan: 'pro', expiryDate: null } } as const
const made = {
  id: 'k1',
  name: 'Build server',
  prefix: 'fsk_AbCdEfGh',
  scopes: ['jobs:read', 'jobs:write'],
  createdAt: ago(90_000),
  lastUsedAt: ago(3 * 60 * 60),
  expiresAt: null,
}
const block = () => screen.findByRole('region', { name: 'API keys' })

test('API-35 ApiKeysBlock: lists keys with name, prefix, scopes and last use', async () => {
  const ended = { ...made, id: 'k2', name: 'Old', lastUsedAt: null, expiresAt: ago(60) }
  answers['GET /api/user/api-keys'] = () => Response.json([made, ended])
  showSection('security', pro)
  const [first, second] = await within(await block()).findAllByRole('listitem')
  expect(first?.textContent).toContain('Build serverjobs:readjobs:write')
  expect(first?.textContent).toContain('fsk_AbCdEfGh… · Created')
  expect(first?.textContent).toContain('last used 3 hours ago')
  expect(second?.textContent).toContain('OldExpired')
  expect(second?.textContent).toContain('never used')
})

test('API-35 ApiKeysBlock: shows a new key once and hides it afterwards', async () => {
  answers['GET /api/user/api-keys'] = () => Response.json([])
  answers['POST /api/user/api-keys'] = () =>
    Response.json({ ...made, key: 'fsk_the-whole-key' }, { status: 201 })
  showSection('security', pro)
  fireEvent.click(await screen.findByRole('button', { name: 'New key' }))
  press('Create key')
  expect(await screen.findByText('Enter a name.')).toBeTruthy()
  type('Name', 'Build server')
  fireEvent.change(screen.getByLabelText('Expires'), { target: { value: '90' } })
  press('Create key')
  expect((await screen.findByLabelText('API key')).textContent).toBe('fsk_the-whole-key')
  expect(callsTo('POST', '/api/user/api-keys')).toEqual([
    { name: 'Build server', scopes: ['jobs:read', 'jobs:write'], expiresInDays: 90 },
  ])
  press('I have copied it')
  expect(screen.queryByText('fsk_the-whole-key')).toBeNull()
})

test('API-35 RevokeDialog: revokes a key only after confirmation', async () => {
  answers['GET /api/user/api-keys'] = () => Response.json([made])
  answers['DELETE /api/user/api-keys/k1'] = done
  showSection('security', pro)
  fireEvent.click(await screen.findByRole('button', { name: 'Revoke key Build server' }))
  expect(callsTo('DELETE', '/api/user/api-keys/k1')).toEqual([])
  answers['GET /api/user/api-keys'] = () => Response.json([])
  press('Revoke key')
  expect(await screen.findByText('You have no API keys yet.')).toBeTruthy()
  expect(callsTo('DELETE', '/api/user/api-keys/k1')).toHaveLength(1)
})

test('API-35 ApiKeysBlock: without Pro, keys cannot be created and the required plan is shown', async () => {
  answers['GET /api/user/api-keys'] = () => Response.json([made])
  showSection('security')
  expect(await screen.findByText('Your keys are paused until your account is on Pro again.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'New key' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Upgrade to Pro' })).toBeTruthy()
})

test('ApiKeysBlock: a load failure can be retried', async () => {
  answers['GET /api/user/api-keys'] = refuse(503, 'unavailable', 'Later.')
  showSection('security', pro)
  await within(await block()).findByText('Could not load your API keys')
  answers['GET /api/user/api-keys'] = () => Response.json([])
  fireEvent.click(within(await block()).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.getByText('You have no API keys yet.')).toBeTruthy())
})
