import { act, cleanup, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adNetwork, pushed, standInForAdNetwork } from './ad-network.test-support.ts'
import { NetworkAd } from './network-ad.tsx'

const fetchStub = vi.fn<typeof fetch>()
let isInView = true

/** Tells at once whether the element is in view. */
class StandInIntersectionObserver {
  readonly #tell: (entries: { readonly isIntersecting: boolean }[]) => void
  constructor(tell: (entries: { readonly isIntersecting: boolean }[]) => void) {
    this.#tell = tell
  }
  observe() {
    this.#tell([{ isIntersecting: isInView }])
  }
  disconnect() {}
}

standInForAdNetwork()
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  isInView = true
  fetchStub.mockReset()
  fetchStub.mockImplementation(async () => new Response(null, { status: 204 }))
  vi.stubGlobal('fetch', fetchStub)
  vi.stubGlobal('IntersectionObserver', StandInIntersectionObserver)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const network = { publisherId: 'ca-pub-1234567890123456', units: { 'left-sidebar': '1111111111' } }

async function show(position: 'left-sidebar' | 'right-sidebar', onFilled?: (adUnitId: string) => void) {
  const ad = (
    <NetworkAd
      network={network}
      position={position}
      className="h-84"
      onFilled={onFilled}
      own={<p>Our own</p>}
    />
  )
  render(
    <StrictMode>
      <MemoryRouter>{ad}</MemoryRouter>
    </StrictMode>,
  )
  await act(() => vi.advanceTimersByTimeAsync(0))
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const posted = () => fetchStub.mock.calls.map(([url, init]) => [url, JSON.parse(String(init?.body))])

test('WAIT-15 FRAME-13 the panel holds the slot of its unit, labelled, of a fixed size, and asks for it once', async () => {
  await show('left-sidebar')
  expect(adNetwork.scripts()).toEqual([
    'https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js?client=ca-pub-1234567890123456',
  ])
  const [slot] = adNetwork.slots()
  expect(slot?.dataset).toMatchObject({
    adClient: 'ca-pub-1234567890123456',
    adSlot: '1111111111',
    adStatus: 'filled',
  })
  expect(slot?.dataset.adFormat).toBeUndefined()
  expect(screen.getByText('Advertisement').closest('.border')?.className).toContain('h-84')
  expect(screen.getByRole('link', { name: 'Upgrade' }).getAttribute('href')).toBe('/premium/plans')
  expect(screen.queryByText('Our own')).toBeNull()
  expect(pushed).toHaveBeenCalledTimes(1)
})

test('WAIT-15 a place whose unit is not named is a slot all the same', async () => {
  await show('right-sidebar')
  expect(adNetwork.slots().map(slot => slot.dataset.adSlot)).toEqual([undefined])
})

test('the script is loaded once for all slots', async () => {
  await show('left-sidebar')
  await show('right-sidebar')
  expect(adNetwork.scripts()).toHaveLength(1)
  expect(pushed).toHaveBeenCalledTimes(2)
})

test('where the network has no advertisement the panel is ours', async () => {
  adNetwork.behave('has-none')
  await show('left-sidebar')
  expect(screen.getByText('Our own')).toBeTruthy()
  await pass(5000)
  expect(posted()).toEqual([])
})

test('where its script is blocked the panel is ours, and it is not asked for again and again', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  adNetwork.behave('is-blocked')
  await show('left-sidebar')
  await show('right-sidebar')
  expect(screen.getAllByText('Our own')).toHaveLength(2)
  expect(adNetwork.scripts()).toHaveLength(1)
})

test('API-17 an advertisement that was in view for a second is reported once, with its place', async () => {
  await show('left-sidebar')
  await pass(999)
  expect(posted()).toEqual([])
  await pass(1)
  await pass(60_000)
  expect(posted()).toEqual([
    [
      '/api/ad-impression',
      expect.objectContaining({ adUnitId: 'adsense-1111111111', adPosition: 'left-sidebar' }),
    ],
  ])
})

test('one that nobody scrolled to is not reported', async () => {
  isInView = false
  await show('left-sidebar')
  await pass(60_000)
  expect(posted()).toEqual([])
})

test('one that somebody else counts is only told to them', async () => {
  const onFilled = vi.fn()
  await show('right-sidebar', onFilled)
  await pass(60_000)
  expect(onFilled).toHaveBeenCalledWith('adsense-right-sidebar')
  expect(posted()).toEqual([])
})
