import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import {
  answers,
  callsTo,
  conversionOf,
  dropFiles,
  fileOf,
  goTo,
  json,
  onPlan,
  say,
  sentTo,
  show,
  standInForServer,
} from '../../lib/file-tools.test-support.tsx'
import { FakeEventSource } from '../../lib/job/job-events.fixture.ts'
import { saveWork } from '../../lib/job/saved-work.ts'
import { toasts } from '../../lib/toast-store.ts'
import { tusServer } from '../../lib/tus.fixture.ts'
import {
  buttonOf,
  chooseLanguage,
  languages,
  openDocuments,
  press,
  showTranslator,
  sourceArea,
  stubPairs,
  type,
} from './translator.test-support.tsx'
import { Translator } from './translator.tsx'

standInForServer()
stubPairs()

const path = '/api/translate/document'
const job = { id: 'c1', statusUrl: '/api/conversions/c1', eventsUrl: '/api/conversions/c1/events' }
const megabyte = 1024 * 1024
const pdf = (sizeBytes = 12_595) => fileOf('report.pdf', sizeBytes, 'application/pdf')
const panel = () => screen.getByRole('tabpanel', { name: 'Document Translation' })
const running = (change: Parameters<typeof conversionOf>[0]) =>
  say(
    conversionOf({
      operation: 'translate-document',
      fileName: 'report.pdf',
      originalFormat: 'pdf',
      ...change,
    }),
  )
const done = () =>
  running({
    status: 'succeeded',
    percent: 100,
    convertedFormat: 'pdf',
    resultSize: 2048,
    downloadUrl: '/api/download/c1',
    notes: ['Two pages are scans.'],
    parts: [
      {
        name: 'translated.docx',
        format: 'docx',
        sizeBytes: 1024,
        url: '/api/conversions/c1/parts/translated.docx',
      },
    ],
  })

beforeEach(() => void answers.set(`POST ${path}`, json(job, 202)))

async function open() {
  await showTranslator()
  openDocuments()
}
async function withDocument() {
  await open()
  await dropFiles(pdf())
  await screen.findByText('Upload complete!')
}
async function translateDocument() {
  await withDocument()
  await act(async () => press('Translate Document'))
  await waitFor(() => expect(FakeEventSource.opened).toHaveLength(1))
}

test('TRAN-15 TRAN-16 TRAN-17 DocumentTranslation: has two language selects and a file picker that states its limits', async () => {
  await open()
  expect(languages()).toEqual(['en', 'es'])
  const picker = document.querySelector<HTMLInputElement>('input[type=file]')
  expect([picker?.accept, picker?.multiple]).toEqual(['.pdf,.doc,.docx,.txt', false])
  expect(screen.getByText('PDF, Word document or text file (max 5MB)')).toBeTruthy()
})

test('TRAN-17 DocumentTranslation: accepts larger documents on a paid plan', async () => {
  onPlan('pro')
  await open()
  expect(await screen.findByText('PDF, Word document or text file (max 2GB)')).toBeTruthy()
})

test('TRAN-18 TRAN-19 DocumentCard: shows name, size in KB and type, and removes the document', async () => {
  await withDocument()
  expect(screen.getByTitle('report.pdf')).toBeTruthy()
  expect(screen.getByText('12.3 KB · PDF document')).toBeTruthy()
  expect(screen.getByText('Translating from English to Spanish')).toBeTruthy()
  chooseLanguage('Translate to:', 'ja')
  expect(screen.getByText('Translating from English to Japanese')).toBeTruthy()
  press('Remove report.pdf')
  expect(screen.queryByTitle('report.pdf')).toBeNull()
  expect(screen.queryByText(/Translating from/)).toBeNull()
  expect(document.activeElement).toBe(document.querySelector('input[type=file]'))
})

test.each([
  ['letter.doc', 'application/msword', 4.2 * megabyte, '4,301 KB · Word document'],
  ['letter.docx', '', 512, '0.5 KB · Word document'],
  ['notes.txt', 'text/plain', 10, '0.1 KB · Text file'],
  ['README', 'text/plain', 2048, '2 KB · Document'],
])('TRAN-18 TRAN-23 DocumentTranslation: accepts %s', async (name, mime, sizeBytes, detail) => {
  tusServer.hold()
  await open()
  await dropFiles(fileOf(name, sizeBytes, mime))
  expect(screen.getByText(detail)).toBeTruthy()
})

