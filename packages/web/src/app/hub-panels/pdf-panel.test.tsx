import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fieldsOf } from '../../features/converter/conversion-options.ts'
import { FakeEventSource } from '../../lib/job/job-events.fixture.ts'
import { readSavedWork } from '../../lib/job/saved-work.ts'
import { toasts } from '../../lib/toast-store.ts'
import {
  goTo,
  openWithUpload,
  openWorkspace,
  press,
  sentForms,
  server,
  standInForServer,
} from '../screens/tools-screen.test-support.tsx'

standInForServer()

const heading = 'Convert PDF Documents'
const open = () => openWorkspace('/tools/pdf', heading)
const withFile = () => openWithUpload('/tools/pdf', heading, 'hub-pdf')
const say = (change: Parameters<FakeEventSource['say']>[1]) =>
  act(() => FakeEventSource.latest().say('state', change))

/** Starts a conversion and waits until it runs. */
async function convert() {
  const workspace = await withFile()
  press('Convert PDF')
  await waitFor(() => expect(FakeEventSource.opened).toHaveLength(1))
  return workspace
}

const choicesOf = (workspace: HTMLElement, name: string) =>
  within(within(workspace).getByRole('group', { name }))
    .getAllByRole<HTMLInputElement>('radio')
    .map(({ value, checked, labels }) => [value, labels?.[0]?.textContent, checked])

test('PDF-01 PDF-02 PdfPanel: accepts one .pdf file and shows the maximum size', async () => {
  const workspace = await open()
  const input = within(workspace).getByLabelText<HTMLInputElement>(/Choose a file/)
  expect([input.accept, input.multiple]).toEqual(['.pdf', false])
  expect(within(workspace).getByText(/Accepts PDF, up to 100\sMB\./)).toBeTruthy()
  const photo = new File(['x'], 'photo.png', { type: 'image/png' })
  fireEvent.change(input, { target: { files: [photo] } })
  expect(
    within(workspace).getByText('"photo.png" cannot be used here. Please choose a PDF file.'),
  ).toBeTruthy()
})

test('PDF-05 TOOL-02 PdfPanel: without a file shows no options, and Convert asks for one', async () => {
  const workspace = await open()
  expect(within(workspace).queryByRole('group', { name: 'Options' })).toBeNull()
  press('Convert PDF')
  expect(within(workspace).getByText('Please select a PDF file first')).toBeTruthy()
  expect(toasts.current()).toMatchObject({ title: 'Please select a PDF file first', variant: 'destructive' })
  expect(sentForms()).toEqual([])
})

test('PDF-03 PDF-04 PdfPanel: shows formats and qualities in order with their defaults', async () => {
  const workspace = await withFile()
  expect(choicesOf(workspace, 'Output format')).toEqual([
    ['docx', 'DOCX', true],
    ['txt', 'TXT', false],
    ['html', 'HTML', false],
    ['jpg', 'JPEG', false],
    ['png', 'PNG', false],
  ])
  expect(choicesOf(workspace, 'Quality')).toEqual([
    ['high', 'High', true],
    ['medium', 'Medium', false],
    ['low', 'Low', false],
  ])
})

test('PdfPanel: offers Markdown on request, with a choice for its images that is sent', async () => {
  const workspace = await withFile()
  expect(within(workspace).queryByLabelText('Markdown')).toBeNull()
  press('More formats')
  expect(within(workspace).queryByText('Images in Markdown')).toBeNull()
  fireEvent.click(within(workspace).getByLabelText('Markdown'))
  expect(choicesOf(workspace, 'Images in Markdown')).toEqual([
    ['beside', 'ZIP file', true],
    ['inline', 'Inline', false],
    ['none', 'None', false],
  ])
  fireEvent.click(within(workspace).getByLabelText('Inline'))
  press('Convert PDF')
  await waitFor(() => expect(sentForms()).toMatchObject([{ outputFormat: 'md', images: 'inline' }]))
})

test('PdfPanel: offers a resolution for images of pages, which is sent with them only', async () => {
  const workspace = await withFile()
  expect(within(workspace).queryByRole('group', { name: 'Resolution' })).toBeNull()
  fireEvent.click(within(workspace).getByLabelText('PNG'))
  expect(choicesOf(workspace, 'Resolution')).toEqual([
    ['', 'By quality', true],
    ['150', '150 dpi', false],
    ['300', '300 dpi', false],
    ['600', '600 dpi', false],
  ])
  fireEvent.click(within(workspace).getByLabelText('600 dpi'))
  expect(fieldsOf({ outputFormat: 'docx', quality: 'high', dpi: '600' }, 'free')).not.toHaveProperty('dpi')
  press('Convert PDF')
  await waitFor(() => expect(sentForms()).toMatchObject([{ outputFormat: 'png', dpi: '600' }]))
})

test('PdfPanel: explains the selected format', async () => {
  const workspace = await withFile()
  fireEvent.click(within(workspace).getByLabelText('JPEG'))
  const note = 'Small page images. Several pages come as one ZIP file.'
  expect(within(workspace).getByText(note)).toBeTruthy()
})

test('PdfPanel: page images are labeled as such, without comparing the size of an archive', async () => {
  const workspace = await convert()
  say({
    status: 'succeeded',
    percent: 100,
    downloadUrl: '/api/download/c1',
    originalFormat: 'pdf',
    convertedFormat: 'zip',
    originalSize: 1000,
    resultSize: 14_200,
    pages: { count: 4, format: 'jpg' },
  })
  expect(await within(workspace).findByText('4 JPEG pages', {}, { timeout: 4000 })).toBeTruthy()
  expect(within(workspace).getByText('4 numbered files in a ZIP file.')).toBeTruthy()
  expect(within(workspace).queryByText(/larger/)).toBeNull()
})

