import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { UploadedStatus } from './uploaded-status.tsx'
import { UploadingStatus } from './uploading-status.tsx'

afterEach(cleanup)

test.each([
  [1, 'Upload complete!'],
  [4, '4 files ready to process'],
  [undefined, 'Files ready to process'],
])('UP-06 UP-07 UP-08 UploadedStatus: with %s files it shows %s', (fileCount, words) => {
  render(<UploadedStatus fileCount={fileCount} />)
  expect(screen.getByRole('status').textContent).toBe(words)
})

test('UP-03 UploadingStatus: shows the percentage and a progress bar from 0 to 100', () => {
  render(<UploadingStatus percent={41.9} isStalled={false} stoppedBecause={undefined} />)
  const bar = screen.getByRole('progressbar', { name: 'Upload progress' })
  expect(bar.getAttribute('aria-valuemin')).toBe('0')
  expect(bar.getAttribute('aria-valuemax')).toBe('100')
  expect(bar.getAttribute('aria-valuenow')).toBe('41')
  expect(screen.getByText('41%')).toBeTruthy()
})

test('UP-04 UploadingStatus: shows that the connection was lost', () => {
  render(<UploadingStatus percent={20} isStalled stoppedBecause={undefined} />)
  expect(screen.getByRole('status').textContent).toBe('Connection lost. Resuming upload...')
})