test('TRAN-20 DocumentTranslation: shows progress on the button and panel, then the result', async () => {
  await translateDocument()
  expect(sentTo(path)).toEqual([{ uploadId: 'u1', sourceLanguage: 'en', targetLanguage: 'es' }])
  expect(tusServer.received()[0]?.purpose).toBe('translate-document')
  expect(buttonOf('Translating Document...').disabled).toBe(true)
  running({ percent: 42 })
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('42')
  expect(screen.getByText('Translating sentence by sentence...')).toBeTruthy()
  done()
  expect(toasts.current()).toMatchObject({
    title: 'Success!',
    description: 'Your document has been translated successfully.',
  })
  expect(goTo).toHaveBeenCalledExactlyOnceWith('/api/download/c1')
  const resultCard = within(screen.getByLabelText('Your document is ready'))
  expect(resultCard.getByText('Translated from English to Spanish')).toBeTruthy()
  expect(resultCard.getByText('Two pages are scans.')).toBeTruthy()
  expect(resultCard.getByText('Download PDF', { exact: false }).closest('a')?.getAttribute('href')).toBe(
    '/api/download/c1',
  )
  expect(resultCard.getByText('Word version', { exact: false }).closest('a')?.getAttribute('href')).toBe(
    '/api/conversions/c1/parts/translated.docx',
  )
})

test('DocumentTranslation: translates the same document again without another upload', async () => {
  await translateDocument()
  done()
  press('Change languages')
  chooseLanguage('Translate to:', 'ja')
  await act(async () => press('Translate Document'))
  expect(sentTo(path).at(-1)).toEqual({ uploadId: 'u1', sourceLanguage: 'en', targetLanguage: 'ja' })
})

test('TRAN-21 TRAN-22 TRAN-23 DocumentTranslation: reports a missing, too large or unsupported document with the specified messages', async () => {
  await open()
  const expectRefused = (title: string) => {
    expect(toasts.current()).toMatchObject({ title, variant: 'destructive' })
    expect(screen.getByText(title)).toBeTruthy()
  }
  press('Translate Document')
  expectRefused('Please upload a document to translate')
  await dropFiles(pdf(5 * megabyte + 1))
  expectRefused('Please upload a document smaller than 5MB')
  await dropFiles(fileOf('photo.png', 10, 'image/png'))
  expectRefused('Please upload a PDF, Word document, or text file')
  expect(screen.queryByTitle('photo.png')).toBeNull()
  expect(sentTo(path)).toEqual([])
  tusServer.hold()
  await dropFiles(pdf(5 * megabyte))
  expect(screen.getByTitle('report.pdf')).toBeTruthy()
  expect(screen.queryByText('Please upload a PDF, Word document, or text file')).toBeNull()
})

test('DocumentTranslation: pressed while the document is uploading, it translates it once it has arrived', async () => {
  await open()
  tusServer.hold()
  await dropFiles(pdf())
  press('Translate Document')
  const progress = within(screen.getByRole('group', { name: 'Translating your document' }))
  expect(progress.getByText('Uploading')).toBeTruthy()
  await waitFor(() => expect(tusServer.heldCount()).toBe(1))
  expect(sentTo(path)).toEqual([])
  act(() => tusServer.release())
  await waitFor(() => expect(sentTo(path)).toHaveLength(1))
})

test('TRAN-24 FormattingNote: says that the formatting is preserved', async () => {
  await open()
  const box = screen.getByLabelText('Document translation preserves formatting')
  expect(within(box).getByText(/Word documents keep their styles, tables, images/)).toBeTruthy()
})

test('TRAN-14 DocumentTranslation: reports a failed job with the message of the server and keeps the document', async () => {
  await translateDocument()
  const message = 'This document has no text to translate.'
  running({ status: 'failed', error: { code: 'no-text-in-document', message } })
  expect(toasts.current()).toMatchObject({
    title: 'Translation failed',
    description: message,
    variant: 'destructive',
  })
  expect(screen.getByText(message)).toBeTruthy()
  expect(screen.getByTitle('report.pdf')).toBeTruthy()
})

