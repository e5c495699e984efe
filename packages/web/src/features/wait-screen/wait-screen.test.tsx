import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { adNetwork, standInForAdNetwork } from '../../lib/advertising/ad-network.test-support.ts'
import { adStage } from '../../lib/advertising/ad-stage.ts'
import { WaitScreen } from './wait-screen.tsx'

const fetchStub = vi.fn<typeof fetch>()

// Its code comes when it is first wanted; here it is wanted at once.
beforeAll(() => import('../../lib/advertising/network-ad.tsx'), 30_000)
standInForAdNetwork()
beforeEach(() => {
  vi.useFakeTimers()
  fetchStub.mockReset()
  fetchStub.mockImplementation(async () => new Response(null, { status: 204 }))
  vi.stubGlobal('fetch', fetchStub)
})
afterEach(() => {
  cleanup()
  adStage.clear()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function show(seconds: number) {
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
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

const postedImpressions = () =>
  fetchStub.mock.calls.map(([url, init]) => [url, init?.method, JSON.parse(String(init?.body))])

test.each([
  ['WAIT-02', 7],
  ['WAIT-03', 5],
])('%s the countdown starts at %d s and counts every second', async (_id, seconds) => {
  show(seconds)
  expect(screen.getByRole('timer').textContent).toBe(String(seconds))
  await pass(999)
  expect(screen.getByRole('timer').textContent).toBe(String(seconds))
  await pass(1)
  expect(screen.getByRole('timer').textContent).toBe(String(seconds - 1))
})

test('WAIT-04 Continue is disabled to the last millisecond, then enabled', async () => {
  show(5)
  await pass(4999)
  expect(continueButton().disabled).toBe(true)
  await pass(1)
  expect(continueButton().disabled).toBe(false)
  expect(screen.queryByRole('timer')).toBeNull()
})

test('WAIT-05 WAIT-08 when the countdown ends, and not before, one impression is posted', async () => {
  show(5)
  await pass(4999)
  expect(fetchStub).not.toHaveBeenCalled()
  await pass(1)
  await pass(60_000)
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
])('WAIT-09 a window %d px wide is %s', async (innerWidth, deviceType) => {
  vi.stubGlobal('innerWidth', innerWidth)
  show(5)
  await pass(5000)
  expect(postedImpressions()[0]?.[2]).toMatchObject({ deviceType })
})

test('WAIT-06 nothing goes on by itself; pressing Continue does, once', async () => {
  const { onContinue } = show(5)
  fireEvent.click(continueButton())
  await pass(60_000)
  expect(onContinue).not.toHaveBeenCalled()
  fireEvent.click(continueButton())
  expect(onContinue).toHaveBeenCalledTimes(1)
})

test.each([
  ['refused', async () => new Response('', { status: 429 })],
  ['unreachable', () => Promise.reject(new TypeError('Failed to fetch'))],
])('WAIT-10 a server that is %s is only logged, and Continue works', async (_how, answer) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  fetchStub.mockImplementation(answer)
  const { onContinue } = show(5)
  await pass(5000)
  expect(warn).toHaveBeenCalledTimes(1)
  fireEvent.click(continueButton())
  expect(onContinue).toHaveBeenCalledTimes(1)
})

test('a tab that slept comes back at the right second, not behind', async () => {
  show(5)
  // Timers of a hidden tab are held back while the clock goes on.
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now + 4200)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(screen.getByRole('timer').textContent).toBe('1')
})

test('leaving early posts nothing', async () => {
  const { onLeave } = show(5)
  await pass(3000)
  fireEvent.click(screen.getByRole('button', { name: 'Not now' }))
  expect(onLeave).toHaveBeenCalledTimes(1)
  cleanup()
  await pass(60_000)
  expect(fetchStub).not.toHaveBeenCalled()
})

test('it is announced at the beginning and at the end, not every second', async () => {
  show(5)
  expect(screen.getByRole('status').textContent).toBe('Please wait 5 seconds.')
  await pass(3000)
  expect(screen.getByRole('status').textContent).toBe('Please wait 5 seconds.')
  await pass(2000)
  expect(screen.getByRole('status').textContent).toBe('Ready when you are.')
})

test('the focus goes from the sheet to Continue when it is enabled', async () => {
  show(5)
  screen.getByRole('dialog').focus()
  await pass(5000)
  expect(document.activeElement).toBe(continueButton())
})

test('whoever is at another control is not pulled away from it', async () => {
  show(5)
  screen.getByRole('button', { name: 'Not now' }).focus()
  await pass(5000)
  expect(document.activeElement?.textContent).toBe('Not now')
})

test('the advertisement is labelled as one', () => {
  show(5)
  expect(screen.getByText('Advertisement')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Upgrade' }).getAttribute('href')).toBe('/premium/plans')
})

describe('with the network’s advertisement', () => {
  const units = { 'pre-conversion': '3333333333' }

  async function showWithNetwork() {
    adStage.change({ network: { publisherId: 'ca-pub-1234567890123456', units } })
    show(5)
    await vi.waitFor(() => expect(adNetwork.slots()).toHaveLength(1))
    await pass(0)
  }
  const posted = () => postedImpressions().map(([, , body]) => body)

  test('WAIT-15 the panel holds the slot, of the same size, and the countdown goes on', async () => {
    await showWithNetwork()
    expect(adNetwork.slots()[0]?.dataset.adSlot).toBe('3333333333')
    expect(screen.getByText('Advertisement').closest('.border')?.className).toContain('h-78')
    expect(screen.queryByRole('heading', { name: 'Filesmith Premium' })).toBeNull()
    await pass(5000)
    expect(continueButton().disabled).toBe(false)
  })

  test('WAIT-05 WAIT-08 its unit is named in the one impression', async () => {
    await showWithNetwork()
    await pass(60_000)
    expect(posted()).toEqual([
      expect.objectContaining({ adUnitId: 'adsense-3333333333', adPosition: 'pre-conversion' }),
    ])
  })

  test('where the network has none, ours is shown and named', async () => {
    adNetwork.behave('has-none')
    adStage.change({ network: { publisherId: 'ca-pub-1234567890123456', units } })
    show(5)
    await pass(60_000)
    expect(screen.getByRole('heading', { name: 'Filesmith Premium' })).toBeTruthy()
    expect(posted()).toEqual([expect.objectContaining({ adUnitId: 'own-premium' })])
  })
})
