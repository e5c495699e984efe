import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  answers,
  choose,
  conversionOf,
  dropFiles,
  fileOf,
  inspected,
  json,
  listedNames,
  onPlan,
  press,
  say,
  sentTo,
  show,
  standInForServer,
} from '../../lib/file-tools.test-support.tsx'
import { FakeEventSource } from '../../lib/job/job-events.fixture.ts'
import { ImageConverter } from './image-converter.tsx'

standInForServer()

const batchPath = '/api/batch-convert'
const checkPath = '/api/batches/check'
const job = { id: 'b1', statusUrl: '/api/batches/b1', eventsUrl: '/api/batches/b1/events' }

/** Replaces the advertisement; the test continues immediately. */
function FakeWaitScreen({ onContinue }: { readonly onContinue: () => void }) {
  return (
    <button type="button" onClick={onContinue}>
      Continue
    </button>
  )
}
const loadWaitScreen = async () => FakeWaitScreen

const showSeveral = async () => {
  show(<ImageConverter isActive loadWaitScreen={loadWaitScreen} />)
  await dropFiles(fileOf('a.png'), fileOf('b.png'), fileOf('c.png'))
  await screen.findByText('3 files ready to process')
  expect(listedNames()).toEqual(['a.png', 'b.png', 'c.png'])
  answers.set(`POST ${batchPath}`, json(job, 202))
}

test('ImageConverter: several images are converted together with format and quality', async () => {
  onPlan('basic')
  await showSeveral()
  press('More formats')
  choose('AVIF')
  choose('Low')
  await act(async () => press('Convert Files'))
  await waitFor(() => expect(FakeEventSource.opened).toHaveLength(1))
  const files = [{ uploadId: 'u1' }, { uploadId: 'u2' }, { uploadId: 'u3' }]
  expect(sentTo(batchPath)).toEqual([{ fileType: 'images', targetFormat: 'avif', quality: 'low', files }])
})

test('ImageConverter: several images that the server would reject are rejected before the wait', async () => {
  await showSeveral()
  const message = 'Your 3 files need more than the 2 conversions left today.'
  answers.set(`POST ${checkPath}`, json({ code: 'allowance-used', message }, 429))
  await act(async () => press('Convert Files'))
  expect(await screen.findAllByText(message)).not.toEqual([])
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
  expect(sentTo(batchPath)).toEqual([])
})

test('ImageConverter: several images wait on the Free plan like one', async () => {
  await showSeveral()
  answers.set(`POST ${checkPath}`, () => new Response(null, { status: 204 }))
  await act(async () => press('Convert Files'))
  expect(sentTo(batchPath)).toEqual([])
  await act(async () => press('Continue'))
  await waitFor(() => expect(sentTo(batchPath)).toHaveLength(1))
})

test('ImageConverter: Start Over returns to a single image', async () => {
  await showSeveral()
  press('Start Over')
  expect(screen.getByText('Drop an image here')).toBeTruthy()
})

test('ImageConverter: shows the pages of each of several images and converts the first only when that is chosen', async () => {
  onPlan('basic')
  inspected('u1', 10)
  show(<ImageConverter isActive loadWaitScreen={loadWaitScreen} />)
  await dropFiles(fileOf('scan.tiff', 10, 'image/tiff'), fileOf('b.png'))
  await screen.findByText(/· 10 pages$/)
  answers.set(`POST ${batchPath}`, json(job, 202))
  choose('JPG')
  expect(screen.getByText('Pages become numbered JPG files in a ZIP file.')).toBeTruthy()
  choose('First page')
  expect(screen.queryByLabelText('Page')).toBeNull()
  await act(async () => press('Convert Files'))
  await waitFor(() => expect(sentTo(batchPath)).toMatchObject([{ targetFormat: 'jpg', page: 1 }]))
})

test('ImageConverter: each of several results is compared with its own original', async () => {
  onPlan('basic')
  await showSeveral()
  await act(async () => press('Convert Files'))
  await waitFor(() => expect(FakeEventSource.opened).toHaveLength(1))
  const files = ['a.png', 'b.png', 'c.png'].map((fileName, index) =>
    conversionOf({
      id: `c${index}`,
      fileName,
      status: index === 2 ? 'failed' : 'succeeded',
      percent: 100,
      convertedFormat: 'webp',
      resultSize: 5,
      downloadUrl: `/api/download/c${index}`,
    }),
  )
  say({ id: 'b1', status: 'succeeded', percent: 100, downloadUrl: '/api/batches/b1/download', files })
  const [first, second, ...others] = await screen.findAllByText('Compare')
  expect(others).toEqual([])
  expect(second?.getAttribute('aria-label')).toBe('Compare b.png')
  expect(screen.queryByRole('slider')).toBeNull()
  const details = second?.closest('details')
  if (!details || !first) throw new Error('no comparison')
  details.open = true
  fireEvent(details, new Event('toggle'))
  const after = await within(details).findByRole('img', { name: 'After' })
  expect(after.getAttribute('src')).toBe('/api/download/c1')
  expect(within(details).getByRole('slider')).toBeTruthy()
})
