import { act, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  answers,
  callsTo,
  conversionOf,
  goTo,
  press,
  say,
  sentTo,
  show,
  standInForServer,
} from '../../lib/file-tools.test-support.tsx'
import { readSavedWork, saveWork } from '../../lib/job/saved-work.ts'
import { toasts } from '../../lib/toast-store.ts'
import {
  acceptArchives,
  compress,
  job,
  passwordField,
  path,
  protect,
  showWithFile,
  slider,
  type,
} from './compressor.test-support.tsx'
import { FileCompressor } from './file-compressor.tsx'

standInForServer()
acceptArchives()

test('COMP-17 FileCompressor: on failure shows "Compression failed" with the message of the server and keeps files and options', async () => {
  await showWithFile()
  await compress()
  const message = 'This file took too long to process and was stopped.'
  say(conversionOf({ status: 'failed', error: { code: 'took-too-long', message } }))
  expect(toasts.current()).toMatchObject({
    title: 'Compression failed',
    description: message,
    variant: 'destructive',
  })
  expect(screen.getByText(message)).toBeTruthy()
  expect(screen.getByRole('group', { name: 'Options' })).toBeTruthy()
})

test('COMP-17 TOOL-06 FileCompressor: shows the status when the server gives no message', async () => {
  await showWithFile()
  answers.set(`POST ${path}`, () => new Response('', { status: 500 }))
  await compress()
  expect(toasts.current()).toMatchObject({
    title: 'Compression failed',
    description: 'Server responded with status: 500',
  })
})

const packed = conversionOf({
  status: 'succeeded',
  percent: 100,
  originalSize: 4096,
  resultSize: 1024,
  convertedFormat: 'zip',
  downloadUrl: '/api/download/c1',
})

test('TOOL-04 TOOL-05 FileCompressor: on success shows a toast and both sizes, and starts the download', async () => {
  const { invalidate } = await showWithFile()
  await compress()
  say(conversionOf({ percent: 50 }))
  const bar = screen.getByRole('progressbar', { name: 'Compression progress' })
  expect(bar.getAttribute('aria-valuenow')).toBe('50')
  say(packed)
  expect(toasts.current()).toMatchObject({
    title: 'Success!',
    description: 'Your files have been compressed successfully.',
  })
  expect(goTo).toHaveBeenCalledExactlyOnceWith('/api/download/c1')
  expect(invalidate).toHaveBeenCalledWith({ queryKey: ['/api/conversions/recent'] })
  const resultCard = screen.getByRole('group', { name: 'Your archive is ready' })
  expect(within(resultCard).getByText('4 KB')).toBeTruthy()
  expect(within(resultCard).getByText('1 KB')).toBeTruthy()
  expect(within(resultCard).getByText('75% smaller')).toBeTruthy()
  press('Compress more files')
  expect(screen.getByText('Drop files or folders here')).toBeTruthy()
})

test('COMP-18 FileCompressor: reports a download error when a successful job has no downloadUrl', async () => {
  await showWithFile()
  await compress()
  say({ ...packed, downloadUrl: null })
  expect(toasts.current()).toMatchObject({
    title: 'Download Error',
    description: "Couldn't download the compressed file",
    variant: 'destructive',
  })
  expect(goTo).not.toHaveBeenCalled()
})

test('FileCompressor: clears the password after submitting and never stores it', async () => {
  await showWithFile()
  protect()
  type('correct horse')
  await compress()
  expect(JSON.stringify({ ...localStorage })).not.toContain('correct horse')
  say(packed)
  press('Change options')
  expect(passwordField()?.value).toBe('')
})

test('FileCompressor: canceling deletes the job on the server and keeps the files', async () => {
  await showWithFile()
  await compress()
  answers.set('DELETE /api/conversions/c1', () => new Response(null, { status: 204 }))
  await act(async () => press('Cancel'))
  expect(callsTo('DELETE', '/api/conversions/c1')).toBe(1)
  expect(toasts.current()?.description).toBe('Nothing was compressed. Your files are still here.')
  expect(screen.getByText('Upload complete!')).toBeTruthy()
})

test('FileCompressor: restores files, format and level after a reload, without password protection and estimate', async () => {
  saveWork('compress', {
    files: [{ uploadId: 'u9', path: 'album/a.png', sizeBytes: 9 }],
    options: { format: '7z', level: 3 },
  })
  show(<FileCompressor isActive />)
  expect(await screen.findByText('Files ready to process')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '7Z' }).checked).toBe(true)
  expect(slider().value).toBe('3')
  expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('false')
  expect(screen.queryByText(/sample of your files/)).toBeNull()
  await compress()
  expect(sentTo(path)).toMatchObject([{ files: [{ uploadId: 'u9', path: 'album/a.png' }] }])
  expect(readSavedWork('compress').job).toEqual(job)
})
