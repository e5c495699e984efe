import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { someUsage } from '../../lib/account.fixture.ts'
import {
  fetchStub,
  openWithUpload,
  press,
  renderHome,
  server,
  standInForServer,
} from './home-screen.test-support.tsx'

standInForServer()

const usedUp = { ...someUsage.today, used: 10, remaining: 0 }

test('ALLOW-04 HomeScreen: shows the remaining conversions of the day', async () => {
  renderHome()
  expect(await screen.findByText('7 of 10 conversions left today')).toBeTruthy()
})

test('ALLOW-05 HomeScreen: shows the remaining conversions of the month when that is less', async () => {
  server.usage = { ...someUsage, month: { ...someUsage.month, used: 298, remaining: 2 } }
  renderHome()
  expect(await screen.findByText('2 of 300 conversions left this month')).toBeTruthy()
})

test('ALLOW-04 HomeScreen: with no conversions left shows the reset time and a link to the plans, without blocking', async () => {
  server.usage = { ...someUsage, today: usedUp }
  renderHome()
  const note = await screen.findByRole('note')
  expect(within(note).getByText("You've used all 10 of today's conversions.")).toBeTruthy()
  expect(note.querySelector('time')?.dateTime).toBe('2026-03-15T00:00:00.000Z')
  expect(within(note).getByText(/^Your limit resets at /)).toBeTruthy()
  expect(within(note).getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/premium/plans')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Convert Image' }).disabled).toBe(false)
})

test('ALLOW-04 HomeScreen: with no conversions left this month shows the reset date', async () => {
  server.usage = { ...someUsage, month: { ...someUsage.month, used: 300, remaining: 0 } }
  renderHome()
  expect(await screen.findByText("You've used all 300 of this month's conversions.")).toBeTruthy()
  expect(screen.getByText(/^Your limit resets on \d|^Your limit resets on [A-Z]/)).toBeTruthy()
})

test('ALLOW-04 HomeScreen: shows no count without a limit', async () => {
  const unlimited = { ...someUsage.today, remaining: null, total: null }
  server.plan = 'pro'
  server.usage = { today: unlimited, month: unlimited, days: [] }
  renderHome()
  await screen.findByText(/Deleted after 30 days/)
  expect(screen.queryByText(/conversions left/)).toBeNull()
})

test('ALLOW-14 HomeScreen: a rejected conversion shows its reason and a link to the plans at the button', async () => {
  server.plan = 'basic'
  await openWithUpload('Image', 'home-image')
  await screen.findByText(/Deleted after 7 days/)
  const message = "You've used all 50 of today's conversions. Your limit resets in 5 hours, at midnight UTC."
  fetchStub.mockImplementationOnce(async () =>
    Response.json({ code: 'allowance-used', message: message }, { status: 429 }),
  )
  press('Convert Image')
  const problem = await screen.findByText(message, { exact: false })
  expect(within(problem).getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/premium/plans')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
