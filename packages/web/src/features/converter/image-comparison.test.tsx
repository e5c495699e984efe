import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ImageComparison } from './image-comparison.tsx'

afterEach(cleanup)

const file = new File(['pixels'], 'photo.png', { type: 'image/png' })
const resultUrl = '/api/download/c1'

test('ImageComparison: the slider moves the border between the original and the result', async () => {
  render(<ImageComparison file={file} format="webp" resultUrl={resultUrl} />)
  const slider = await screen.findByRole('slider', { name: 'Before and after divider' })
  const before = screen.getByRole('img', { name: 'Before' })
  expect(screen.getByRole('img', { name: 'After' }).getAttribute('src')).toBe(resultUrl)
  fireEvent.change(slider, { target: { value: '20' } })
  expect(before.style.clipPath).toBe('inset(0 80% 0 0)')
  expect(slider.getAttribute('aria-valuetext')).toBe('20% before')
})

test('ImageComparison: is left out if the browser cannot show one of the images', async () => {
  const { container, rerender } = render(<ImageComparison file={file} format="tiff" resultUrl={resultUrl} />)
  expect(container.innerHTML).toBe('')
  rerender(<ImageComparison file={file} format="webp" resultUrl={resultUrl} />)
  fireEvent.error(await screen.findByRole('img', { name: 'Before' }))
  await waitFor(() => expect(container.innerHTML).toBe(''))
})
