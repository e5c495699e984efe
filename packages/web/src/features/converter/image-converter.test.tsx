import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  answers,
  choose,
  dropFiles,
  fileOf,
  json,
  listedNames,
  onPlan,
  press,
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
