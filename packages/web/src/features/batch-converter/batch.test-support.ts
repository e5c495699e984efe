/** Test helper of the batch converter: opens a tab. */
import { fireEvent, screen } from '@testing-library/react'

/** Radix activates a tab on mousedown. */
export function openTab(name: string): HTMLElement {
  fireEvent.mouseDown(screen.getByRole('tab', { name }), { button: 0 })
  return screen.getByRole('tabpanel', { name })
}
