/** For tests of the batch converter: its tabs. */
import { fireEvent, screen } from '@testing-library/react'

/** Radix opens a tab when the mouse goes down on it. */
export function openTab(name: string): HTMLElement {
  fireEvent.mouseDown(screen.getByRole('tab', { name }), { button: 0 })
  return screen.getByRole('tabpanel', { name })
}
