import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ImageComparison } from './image-comparison.tsx'

afterEach(cleanup)

const file = new File(['pixels'], 'photo.png', { type: 'image/png' })
const resultOf = (convertedFormat: string, names: readonly string[] = []) => ({
  convertedFormat,
  downloadUrl: '/api/download/c1',
  parts: names.map(name => ({ name, format: 'jpg', sizeBytes: 1, url: `/api/conversions/c1/parts/${name}` })),
})
const image = (name: string) => screen.findByRole('img', { name })

test('ImageComparison: the slider moves the border between the original and the result', async () => {
  render(<ImageComparison file={file} previewUrl={undefined} result={resultOf('webp')} />)
  const slider = await screen.findByRole<HTMLInputElement>('slider', { name: 'Before and after divider' })
  const before = await image('Before')
  expect((await image('After')).getAttribute('src')).toBe('/api/download/c1')
  expect([slider.type, slider.min, slider.max, slider.value]).toEqual(['range', '0', '100', '50'])
  fireEvent.change(slider, { target: { value: '20' } })
  expect(before.style.clipPath).toBe('inset(0 80% 0 0)')
  expect(slider.getAttribute('aria-valuetext')).toBe('20% before')
})

test.each(['tiff', 'jxl', 'psd'])('ImageComparison: a %s result is shown by its preview', async format => {
  render(<ImageComparison file={file} previewUrl={null} result={resultOf(format, ['preview.jpg'])} />)
  expect((await image('After')).getAttribute('src')).toBe('/api/conversions/c1/parts/preview.jpg')
})

test('ImageComparison: an original that browsers do not show is shown by its preview, also without the file', async () => {
  const previewUrl = '/api/uploads/u1/preview'
  const { rerender } = render(
    <ImageComparison file={file} previewUrl={previewUrl} result={resultOf('jpg')} />,
  )
  expect((await image('Before')).getAttribute('src')).toBe(previewUrl)
  rerender(<ImageComparison file={undefined} previewUrl={previewUrl} result={resultOf('jpg')} />)
  expect((await image('Before')).getAttribute('src')).toBe(previewUrl)
})

test('ImageComparison: is left out without a picture of both, instead of showing a broken one', async () => {
  const { container, rerender } = render(
    <ImageComparison file={file} previewUrl={undefined} result={resultOf('tiff')} />,
  )
  expect(container.innerHTML).toBe('')
  rerender(<ImageComparison file={undefined} previewUrl={null} result={resultOf('webp')} />)
  expect(container.innerHTML).toBe('')
  rerender(<ImageComparison file={file} previewUrl={undefined} result={resultOf('webp')} />)
  fireEvent.error(await image('Before'))
  await waitFor(() => expect(container.innerHTML).toBe(''))
})
