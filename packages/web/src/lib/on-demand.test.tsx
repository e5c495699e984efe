import { cleanup, render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { LazyFallback, onDemand } from './on-demand.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Greeting({ name }: { readonly name: string }) {
  return <p>Hello {name}</p>
}

class Boundary extends Component<{ readonly children: ReactNode }> {
  override readonly state = { hasFailed: false }
  static getDerivedStateFromError() {
    return { hasFailed: true }
  }
  override render() {
    return this.state.hasFailed ? <p>Failed</p> : this.props.children
  }
}

test('onDemand: loads the code once on first render and shows the fallback meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof Greeting>()
  const load = vi.fn(() => promise)
  const LazyGreeting = onDemand(load)
  expect(load).not.toHaveBeenCalled()
  render(
    <LazyFallback fallback={<p>On its way</p>}>
      <LazyGreeting name="Ada" />
      <LazyGreeting name="Bob" />
    </LazyFallback>,
  )
  expect(screen.getAllByText('On its way')).toHaveLength(2)
  resolve(Greeting)
  await screen.findByText('Hello Ada')
  screen.getByText('Hello Bob')
  expect(load).toHaveBeenCalledTimes(1)
})

test('onDemand: renders prefetched code immediately', async () => {
  const PrefetchedGreeting = onDemand(async () => Greeting)
  PrefetchedGreeting.prefetch()
  await Promise.resolve()
  render(<PrefetchedGreeting name="Ada" />)
  screen.getByText('Hello Ada')
})

test('onDemand: throws load errors to the error boundary and retries on the next mount', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const load = vi.fn(async () => Greeting).mockRejectedValueOnce(new Error('offline'))
  const LazyGreeting = onDemand(load)
  const shown = (
    <Boundary>
      <LazyGreeting name="Ada" />
    </Boundary>
  )
  const { unmount } = render(shown)
  await screen.findByText('Failed')
  unmount()
  render(shown)
  await screen.findByText('Hello Ada')
  expect(load).toHaveBeenCalledTimes(2)
})

test('onDemand: an optional part keeps its fallback without a connection and loads once it is back', async () => {
  const load = vi.fn(async () => Greeting).mockRejectedValueOnce(new Error('offline'))
  const LazyGreeting = onDemand(load, { isOptional: true })
  render(
    <LazyFallback fallback={<p>On its way</p>}>
      <LazyGreeting name="Ada" />
    </LazyFallback>,
  )
  await vi.waitFor(() => {
    screen.getByText('On its way')
    window.dispatchEvent(new Event('online'))
    expect(load).toHaveBeenCalledTimes(2)
  })
  await screen.findByText('Hello Ada')
})
