import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ToastViewport } from './toast-viewport.tsx'

const toast = { id: 7, title: 'Success!', description: 'Done.', variant: 'default', isOpen: true } as const

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

function renderToast(
  variant: 'default' | 'destructive' = 'default',
  action?: { readonly label: string; readonly to: string },
) {
  const onClose = vi.fn<(id: number) => void>()
  render(
    <MemoryRouter>
      <ToastViewport
        toast={{ ...toast, variant, action }}
        durationMs={5000}
        closeLabel="Close notification"
        viewportLabel="Notifications ({hotkey})"
        onClose={onClose}
      />
    </MemoryRouter>,
  )
  const root = screen.getByText('Success!').closest<HTMLElement>('[data-variant]')
  if (!root) throw new Error('toast not found')
  return { onClose, root }
}

/** Radix detects a swipe from these three events. */
function swipe(root: HTMLElement, pixels: number) {
  root.setPointerCapture = () => undefined
  root.hasPointerCapture = () => false
  fireEvent.pointerDown(root, { button: 0, clientX: 0, clientY: 0, pointerId: 1, pointerType: 'mouse' })
  fireEvent.pointerMove(root, { clientX: pixels, clientY: 0, pointerId: 1, pointerType: 'mouse' })
  fireEvent.pointerUp(root, { clientX: pixels, clientY: 0, pointerId: 1, pointerType: 'mouse' })
}

test('TOAST-01 ToastViewport: shows title, description and variant', () => {
  const { root } = renderToast('destructive')
  expect(root.dataset.variant).toBe('destructive')
  expect(root.textContent).toContain('Done.')
})

test('TOAST-03 ToastViewport: closes a toast after 5000 ms, not before', () => {
  const { onClose } = renderToast()
  act(() => vi.advanceTimersByTime(4999))
  expect(onClose).not.toHaveBeenCalled()
  act(() => vi.advanceTimersByTime(1))
  expect(onClose).toHaveBeenCalledWith(7)
})

test('TOAST-05 ToastViewport: a swipe to the right by 50 px dismisses the toast', () => {
  const { onClose, root } = renderToast()
  swipe(root, 51)
  expect(onClose).toHaveBeenCalledWith(7)
})

test('TOAST-05 ToastViewport: a shorter swipe does not dismiss the toast', () => {
  const { onClose, root } = renderToast()
  swipe(root, 49)
  expect(onClose).not.toHaveBeenCalled()
})

test('TOAST-06 ToastViewport: F8 moves the focus to the toasts', () => {
  renderToast()
  fireEvent.keyDown(document.body, { key: 'F8', code: 'F8' })
  expect(document.activeElement?.tagName).toBe('OL')
})

test('ALLOW-14 ToastViewport: a toast with a link closes when the link is followed', () => {
  const { onClose } = renderToast('destructive', { label: 'See plans', to: '/premium/plans' })
  const link = screen.getByRole('link', { name: 'See plans' })
  expect(link.getAttribute('href')).toBe('/premium/plans')
  fireEvent.click(link)
  expect(onClose).toHaveBeenCalledWith(7)
})

/** Gives the window and the toast a size, and puts a button at each of the boxes. */
function layOut(...boxes: readonly DOMRect[]) {
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(390)
  vi.stubGlobal('innerHeight', 844)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(358)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(90)
  for (const box of boxes) {
    const button = document.createElement('button')
    button.getBoundingClientRect = () => box
    document.body.append(button)
  }
}

const placeOf = (root: HTMLElement) => root.closest<HTMLElement>('ol')?.style.translate.split(' ')[1]

test('ToastViewport: is placed clear of the controls, and moves when the page scrolls under it', () => {
  layOut(new DOMRect(330, 10, 44, 44))
  const { root } = renderToast()
  expect(placeOf(root)).toBe('62px')
  layOut(new DOMRect(16, 100, 358, 48))
  act(() => {
    window.dispatchEvent(new Event('scroll'))
    vi.advanceTimersByTime(50)
  })
  expect(placeOf(root)).toBe('156px')
})

test('ToastViewport: lets clicks through where it cannot avoid a control', () => {
  layOut(new DOMRect(0, 0, 390, 844))
  const { root } = renderToast()
  expect(root.classList.contains('pointer-events-auto')).toBe(false)
  expect(root.closest('ol')?.classList.contains('pointer-events-none')).toBe(true)
  expect(screen.getByLabelText('Close notification').classList.contains('invisible')).toBe(true)
})