test('TOOL-03 PdfPanel: "Choose another file" and "Start Over" remove the file and restore the defaults', async () => {
  for (const button of ['Choose another file', 'Start Over']) {
    const workspace = await withFile()
    fireEvent.click(within(workspace).getByLabelText('PNG'))
    press(button)
    expect(within(workspace).getByText('Drop a PDF here')).toBeTruthy()
    expect(readSavedWork('hub-pdf')).toEqual({ files: [], options: {} })
    cleanup()
  }
})

test('TOOL-02 TOOL-04 TOOL-05 PdfPanel: converts without a wait and shows progress, result, notes and download', async () => {
  const workspace = await withFile()
  press('Convert PDF')
  expect(document.querySelector('[role=timer]')).toBeNull()
  await waitFor(() => expect(FakeEventSource.opened).toHaveLength(1))
  expect(sentForms()).toEqual([{ uploadId: 'u1', outputFormat: 'docx', quality: 'high' }])
  say({ percent: 42 })
  const dialog = screen.getByRole('dialog', { name: 'Converting your PDF' })
  expect(within(dialog).getByRole('status').textContent).toBe('Converting pages...')
  const { mock } = vi.mocked(fetch)
  const recentCalls = () => mock.calls.filter(([url]) => url === '/api/conversions/recent').length
  const callsBefore = recentCalls()
  vi.useFakeTimers()
  say({
    status: 'succeeded',
    percent: 100,
    convertedFormat: 'jpg',
    resultSize: 400,
    downloadUrl: '/api/download/c1',
    notes: ['Two pages were scans.'],
  })
  expect(toasts.current()).toMatchObject({
    title: 'Success!',
    description: 'Your PDF has been converted successfully.',
  })
  expect(recentCalls()).toBe(callsBefore + 1)
  act(() => vi.advanceTimersByTime(2500))
  expect(goTo).toHaveBeenCalledExactlyOnceWith('/api/download/c1')
  const resultCard = within(workspace).getByRole('group', { name: 'Your file is ready' })
  expect(within(resultCard).getByText('Two pages were scans.')).toBeTruthy()
  expect(within(resultCard).getByText('JPEG')).toBeTruthy()
})

test('TOOL-07 PdfPanel: reports a result without a download and allows another conversion', async () => {
  const workspace = await convert()
  say({ status: 'succeeded', percent: 100, downloadUrl: null })
  expect(toasts.current()).toMatchObject({
    title: 'Download Error',
    description: "Couldn't download the converted file",
    variant: 'destructive',
  })
  expect(goTo).not.toHaveBeenCalled()
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  expect(within(workspace).getByText("Couldn't download the converted file")).toBeTruthy()
  expect(within(workspace).getByText<HTMLButtonElement>('Convert PDF').disabled).toBe(false)
})

test('PDF-06 TOOL-06 PdfPanel: shows the message of the server when a conversion fails', async () => {
  await convert()
  const message = 'This PDF file is damaged or incomplete and cannot be read.'
  say({ status: 'failed', error: { code: 'file-damaged', message } })
  expect(toasts.current()).toMatchObject({
    title: 'Conversion failed',
    description: message,
    variant: 'destructive',
  })
})

test.each([
  ['a message', () => Response.json({ code: 'x', message: 'Not now.' }, { status: 503 }), 'Not now.'],
  ['a bare status', () => new Response('', { status: 502 }), 'Server responded with status: 502'],
  [
    'no answer at all',
    () => Promise.reject(new TypeError('Failed to fetch')),
    'There was an error converting your PDF.',
  ],
])('PDF-06 TOOL-06 PdfPanel: reports a rejected request with %s', async (_what, answer, description) => {
  server.convert = answer
  await withFile()
  press('Convert PDF')
  await waitFor(() => expect(toasts.current()).toMatchObject({ title: 'Conversion failed', description }))
})

test('PdfPanel: asks for the password of a protected PDF until it is correct and never stores it', async () => {
  await convert()
  const needed = {
    code: 'password-needed',
    message: 'This file is password-protected. Please enter its password.',
  }
  say({ status: 'failed', error: needed })
  const dialog = screen.getByRole('dialog', { name: 'This file is password-protected' })
  const field = await within(dialog).findByLabelText<HTMLInputElement>('File password')
  expect(toasts.current()?.title).toBe('An older toast')
  expect(document.activeElement).toBe(field)

  press('Open and convert')
  expect(await within(dialog).findByText('Please enter the password')).toBeTruthy()
  expect(sentForms()).toHaveLength(1)

  fireEvent.change(field, { target: { value: 'wrong' } })
  press('Open and convert')
  await waitFor(() => expect(FakeEventSource.opened).toHaveLength(2))
  expect(sentForms()[1]).toEqual({
    uploadId: 'u1',
    outputFormat: 'docx',
    quality: 'high',
    password: 'wrong',
  })
  const wrong = { code: 'password-wrong', message: 'Wrong password for this file.' }
  say({ status: 'failed', error: wrong })
  expect(await within(dialog).findByText('Wrong password for this file.')).toBeTruthy()
  expect(JSON.stringify(localStorage)).not.toContain('wrong')
})

test('PdfPanel: leaving the password prompt keeps file and options', async () => {
  const workspace = await convert()
  say({ status: 'failed', error: { code: 'password-needed', message: 'Protected.' } })
  await screen.findByLabelText('File password')
  press('Not now')
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  expect(within(workspace).getByText('report.pdf')).toBeTruthy()
  expect(within(workspace).getByRole('group', { name: 'Options' })).toBeTruthy()
})
