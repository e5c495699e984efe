import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  answers,
  callsTo,
  conversionOf,
  dropFiles,
  fileOf,
  goTo,
  json,
  onPlan,
  press,
  say,
  sentTo,
  show,
  standInForServer,
} from '../../lib/file-tools.test-support.tsx'
import { readSavedWork, saveWork } from '../../lib/job/saved-work.ts'
import { toasts } from '../../lib/toast-store.ts'
import { tusServer } from '../../lib/tus.fixture.ts'
import {
  extract,
  extracted,
  field,
  openTab,
  path,
  respondWith,
  setUpExtractor,
  showResult,
  showWithFile,
  tab,
} from './text-extractor.test-support.tsx'
import { TextExtractor } from './text-extractor.tsx'

standInForServer()
setUpExtractor()

const defaults = {
  preserveLayout: true,
  enhanceAccuracy: true,
  detectLanguage: true,
  includeConfidence: false,
  language: 'eng',
}
const isOn = (name: string) => screen.getByRole('switch', { name }).getAttribute('aria-checked') === 'true'
const toggle = (name: string) => fireEvent.click(screen.getByRole('switch', { name }))

test('OCR-01 OCR-02 TextExtractor: has two tabs, and enables Results only when there is text', async () => {
  respondWith(['Hello'])
  await showWithFile()
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Upload File', 'Results'])
  expect(tab('Results').disabled).toBe(true)
  await extract()
  say(conversionOf({ percent: 50 }))
  expect(tab('Results').disabled).toBe(true)
  say(extracted)
  await waitFor(() => expect(tab('Results').getAttribute('aria-selected')).toBe('true'))
  expect(tab('Results').disabled).toBe(false)
  expect(field().value).toBe('Hello')
})

test('OCR-03 TextExtractor: accepts the listed extensions and states the size limit', async () => {
  show(<TextExtractor isActive />)
  const input = screen.getByLabelText<HTMLInputElement>(/Choose a file/)
  for (const extension of ['jpg', 'jpeg', 'png', 'pdf', 'tiff', 'bmp', 'webp', 'heic'])
    expect(input.accept.split(',')).toContain(`.${extension}`)
  expect(input.multiple).toBe(false)
  expect(screen.getByText(/up to 50\sMB/)).toBeTruthy()
  await dropFiles(fileOf('song.mp3', 10, 'audio/mpeg'))
  expect(screen.getByText(/"song.mp3" cannot be used here/)).toBeTruthy()
  expect(tusServer.received()).toEqual([])
})

test('OCR-03 TextExtractor: rejects a larger file on Free', async () => {
  const alertStub = vi.fn<(message: string) => void>()
  window.alert = alertStub
  show(<TextExtractor isActive />)
  await dropFiles(fileOf('scan.tiff', 51 * 1024 * 1024, 'image/tiff'))
  expect(alertStub).toHaveBeenCalledWith('File is too large. Maximum size is 50MB.')
  expect(screen.queryByText('scan.tiff')).toBeNull()
})

test('OCR-03 TextExtractor: accepts larger files on paid plans', async () => {
  onPlan('basic')
  show(<TextExtractor isActive />)
  expect(await screen.findByText(/up to 250\sMB/)).toBeTruthy()
})

test('OCR-04 OcrOptionsPanel: shows four switches with their defaults and sends them', async () => {
  await showWithFile()
  const switches = screen.getAllByRole('switch').map(each => [each.textContent, isOn(each.textContent)])
  expect(switches).toEqual([
    ['Preserve layout', true],
    ['Enhance accuracy', true],
    ['Detect language', true],
    ['Include confidence', false],
  ])
  await extract()
  expect(sentTo(path)).toEqual([{ uploadId: tusServer.received()[0]?.id, options: defaults }])
  expect(tusServer.received()[0]?.purpose).toBe('extract-text')
})

test('OCR-04 OcrOptionsPanel: describes the state of each switch and sends it', async () => {
  await showWithFile()
  toggle('Preserve layout')
  toggle('Include confidence')
  expect(screen.getByText('Joins lines into paragraphs and rejoins hyphenated words.')).toBeTruthy()
  await extract()
  expect(sentTo(path)).toMatchObject([
    { options: { ...defaults, preserveLayout: false, includeConfidence: true } },
  ])
})

test('OCR-06 TextExtractor: asks for a file and sends nothing without one', async () => {
  show(<TextExtractor isActive />)
  await extract()
  expect(toasts.current()).toMatchObject({ title: 'Please select a file first', variant: 'destructive' })
  expect(screen.getByText('Please select a file first')).toBeTruthy()
  expect(sentTo(path)).toEqual([])
})

