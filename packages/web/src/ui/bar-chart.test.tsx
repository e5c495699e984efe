import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { BarChart } from './bar-chart.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const bars = [
  { id: 'a', name: 'Monday', value: 4, valueText: '4 pieces' },
  { id: 'b', name: 'Tuesday', value: 0, valueText: '0 pieces' },
  { id: 'c', name: 'Today', value: 1, valueText: '1 piece' },
]

function show() {
  const { container } = render(<BarChart bars={bars} stepLabel="Day" summary="5 pieces" />)
  const plot = container.querySelector<HTMLElement>('.touch-pan-y')
  if (!plot) throw new Error('there is no plot')
  vi.spyOn(plot, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 0, 300, 100))
  const heights = [...plot.querySelectorAll<HTMLElement>('[style]')].map(bar => bar.style.height)
  return { plot, heights }
}

const readOut = () => screen.getByText(/piece/, { selector: '.font-semibold' }).parentElement?.textContent

test('bars stand in proportion to the largest, and nothing is nothing', () => {
  expect(show().heights).toEqual(['100%', '0%', '25%'])
})

test('the last one is read out until another is pointed at', () => {
  const { plot } = show()
  expect(readOut()).toBe('Today 1 piece')
  fireEvent.pointerMove(plot, { clientX: 199 })
  expect(readOut()).toBe('Monday 4 pieces')
  fireEvent.pointerMove(plot, { clientX: 201 })
  expect(readOut()).toBe('Tuesday 0 pieces')
  fireEvent.pointerLeave(plot)
  expect(readOut()).toBe('Today 1 piece')
})

test('by keyboard and for readers it is one slider, whose value is said in words', () => {
  show()
  const slider = screen.getByRole('slider', { name: 'Day' })
  expect(slider.getAttribute('aria-valuetext')).toBe('Today: 1 piece')
  fireEvent.change(slider, { target: { value: '0' } })
  expect(slider.getAttribute('aria-valuetext')).toBe('Monday: 4 pieces')
  expect(readOut()).toBe('Monday 4 pieces')
})
