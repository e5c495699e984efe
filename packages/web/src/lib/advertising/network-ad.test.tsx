import { act, cleanup, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adNetwork, mockAdNetwork, pushed } from './ad-network.test-support.ts'
import { NetworkAd } from './network-ad.tsx'

const fetchStub = vi.fn<typeof fetch>()
let isInView = true

/** Reports immediately whether the element is in view. */
class FakeIntersectionObserver {
  readonly #callback: (entries: { readonly isIntersecting: boolean }[]) => void
  constructor(callback: (entries: { readonly isIntersecting: boolean }[]) => void) {
    this.#callback = callback
  }
  observe() {
    this.#callback([{ isIntersecting: isInView }])
  }
  disconnect() {}
}

mockAdNetwork()
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  isInView = true
  fetchStub.mockReset()
  fetchStub.mockImplementation(async () => new Response(null, { status: 204 }))
  vi.stubGlobal('fetch', fetchStub)
  vi.stubGlobal('IntersectionObserver', FakeIntersectionObserver)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const network = { publisherId: 'ca-pub-1234567890123456', units: { 'left-sidebar': '1111111111' } }

async function renderAd(position: 'left-sidebar' | 'right-sidebar', onFilled?: (adUnitId: string) => void) {
  const ad = (
    <NetworkAd
      network={network}
      position={position}
      className="h-84"
      onFilled={onFilled}
      builtInAd={<p>Our own</p>}
    />
  )
  render(
    <StrictMode>
      <MemoryRouter>{ad}</MemoryRouter>
    </StrictMode>,
  )
  await act(() => vi.advanceTimersByTimeAsync(0))
}
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const posted = () => fetchStub.mock.calls.map(([url, init]) => [url, JSON.parse(String(init?.body))])

test('WAIT-15 FRAME-13 NetworkAd: renders a labeled slot of its ad unit in a fixed size and requests it once', async () => {
  await renderAd('left-sidebar')
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

test('WAIT-15 NetworkAd: renders a slot without an ad unit id', async () => {
  await renderAd('right-sidebar')
  expect(adNetwork.slots().map(slot => slot.dataset.adSlot)).toEqual([undefined])
})

test('NetworkAd: loads the script once for all slots', async () => {
  await renderAd('left-sidebar')
  await renderAd('right-sidebar')
  expect(adNetwork.scripts()).toHaveLength(1)
  expect(pushed).toHaveBeenCalledTimes(2)
})

test('NetworkAd: shows the built-in ad when the network has none', async () => {
  adNetwork.behave('has-none')
  await renderAd('left-sidebar')
  expect(screen.getByText('Our own')).toBeTruthy()
  await advance(5000)
  expect(posted()).toEqual([])
})

test('NetworkAd: shows the built-in ad when the script is blocked, without reloading it', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  adNetwork.behave('is-blocked')
  await renderAd('left-sidebar')
  await renderAd('right-sidebar')
  expect(screen.getAllByText('Our own')).toHaveLength(2)
  expect(adNetwork.scripts()).toHaveLength(1)
})

test('API-17 NetworkAd: reports an ad that was in view for a second once, with its position', async () => {
  await renderAd('left-sidebar')
  await advance(999)
  expect(posted()).toEqual([])
  await advance(1)
  await advance(60_000)
  expect(posted()).toEqual([
    [
      '/api/ad-impression',
      expect.objectContaining({ adUnitId: 'adsense-1111111111', adPosition: 'left-sidebar' }),
    ],
  ])
})

test('NetworkAd: does not report an ad that was not in view', async () => {
  isInView = false
  await renderAd('left-sidebar')
  await advance(60_000)
  expect(posted()).toEqual([])
})

test('NetworkAd: calls onFilled instead of reporting the impression', async () => {
  const onFilled = vi.fn()
  await renderAd('right-sidebar', onFilled)
  await advance(60_000)
  expect(onFilled).toHaveBeenCalledWith('adsense-right-sidebar')
  expect(posted()).toEqual([])
})
