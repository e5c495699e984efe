import type { BatchState } from '@filesmith/contract/schemas/batch'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  answers,
  callsTo,
  choose,
  conversionOf,
  dropFiles,
  fileOf,
  goTo,
  json,
  press,
  say,
  sentTo,
  show,
  standInForServer,
} from '../../lib/file-tools.test-support.tsx'
import { FakeEventSource } from '../../lib/job/job-events.fixture.ts'
import { readSavedWork, saveWork } from '../../lib/job/saved-work.ts'
import { toasts } from '../../lib/toast-store.ts'
import { BatchConverter } from './batch-converter.tsx'

standInForServer()

const job = { id: 'b1', statusUrl: '/api/batches/b1', eventsUrl: '/api/batches/b1/events' }
const waiting = conversionOf({ id: 'c1', status: 'queued', percent: 0, fileName: 'a.png' })
const working = conversionOf({ id: 'c2', percent: 40, fileName: 'b.png' })
const done = (id: string, fileName: string) =>
  conversionOf({
    id,
    fileName,
    status: 'succeeded',
    percent: 100,
    originalSize: 2048,
    resultSize: 1024,
    convertedFormat: 'webp',
    downloadUrl: `/api/download/${id}`,
    expiresAt: '2026-03-15T12:00:00Z',
  })
const damaged = {
  code: 'file-damaged',
  message: 'This PNG file is damaged or incomplete and cannot be read.',
}
const failed = conversionOf({ id: 'c2', status: 'failed', fileName: 'b.png', error: damaged })

const batchOf = (change: Partial<BatchState>): BatchState => ({
  id: 'b1',
  status: 'running',
  percent: 20,
  downloadUrl: null,
  files: [waiting, working],
  ...change,
})
const partlySucceeded = batchOf({
  status: 'succeeded',
  percent: 100,
  downloadUrl: '/api/batches/b1/download',
  files: [done('c1', 'a.png'), failed],
})

async function convertTwo() {
  answers.set('POST /api/batch-convert', json(job, 202))
  const shown = show(<BatchConverter isActive />)
  await dropFiles(fileOf('a.png'), fileOf('b.png'))
  await screen.findByText('2 files ready to process')
  choose('WEBP')
  await act(async () => press('Convert Files'))
  return shown
}

test('TOOL-02 BatchConverter: shows progress per file and overall, which never decreases and reaches 100 only at the end', async () => {
  await convertTwo()
  expect(FakeEventSource.latest().url).toBe('/api/batches/b1/events')
  say(batchOf({}))
  const all = () => screen.getByRole('progressbar', { name: 'Overall progress' })
  expect(all().getAttribute('aria-valuenow')).toBe('20')
  expect(screen.getByText('Waiting in the queue')).toBeTruthy()
  const one = screen.getByRole('progressbar', { name: 'Conversion progress of b.png' })
  expect(one.getAttribute('aria-valuenow')).toBe('40')
  say(batchOf({ percent: 10 }))
  expect(all().getAttribute('aria-valuenow')).toBe('20')
  say(batchOf({ percent: 100, files: [done('c1', 'a.png'), working] }))
  expect(all().getAttribute('aria-valuenow')).toBe('99')
  expect(screen.getByText('1 of 2 done')).toBeTruthy()
})

test('BATCH-11 TOOL-04 TOOL-05 BatchConverter: on success shows a toast, refreshes recent conversions and starts the download', async () => {
  const { invalidate } = await convertTwo()
  invalidate.mockClear()
  say(batchOf({ ...partlySucceeded, files: [done('c1', 'a.png'), done('c2', 'b.png')] }))
  expect(toasts.current()).toMatchObject({
    title: 'Success!',
    description: 'Your files have been converted successfully.',
    variant: 'default',
  })
  expect(goTo).toHaveBeenCalledExactlyOnceWith('/api/batches/b1/download')
  expect(invalidate).toHaveBeenCalledWith({ queryKey: ['/api/conversions/recent'] })
  const link = screen.getByRole('link', { name: 'Download all' })
  expect(link.getAttribute('href')).toBe('/api/batches/b1/download')
  const single = screen.getByRole('link', { name: 'Download a.png' })
  expect(single.getAttribute('href')).toBe('/api/download/c1')
})

test('BatchConverter: with one failed file shows which one failed and why, and offers the rest for download', async () => {
  await convertTwo()
  say(partlySucceeded)
  expect(toasts.current()).toMatchObject({
    title: 'Success!',
    description: '1 of 2 files were converted.',
  })
  expect(goTo).toHaveBeenCalledExactlyOnceWith('/api/batches/b1/download')
  const row = screen.getByTitle('b.png').closest('li')
  expect(row?.textContent).toContain(damaged.message)
  expect(screen.getByText('1 file failed.')).toBeTruthy()
})

