import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { toasts } from '../../lib/toast-store.ts'
import {
  conversionCalls,
  openWithUpload,
  press,
  renderHome,
  server,
  standInForServer,
} from './home-screen.test-support.tsx'

standInForServer()

// Preloads lazy modules: tests with fake timers could not wait for them.
beforeAll(async () => {
  await import('../../features/converter/conversion-overlay.tsx')
  await import('../../features/wait-screen/wait-screen.tsx')
})

/** Advances the fake clock. */
async function advanceSeconds(seconds: number) {
  await act(() => vi.advanceTimersByTimeAsync(seconds * 1000))
}

test.each([
  ['Image', 'home-image', 'Convert Image', 7],
  ['Video', 'home-video', 'Convert Video', 5],
  ['Audio', 'home-audio', 'Convert Audio', 5],
  ['Audio', 'home-extract', 'Extract Audio', 5],
] as const)(
  'WAIT-01 WAIT-02 WAIT-03 WAIT-06 HomeScreen: on the %s tab (%s) %s first shows the wait screen, %d s',
  async (...row) => {
    const [tab, toolId, button, seconds] = row
    await openWithUpload(tab, toolId)
    vi.useFakeTimers()
    press(button)
    // The overlay is loaded with the first file, the wait screen with the first click.
    await act(() => vi.dynamicImportSettled())
    expect(screen.getByRole('dialog', { name: 'One moment before we start' })).toBeTruthy()
    expect(screen.getByRole('timer').textContent).toBe(String(seconds))
    await advanceSeconds(seconds)
    await advanceSeconds(60)
    expect(conversionCalls()).toEqual([])
    await act(async () => press('Continue'))
    expect(conversionCalls()).toHaveLength(1)
    expect(screen.queryByRole('timer')).toBeNull()
  },
)

test('WAIT-06 HomeScreen: leaving the wait screen keeps file and options and starts nothing', async () => {
  await openWithUpload('Video', 'home-video')
  fireEvent.click(screen.getByRole('radio', { name: 'MKV' }))
  for (const leave of [
    () => press('Not now'),
    () => fireEvent.keyDown(document, { key: 'Escape', code: 'Escape' }),
  ]) {
    press('Convert Video')
    expect(await screen.findByRole('timer')).toBeTruthy()
    leave()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByText('holiday.mp4')).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'MKV' }).checked).toBe(true)
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Convert Video'))
  }
  expect(conversionCalls()).toEqual([])
})

test('HomeScreen: a reload during the wait restores the file and its options', async () => {
  await openWithUpload('Video', 'home-video')
  fireEvent.click(screen.getByRole('radio', { name: 'MKV' }))
  fireEvent.click(screen.getByRole('radio', { name: '360p' }))
  press('Convert Video')
  cleanup()
  renderHome()
  await screen.findByText('Files ready to process')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'MKV' }).checked).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '360p' }).checked).toBe(true)
})

test.each(['basic', 'pro'])('WAIT-07 HomeScreen: on %s the conversion starts without a wait', async paid => {
  server.plan = paid
  await openWithUpload('Video', 'home-video')
  await screen.findByText(/Deleted after \d+ days/)
  press('Convert Video')
  expect(screen.queryByRole('timer')).toBeNull()
  await waitFor(() => expect(conversionCalls()).toHaveLength(1))
})

test('HomeScreen: what the server would reject is shown before any wait', async () => {
  const message = "You've used all 10 of today's conversions. Your limit resets in 5 hours, at midnight UTC."
  server.refusal = { status: 429, code: 'allowance-used', message }
  await openWithUpload('Image', 'home-image')
  press('Convert Image')
  await waitFor(() =>
    expect(toasts.current()).toMatchObject({
      title: 'Conversion failed',
      description: message,
      action: { label: 'See plans', to: '/premium/plans' },
    }),
  )
  expect(screen.queryByRole('timer')).toBeNull()
  expect(conversionCalls()).toEqual([])
  server.refusal = undefined
  press('Convert Image')
  expect(await screen.findByRole('timer')).toBeTruthy()
})
