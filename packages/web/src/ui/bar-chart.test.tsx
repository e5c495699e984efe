import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { BarChart } from './bar-chart.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const bars = [
  { id: 'a', name: 'Monday', value: 4, valueText: '4 items' },
  { id: 'b', name: 'Tuesday', value: 0, valueText: '0 items' },
  { id: 'c', name: 'Today', value: 1, valueText: '1 item' },
]

function renderChart() {
  const { container } = render(<BarChart bars={bars} stepLabel="Day" summary="5 items" />)
  const plot = container.querySelector<HTMLElement>('.touch-pan-y')
  if (!plot) throw new Error('plot not found')
  vi.spyOn(plot, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 0, 300, 100))
  const heights = [...plot.querySelectorAll<HTMLElement>('[style]')].map(bar => bar.style.height)
  return { plot, heights }
}

const shownValue = () => screen.getByText(/item/, { selector: '.font-semibold' }).parentElement?.textContent

test('BarChart: scales bars to the largest value and draws zero as zero height', () => {
  expect(renderChart().heights).toEqual(['100%', '0%', '25%'])
})

test('BarChart: shows the last bar unless another one is hovered', () => {
  const { plot } = renderChart()
  expect(shownValue()).toBe('Today 1 item')
  fireEvent.pointerMove(plot, { clientX: 199 })
  expect(shownValue()).toBe('Monday 4 items')
  fireEvent.pointerMove(plot, { clientX: 201 })
  expect(shownValue()).toBe('Tuesday 0 items')
  fireEvent.pointerLeave(plot)
  expect(shownValue()).toBe('Today 1 item')
})

test('BarChart: is a slider with a text value for keyboards and screen readers', () => {
  renderChart()
  const slider = screen.getByRole('slider', { name: 'Day' })
  expect(slider.getAttribute('aria-valuetext')).toBe('Today: 1 item')
  fireEvent.change(slider, { target: { value: '0' } })
  expect(slider.getAttribute('aria-valuetext')).toBe('Monday: 4 items')
  expect(shownValue()).toBe('Monday 4 items')
})