test('BatchConverter: retrying a failed file subscribes to the batch events again', async () => {
  await convertTwo()
  say(partlySucceeded)
  answers.set('POST /api/conversions/c2/retry', json({ id: 'c2', statusUrl: 'x', eventsUrl: 'y' }, 202))
  await act(async () => press('Try again: b.png'))
  expect(FakeEventSource.opened).toHaveLength(2)
  say(batchOf({ percent: 50, files: [done('c1', 'a.png'), working] }))
  expect(screen.getByRole('progressbar', { name: 'Overall progress' })).toBeTruthy()
  say(batchOf({ ...partlySucceeded, files: [done('c1', 'a.png'), done('c2', 'b.png')] }))
  expect(screen.queryByText('1 file failed.')).toBeNull()
})

test('BATCH-12 TOOL-06 BatchConverter: when every file fails shows "Conversion failed" with the reason of the server, also in each row', async () => {
  await convertTwo()
  const both = [conversionOf({ ...failed, id: 'c1', fileName: 'a.png' }), failed]
  say(batchOf({ status: 'failed', files: both }))
  expect(toasts.current()).toMatchObject({
    title: 'Conversion failed',
    description: damaged.message,
    variant: 'destructive',
  })
  expect(screen.getByRole('group', { name: 'Nothing was converted' })).toBeTruthy()
  expect(screen.getAllByText(damaged.message)).toHaveLength(2)
  expect(goTo).not.toHaveBeenCalled()
})

test.each([
  [
    'the server’s message',
    json({ code: 'unavailable', message: 'In a few seconds, please.' }, 503),
    'In a few seconds, please.',
  ],
  ['its status', () => new Response('<html>', { status: 502 }), 'Server responded with status: 502'],
  [
    'a generic message',
    () => Promise.reject(new TypeError('Failed to fetch')),
    'There was an issue with your conversion. Please try again.',
  ],
])(
  'BATCH-12 TOOL-06 BatchConverter: reports a rejected batch with %s and keeps the files',
  async (_what, answer, words) => {
    show(<BatchConverter isActive />)
    await dropFiles(fileOf('a.png'))
    await screen.findByText('Upload complete!')
    choose('WEBP')
    answers.set('POST /api/batch-convert', answer)
    await act(async () => press('Convert Files'))
    expect(toasts.current()).toMatchObject({
      title: 'Conversion failed',
      description: words,
      variant: 'destructive',
    })
    expect(screen.getByText('Upload complete!')).toBeTruthy()
    expect(screen.getByText(words)).toBeTruthy()
  },
)

test('ALLOW-14 BatchConverter: when the allowance is used up, the toast links to the plans', async () => {
  show(<BatchConverter isActive />)
  await dropFiles(fileOf('a.png'))
  await screen.findByText('Upload complete!')
  choose('WEBP')
  const message = "You've used all 10 of today's conversions. Your limit resets in 5 hours, at midnight UTC."
  answers.set('POST /api/batch-convert', json({ code: 'allowance-used', message }, 429))
  await act(async () => press('Convert Files'))
  expect(toasts.current()).toMatchObject({
    description: message,
    action: { label: 'See plans', to: '/premium/plans' },
  })
})

test('TOOL-07 BatchConverter: reports a download error when a successful batch has no downloadUrl', async () => {
  await convertTwo()
  say(batchOf({ ...partlySucceeded, downloadUrl: null }))
  expect(toasts.current()).toMatchObject({
    title: 'Download Error',
    description: "Couldn't download the converted file",
    variant: 'destructive',
  })
  expect(goTo).not.toHaveBeenCalled()
  expect(screen.queryByRole('link', { name: /Download all/ })).toBeNull()
})

test('BatchConverter: canceling deletes the batch on the server and keeps the files', async () => {
  await convertTwo()
  say(batchOf({}))
  answers.set('DELETE /api/batches/b1', () => new Response(null, { status: 204 }))
  answers.set('GET /api/batches/b1', json(batchOf({ status: 'cancelled' })))
  await act(async () => press('Cancel'))
  expect(callsTo('DELETE', '/api/batches/b1')).toBe(1)
  expect(toasts.current()).toMatchObject({
    title: 'Canceled',
    description: 'Nothing was converted. Your files are still here.',
  })
  expect(screen.getByText('2 files ready to process')).toBeTruthy()
  expect(readSavedWork('batch-images').job).toBeUndefined()
})

