import { cleanup, render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Meanwhile, onDemand } from './on-demand.tsx'

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

test('the code is asked for once, when it is first shown, and something stands in for it', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof Greeting>()
  const load = vi.fn(() => promise)
  const Late = onDemand(load)
  expect(load).not.toHaveBeenCalled()
  render(
    <Meanwhile show={<p>On its way</p>}>
      <Late name="Ada" />
      <Late name="Bob" />
    </Meanwhile>,
  )
  expect(screen.getAllByText('On its way')).toHaveLength(2)
  resolve(Greeting)
  await screen.findByText('Hello Ada')
  screen.getByText('Hello Bob')
  expect(load).toHaveBeenCalledTimes(1)
})

test('what is there already is shown at once', async () => {
  const Ahead = onDemand(async () => Greeting)
  Ahead.fetchAhead()
  await Promise.resolve()
  render(<Ahead name="Ada" />)
  screen.getByText('Hello Ada')
})

test('code that cannot be fetched is told to whoever is around, and asked for again the next time', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const load = vi.fn(async () => Greeting).mockRejectedValueOnce(new Error('offline'))
  const Late = onDemand(load)
  const shown = (
    <Boundary>
      <Late name="Ada" />
    </Boundary>
  )
  const { unmount } = render(shown)
  await screen.findByText('Failed')
  unmount()
  render(shown)
  await screen.findByText('Hello Ada')
  expect(load).toHaveBeenCalledTimes(2)
})