test('DocumentTranslation: Cancel stops the job and keeps the document', async () => {
  answers.set('DELETE /api/conversions/c1', () => new Response(null, { status: 204 }))
  await translateDocument()
  await act(async () => press('Cancel'))
  expect(callsTo('DELETE', '/api/conversions/c1')).toBe(1)
  expect(toasts.current()).toMatchObject({ title: 'Canceled' })
  expect(buttonOf('Translate Document').disabled).toBe(false)
  expect(screen.getByTitle('report.pdf')).toBeTruthy()
})

test('DocumentTranslation: asks for the password of a protected PDF and never stores it', async () => {
  await translateDocument()
  running({
    status: 'failed',
    error: {
      code: 'password-needed',
      message: 'This file is password-protected. Please enter its password.',
    },
  })
  const field = await screen.findByLabelText('File password')
  fireEvent.change(field, { target: { value: 'sesame' } })
  await act(async () => press('Open and translate'))
  await waitFor(() => expect(FakeEventSource.opened).toHaveLength(2))
  expect(sentTo(path)[1]).toEqual({
    uploadId: 'u1',
    sourceLanguage: 'en',
    targetLanguage: 'es',
    password: 'sesame',
  })
  expect(JSON.stringify(localStorage)).not.toContain('sesame')
})

test('DocumentTranslation: disables an unavailable language pair and says so', async () => {
  await withDocument()
  chooseLanguage('Translate to:', 'hi')
  expect(screen.getByText('This server cannot translate from English to Hindi.')).toBeTruthy()
  expect(buttonOf('Translate Document').disabled).toBe(true)
})

test('DocumentTranslation: shows why document translation is unavailable', async () => {
  const reason = 'Document translation is currently not available on this server.'
  const operations = { 'translate-document': { isAvailable: false, reason } }
  answers.set('GET /api/capabilities', json({ operations, plan: 'free', signInWith: [] }))
  await open()
  expect(await screen.findByText(reason)).toBeTruthy()
  expect(buttonOf('Translate Document').disabled).toBe(true)
})

test('DocumentTranslation: restores the result and languages after a reload without downloading it', async () => {
  saveWork('translate-document', {
    files: [{ uploadId: 'u1', path: 'report.pdf', sizeBytes: 9 }],
    options: { sourceLanguage: 'fr', targetLanguage: 'es' },
    job,
  })
  answers.set(
    'GET /api/conversions/c1',
    json(conversionOf({ status: 'succeeded', percent: 100, downloadUrl: '/api/download/c1' })),
  )
  show(<Translator isActive />)
  expect(panel().hidden).toBe(false)
  expect(await screen.findByText('Translated from French to Spanish')).toBeTruthy()
  expect(await screen.findByTitle('report.pdf')).toBeTruthy()
  expect(goTo).not.toHaveBeenCalled()
})

test('TRAN-01 Translator: has two tabs in order, and keeps the text when switching', async () => {
  await showTranslator()
  const tabs = screen.getAllByRole('tab')
  expect(tabs.map(({ textContent }) => textContent)).toEqual(['Text Translation', 'Document Translation'])
  type('Good day.')
  openDocuments()
  expect(tabs[1]?.getAttribute('aria-selected')).toBe('true')
  const [textTab] = tabs
  if (textTab) fireEvent.mouseDown(textTab, { button: 0 })
  expect(tabs[0]?.getAttribute('aria-selected')).toBe('true')
  expect(sourceArea().value).toBe('Good day.')
})

test('Translator: a document dropped on the text tab opens the document tab', async () => {
  await showTranslator()
  type('Good day.')
  await dropFiles(pdf())
  expect(await screen.findByText('Upload complete!')).toBeTruthy()
  const tab = screen.getByText('Document Translation', { selector: '[role=tab]' })
  expect(tab.getAttribute('aria-selected')).toBe('true')
  expect(sourceArea().value).toBe('Good day.')
})