test('BatchConverter: files converted before canceling can be downloaded', async () => {
  await convertTwo()
  say(batchOf({}))
  answers.set('DELETE /api/batches/b1', () => new Response(null, { status: 204 }))
  const files = [done('c1', 'a.png'), conversionOf({ id: 'c2', fileName: 'b.png', status: 'cancelled' })]
  answers.set('GET /api/batches/b1', json(batchOf({ ...partlySucceeded, files })))
  await act(async () => press('Cancel'))
  expect(toasts.current()?.description).toBe('1 of 2 files were already converted.')
  expect(screen.getByRole('link', { name: 'Download' })).toBeTruthy()
  expect(goTo).not.toHaveBeenCalled()
})

test('BatchConverter: restores the files and the target format after a reload', async () => {
  saveWork('batch-audio', {
    files: [{ uploadId: 'u7', path: 'song.mp3', sizeBytes: 9 }],
    options: { target: 'flac' },
  })
  show(<BatchConverter isActive />)
  const panel = screen.getByRole('tabpanel', { name: 'Audio' })
  expect(await within(panel).findByText('Files ready to process')).toBeTruthy()
  expect(within(panel).getByRole<HTMLInputElement>('radio', { name: 'FLAC' }).checked).toBe(true)
})

test('CONV-20 BatchConverter: resumes a running batch after a reload', async () => {
  saveWork('batch-images', { job })
  answers.set('GET /api/batches/b1', json(batchOf({ percent: 33 })))
  show(<BatchConverter isActive />)
  const bar = await screen.findByRole('progressbar', { name: 'Overall progress' })
  expect(bar.getAttribute('aria-valuenow')).toBe('33')
  say(partlySucceeded)
  expect(screen.getByRole('link', { name: 'Download' })).toBeTruthy()
})

test('CONV-20 BatchConverter: shows a batch that finished before the reload without starting a download', async () => {
  saveWork('batch-images', { job })
  answers.set('GET /api/batches/b1', json(partlySucceeded))
  show(<BatchConverter isActive />)
  expect(await screen.findByRole('link', { name: 'Download' })).toBeTruthy()
  expect(goTo).not.toHaveBeenCalled()
})

test('BatchConverter: "Convert more files" shows the empty drop zone', async () => {
  await convertTwo()
  say(partlySucceeded)
  press('Convert more files')
  expect(screen.getByText('Drop images or a folder here')).toBeTruthy()
})

const lockedDocument = (code: 'password-needed' | 'password-wrong', message: string) =>
  conversionOf({ id: 'c2', status: 'failed', fileName: 'b.docx', error: { code, message } })

test('BatchConverter: asks for the password of a protected document until it is correct and never stores it', async () => {
  await convertTwo()
  const needed = lockedDocument('password-needed', 'Please enter its password.')
  say(batchOf({ ...partlySucceeded, files: [done('c1', 'a.png'), needed] }))
  const dialog = await screen.findByRole('dialog', { name: 'This file is password-protected' })
  const field = await within(dialog).findByLabelText('File password')
  expect(within(dialog).getByText('b.docx')).toBeTruthy()
  fireEvent.change(field, { target: { value: 'barley' } })
  answers.set('POST /api/conversions/c2/retry', json({ id: 'c2', statusUrl: 'x', eventsUrl: 'y' }, 202))
  await act(async () => press('Open and convert'))
  expect(sentTo('/api/conversions/c2/retry')).toEqual([{ password: 'barley' }])
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())

  const wrong = lockedDocument('password-wrong', 'Wrong password for this file.')
  say(batchOf({ ...partlySucceeded, files: [done('c1', 'a.png'), wrong] }))
  const again = await screen.findByRole('dialog', { name: 'This file is password-protected' })
  expect(within(again).getByText('Wrong password for this file.')).toBeTruthy()
  expect(JSON.stringify(localStorage)).not.toContain('barley')
})

test('BatchConverter: a skipped password can be entered later, from the row of its file', async () => {
  await convertTwo()
  const needed = lockedDocument('password-needed', 'Please enter its password.')
  say(batchOf({ status: 'failed', files: [needed] }))
  await screen.findByLabelText('File password')
  expect(toasts.current()?.title).toBe('An older toast')
  press('Not now')
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Enter password: b.docx')
  press('Enter password: b.docx')
  expect(await screen.findByLabelText('File password')).toBeTruthy()
})

test('BatchConverter: does not ask for a password right after a reload', async () => {
  saveWork('batch-images', { job })
  const needed = lockedDocument('password-needed', 'Please enter its password.')
  answers.set('GET /api/batches/b1', json(batchOf({ status: 'failed', files: [needed] })))
  show(<BatchConverter isActive />)
  expect(await screen.findByRole('button', { name: 'Enter password: b.docx' })).toBeTruthy()
  expect(document.querySelector('[role=dialog]')).toBeNull()
})
