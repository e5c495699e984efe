import { render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { toasts } from '../lib/toast-store.ts'
import { App } from './app.tsx'
import { standInForServer } from './site.test-support.tsx'

standInForServer()

test('App: leaving the page closes the toast, so that a deletion that waits for it is carried out', () => {
  const onClose = vi.fn()
  toasts.show({ title: 'Removed from the list', onClose })
  render(<App />)
  expect(onClose).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('pagehide'))
  expect(onClose).toHaveBeenCalledTimes(1)
})