test('OCR-07 TextExtractor: shows the page being read, then the result, without downloading it', async () => {
  respondWith(['Hello'])
  const { invalidate } = await showWithFile()
  await extract()
  say(conversionOf({ percent: 40, stage: 'page 3 of 12' }))
  const workspace = screen.getByRole('group', { name: 'Extracting text' })
  expect(within(workspace).getByRole('status').textContent).toBe('Reading page 3 of 12...')
  expect(within(workspace).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40')
  say(conversionOf({ percent: 95, stage: 'write' }))
  expect(within(workspace).getByRole('status').textContent).toBe('Finishing up...')
  say(extracted)
  await screen.findByRole('textbox', { name: 'Extracted text' })
  expect(goTo).not.toHaveBeenCalled()
  expect(invalidate).toHaveBeenCalledWith({ queryKey: ['/api/conversions/recent'] })
})

test('OCR-07 OCR-09 TextExtractor: reports a failed job with the server’s message and keeps file and options', async () => {
  await showWithFile()
  toggle('Enhance accuracy')
  await extract()
  const message = 'This image is damaged or incomplete and cannot be read.'
  say(conversionOf({ status: 'failed', error: { code: 'file-damaged', message } }))
  expect(toasts.current()).toMatchObject({
    title: 'Extraction failed',
    description: message,
    variant: 'destructive',
  })
  expect(screen.getByText(message)).toBeTruthy()
  expect(isOn('Enhance accuracy')).toBe(false)
  expect(tab('Results').disabled).toBe(true)
})

test('OCR-09 TOOL-06 TextExtractor: reports an error response without message by its status', async () => {
  await showWithFile()
  answers.set(`POST ${path}`, () => new Response('', { status: 502 }))
  await extract()
  expect(toasts.current()).toMatchObject({
    title: 'Extraction failed',
    description: 'Server responded with status: 502',
  })
})

test('OCR-10 TextExtractor: reports an empty result and keeps Results disabled', async () => {
  respondWith([' \n '])
  await showWithFile()
  await extract()
  say(extracted)
  const message = 'Text extraction completed but no text was returned.'
  await waitFor(() => expect(toasts.current()).toMatchObject({ title: message, variant: 'destructive' }))
  expect(screen.getByText(message)).toBeTruthy()
  expect(tab('Results').disabled).toBe(true)
  expect(screen.getByRole('group', { name: 'Options' })).toBeTruthy()
})

test('OCR-11 OCR-12 TextExtractor: states the number of languages and the premium features', async () => {
  show(<TextExtractor isActive />)
  expect(screen.getByText('Over 100 languages supported.')).toBeTruthy()
  expect(screen.getByText(/Bulk and multilingual OCR are premium/)).toBeTruthy()
})

test('TextExtractor: offers to fetch the text again after a failure', async () => {
  answers.set('GET /api/download/c1', () => new Response('', { status: 503 }))
  await showWithFile()
  await extract()
  say(extracted)
  expect(await screen.findByText('Could not load the text.')).toBeTruthy()
  respondWith(['Hello'])
  await act(async () => press('Try again'))
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Extracted text' })).value).toBe(
    'Hello',
  )
})

test('TextExtractor: Cancel stops the job on the server and keeps the file', async () => {
  await showWithFile()
  await extract()
  answers.set('DELETE /api/conversions/c1', () => new Response(null, { status: 204 }))
  await act(async () => press('Cancel'))
  expect(callsTo('DELETE', '/api/conversions/c1')).toBe(1)
  expect(toasts.current()?.description).toBe('Nothing was extracted. Your file is still here.')
  expect(screen.getByText('Upload complete!')).toBeTruthy()
})

test('TextExtractor: asks for the password of a protected PDF and never stores it', async () => {
  await showWithFile('contract.pdf')
  await extract()
  say(conversionOf({ status: 'failed', error: { code: 'password-needed', message: 'Protected.' } }))
  const password = await screen.findByLabelText<HTMLInputElement>('File password')
  expect(toasts.current()?.title).toBe('An older toast')
  fireEvent.change(password, { target: { value: 'open sesame' } })
  await act(async () => press('Open and extract'))
  expect(sentTo(path)[1]).toMatchObject({ password: 'open sesame', options: defaults })
  const message = 'Wrong password for this file.'
  say(conversionOf({ status: 'failed', error: { code: 'password-wrong', message } }))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(JSON.stringify({ ...localStorage })).not.toContain('open sesame')
  await act(async () => press('Not now'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByText('contract.pdf')).toBeTruthy()
})

test('TOOL-03 TextExtractor: Choose another file and Start Over clear the file and reset the options', async () => {
  for (const button of ['Choose another file', 'Start Over']) {
    if (!screen.queryByText('Drop a scan, a photo or a PDF here')) show(<TextExtractor isActive />)
    await dropFiles(fileOf('letter.png'))
    await screen.findByText('Upload complete!')
    toggle('Enhance accuracy')
    press(button)
    expect(screen.getByText('Drop a scan, a photo or a PDF here')).toBeTruthy()
    expect(readSavedWork('ocr')).toEqual({ files: [], options: {} })
  }
})

test('TextExtractor: restores file, switches and a finished result after a reload', async () => {
  respondWith(['Hello'])
  answers.set('GET /api/conversions/c1', json(extracted))
  saveWork('ocr', {
    files: [{ uploadId: 'u9', path: 'letter.png', sizeBytes: 9 }],
    options: { enhanceAccuracy: 0, preserveLayout: 1, language: 'deu' },
    job: { id: 'c1', statusUrl: '/api/conversions/c1', eventsUrl: '/api/conversions/c1/events' },
  })
  show(<TextExtractor isActive />)
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Extracted text' })).value).toBe(
    'Hello',
  )
  expect(toasts.current()?.title).toBe('An older toast')
  openTab('Upload File')
  expect([isOn('Enhance accuracy'), isOn('Preserve layout'), isOn('Detect language')]).toEqual([
    false,
    true,
    true,
  ])
  expect(screen.getByText(/Extracting again replaces the text/)).toBeTruthy()
})

test('TextExtractor: a new file replaces the previous one and its text', async () => {
  await showResult('Hello')
  openTab('Upload File')
  await dropFiles(fileOf('second.png'))
  expect(screen.getByText('second.png')).toBeTruthy()
  expect(screen.queryByText('letter.png')).toBeNull()
  expect(tab('Results').disabled).toBe(true)
})
