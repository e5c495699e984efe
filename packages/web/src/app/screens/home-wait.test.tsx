import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import {
  comeBackTo,
  conversionCalls,
  press,
  server,
  showHome,
  standInForServer,
} from './home-screen.test-support.tsx'

standInForServer()

// Read from the disk once, so that no test waits for it by a clock that it has stopped.
beforeAll(async () => {
  await import('../../features/converter/conversion-overlay.tsx')
  await import('../../features/wait-screen/wait-screen.tsx')
})

/** Waits out the countdown by the clock of the page. */
async function waitOut(seconds: number) {
  await act(() => vi.advanceTimersByTimeAsync(seconds * 1000))
}

test.each([
  ['WAIT-02', 'Image', 'home-image', 'Convert Image', 7],
  ['WAIT-03', 'Video', 'home-video', 'Convert Video', 5],
  ['WAIT-03', 'Audio', 'home-audio', 'Convert Audio', 5],
  ['WAIT-03', 'Audio', 'home-extract', 'Extract Audio', 5],
] as const)('WAIT-01 %s WAIT-06 on the %s tab (%s) %s first shows the wait screen, %d s', async (...row) => {
  const [, tab, toolId, button, seconds] = row
  await comeBackTo(tab, toolId)
  vi.useFakeTimers()
  press(button)
  // The workbench comes with the first file, the wait with the first press.
  await act(() => vi.dynamicImportSettled())
  expect(screen.getByRole('dialog', { name: 'One moment before we start' })).toBeTruthy()
  expect(screen.getByRole('timer').textContent).toBe(String(seconds))
  await waitOut(seconds)
  await waitOut(60)
  expect(conversionCalls()).toEqual([])
  press('Continue')
  expect(conversionCalls()).toHaveLength(1)
  expect(screen.queryByRole('timer')).toBeNull()
})

test('WAIT-06 turning back leaves file and options as they were, and starts nothing', async () => {
  await comeBackTo('Video', 'home-video')
  fireEvent.click(screen.getByRole('radio', { name: 'MKV' }))
  for (const rotateBack of [
    () => press('Not now'),
    () => fireEvent.keyDown(document, { key: 'Escape', code: 'Escape' }),
  ]) {
    press('Convert Video')
    expect(await screen.findByRole('timer')).toBeTruthy()
    rotateBack()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByText('holiday.mp4')).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'MKV' }).checked).toBe(true)
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Convert Video'))
  }
  expect(conversionCalls()).toEqual([])
})

test('a reload during the wait brings back the file with its options', async () => {
  await comeBackTo('Video', 'home-video')
  fireEvent.click(screen.getByRole('radio', { name: 'MKV' }))
  fireEvent.click(screen.getByRole('radio', { name: '360p' }))
  press('Convert Video')
  cleanup()
  showHome()
  await screen.findByText('Files ready to process')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'MKV' }).checked).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '360p' }).checked).toBe(true)
})

test.each(['basic', 'pro'])('WAIT-07 on %s the conversion starts at once', async paid => {
  server.plan = paid
  await comeBackTo('Video', 'home-video')
  await screen.findByText(/Deleted after \d+ days/)
  press('Convert Video')
  expect(screen.queryByRole('timer')).toBeNull()
  await waitFor(() => expect(conversionCalls()).toHaveLength(1))
})
