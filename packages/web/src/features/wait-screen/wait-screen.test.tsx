import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { adNetwork, mockAdNetwork } from '../../lib/advertising/ad-network.test-support.ts'
import { adStore } from '../../lib/advertising/ad-store.ts'
import { WaitScreen } from './wait-screen.tsx'

const fetchStub = vi.fn<typeof fetch>()

// Loaded on demand in the app; preloaded here.
beforeAll(() => import('../../lib/advertising/network-ad.tsx'), 30_000)
mockAdNetwork()
beforeEach(() => {
  vi.useFakeTimers()
  fetchStub.mockReset()
  fetchStub.mockImplementation(async () => new Response(null, { status: 204 }))
  vi.stubGlobal('fetch', fetchStub)
})
afterEach(() => {
  cleanup()
  adStore.clear()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function renderWaitScreen(seconds: number) {
  const onContinue = vi.fn()
  const onLeave = vi.fn()
  render(
    <MemoryRouter>
      <div role="dialog" tabIndex={-1}>
        <WaitScreen seconds={seconds} onContinue={onContinue} onLeave={onLeave} />
      </div>
    </MemoryRouter>,
  )
  return { onContinue, onLeave }
}

const continueButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' })
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

const postedImpressions = () =>
  fetchStub.mock.calls.map(([url, init]) => [url, init?.method, JSON.parse(String(init?.body))])

test.each([
  ['WAIT-02', 7],
  ['WAIT-03', 5],
])('%s WaitScreen: the countdown starts at %d s and counts every second', async (_id, seconds) => {
  renderWaitScreen(seconds)
  expect(screen.getByRole('timer').textContent).toBe(String(seconds))
  await advance(999)
  expect(screen.getByRole('timer').textContent).toBe(String(seconds))
  await advance(1)
  expect(screen.getByRole('timer').textContent).toBe(String(seconds - 1))
})

test('WAIT-04 WaitScreen: Continue is disabled until the last millisecond, then enabled', async () => {
  renderWaitScreen(5)
  await advance(4999)
  expect(continueButton().disabled).toBe(true)
  await advance(1)
  expect(continueButton().disabled).toBe(false)
  expect(screen.queryByRole('timer')).toBeNull()
})

test('WAIT-05 WAIT-08 WaitScreen: posts one impression when the countdown ends, not before', async () => {
  renderWaitScreen(5)
  await advance(4999)
  expect(fetchStub).not.toHaveBeenCalled()
  await advance(1)
  await advance(60_000)
  expect(postedImpressions()).toEqual([
    [
      '/api/ad-impression',
      'POST',
      {
        adUnitId: 'own-premium',
        pageUrl: window.location.origin + window.location.pathname,
        adPosition: 'pre-conversion',
        deviceType: 'desktop',
      },
    ],
  ])
})

test.each([
  [767, 'mobile'],
  [768, 'desktop'],
])('WAIT-09 WaitScreen: reports a window %d px wide as %s', async (innerWidth, deviceType) => {
  vi.stubGlobal('innerWidth', innerWidth)
  renderWaitScreen(5)
  await advance(5000)
  expect(postedImpressions()[0]?.[2]).toMatchObject({ deviceType })
})

test('WAIT-06 WaitScreen: continues only when Continue is clicked, once', async () => {
  const { onContinue } = renderWaitScreen(5)
  fireEvent.click(continueButton())
  await advance(60_000)
  expect(onContinue).not.toHaveBeenCalled()
  fireEvent.click(continueButton())
  expect(onContinue).toHaveBeenCalledTimes(1)
})

test.each([
  ['refused', async () => new Response('', { status: 429 })],
  ['unreachable', () => Promise.reject(new TypeError('Failed to fetch'))],
])('WAIT-10 WaitScreen: logs a %s impression request, and Continue works', async (_how, respond) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  fetchStub.mockImplementation(respond)
  const { onContinue } = renderWaitScreen(5)
  await advance(5000)
  expect(warn).toHaveBeenCalledTimes(1)
  fireEvent.click(continueButton())
  expect(onContinue).toHaveBeenCalledTimes(1)
})

test('WaitScreen: catches up after the tab was in the background', async () => {
  renderWaitScreen(5)
  // Timers of a hidden tab are throttled while the clock continues.
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now + 4200)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(screen.getByRole('timer').textContent).toBe('1')
})

test('WaitScreen: leaving early posts no impression', async () => {
  const { onLeave } = renderWaitScreen(5)
  await advance(3000)
  fireEvent.click(screen.getByRole('button', { name: 'Not now' }))
  expect(onLeave).toHaveBeenCalledTimes(1)
  cleanup()
  await advance(60_000)
  expect(fetchStub).not.toHaveBeenCalled()
})

test('WaitScreen: announces the wait at the beginning and at the end, not every second', async () => {
  renderWaitScreen(5)
  expect(screen.getByRole('status').textContent).toBe('Please wait 5 seconds.')
  await advance(3000)
  expect(screen.getByRole('status').textContent).toBe('Please wait 5 seconds.')
  await advance(2000)
  expect(screen.getByRole('status').textContent).toBe('Ready when you are.')
})

test('WaitScreen: moves the focus from the dialog to Continue when it is enabled', async () => {
  renderWaitScreen(5)
  screen.getByRole('dialog').focus()
  await advance(5000)
  expect(document.activeElement).toBe(continueButton())
})

test('WaitScreen: does not take the focus from another control', async () => {
  renderWaitScreen(5)
  screen.getByRole('button', { name: 'Not now' }).focus()
  await advance(5000)
  expect(document.activeElement?.textContent).toBe('Not now')
})

test('WaitScreen: labels the advertisement', () => {
  renderWaitScreen(5)
  expect(screen.getByText('Advertisement')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Upgrade' }).getAttribute('href')).toBe('/premium/plans')
})

describe('WaitScreen with the ad network', () => {
  const units = { 'pre-conversion': '3333333333' }

  async function showWithNetwork() {
    adStore.change({ network: { publisherId: 'ca-pub-1234567890123456', units } })
    renderWaitScreen(5)
    await vi.waitFor(() => expect(adNetwork.slots()).toHaveLength(1))
    await advance(0)
  }
  const posted = () => postedImpressions().map(([, , body]) => body)

  test('WAIT-15 shows the ad slot in the same size, and the countdown continues', async () => {
    await showWithNetwork()
    expect(adNetwork.slots()[0]?.dataset.adSlot).toBe('3333333333')
    expect(screen.getByText('Advertisement').closest('.border')?.className).toContain('h-78')
    expect(screen.queryByRole('heading', { name: 'Filesmith Premium' })).toBeNull()
    await advance(5000)
    expect(continueButton().disabled).toBe(false)
  })

  test('WAIT-05 WAIT-08 reports its ad unit in the one impression', async () => {
    await showWithNetwork()
    await advance(60_000)
    expect(posted()).toEqual([
      expect.objectContaining({ adUnitId: 'adsense-3333333333', adPosition: 'pre-conversion' }),
    ])
  })

  test('shows and reports the built-in ad when the network has none', async () => {
    adNetwork.behave('has-none')
    adStore.change({ network: { publisherId: 'ca-pub-1234567890123456', units } })
    renderWaitScreen(5)
    await advance(60_000)
    expect(screen.getByRole('heading', { name: 'Filesmith Premium' })).toBeTruthy()
    expect(posted()).toEqual([expect.objectContaining({ adUnitId: 'own-premium' })])
  })
})
