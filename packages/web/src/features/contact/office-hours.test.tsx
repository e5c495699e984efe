import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { OfficeHours } from './contact.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('CONT-13 OfficeHours: shows the hours and updates the status when the office closes', () => {
  // A Monday, a few seconds before five in Los Angeles.
  vi.useFakeTimers({ now: new Date('2026-01-13T00:59:50Z') })
  render(<OfficeHours />)
  const rows = screen.getAllByRole('listitem').map(row => row.textContent)
  expect(rows).toEqual(['Monday-Friday 9AM-5PM PST', 'Weekend Closed'])
  expect(screen.getByText(/^Open now, until .+ your time\.$/)).toBeTruthy()
  act(() => vi.advanceTimersByTime(30_000))
  expect(screen.queryByText(/Open now/)).toBeNull()
  expect(screen.getByText(/^Closed now\. Opens .+ your time\.$/)).toBeTruthy()
})
