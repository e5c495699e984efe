/** For tests of the text extractor: its file, its job, and what comes of it. */
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import type { Recognition } from '@filesmith/contract/schemas/recognition'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach } from 'vitest'
import {
  answers,
  conversionOf,
  dropFiles,
  fileOf,
  json,
  press,
  say,
  show,
} from '../../lib/file-tools.test-support.tsx'
import { pageBreak, recognitionOf } from './linking/recognition.fixture.ts'
import { TextExtractor } from './text-extractor.tsx'

const job = { id: 'c1', statusUrl: '/api/conversions/c1', eventsUrl: '/api/conversions/c1/events' }
export const path = '/api/extract/text'
const partOf = (name: string, format: string) => ({
  name,
  format,
  sizeBytes: 9,
  url: `/api/conversions/c1/parts/${name}`,
})

export const extracted: ConversionState = conversionOf({
  status: 'succeeded',
  percent: 100,
  operation: 'extract-text',
  fileName: 'letter.old.png',
  convertedFormat: 'txt',
  downloadUrl: '/api/download/c1',
  notes: ['One page was turned upright.'],
  parts: [
    partOf('recognition.json', 'json'),
    partOf('text.hocr', 'hocr'),
    partOf('searchable.pdf', 'pdf'),
    partOf('text.docx', 'docx'),
    partOf('page-1.jpg', 'jpg'),
    partOf('page-2.jpg', 'jpg'),
  ],
})

export function acceptExtractions() {
  beforeEach(() => {
    answers.set(`POST ${path}`, json(job, 202))
  })
}

/** What the server will hand out: a text of some pages, and its words. */
export function answerWith(pageTexts: readonly string[], recognition?: Recognition) {
  answers.set('GET /api/download/c1', () => new Response(pageTexts.join(pageBreak)))
  const words = recognition ?? recognitionOf(pageTexts)
  answers.set('GET /api/conversions/c1/parts/recognition.json', json(words))
}

export async function showWithFile(name = 'letter.png') {
  const shown = show(<TextExtractor isActive />)
  await dropFiles(fileOf(name))
  await screen.findByText('Upload complete!')
  return shown
}

export const extract = () => act(async () => press('Extract Text'))

/** From a file to its text. */
export async function showResult(...pageTexts: readonly string[]) {
  answerWith(pageTexts)
  const shown = await showWithFile()
  await extract()
  say(extracted)
  await screen.findAllByRole('textbox', { name: /^Extracted text/ })
  return shown
}

export const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Extracted text' })
export const selectedText = () => field().value.slice(field().selectionStart, field().selectionEnd)

export function type(text: string) {
  fireEvent.change(field(), { target: { value: text } })
}

export function putCaret(offset: number) {
  // React says nothing of selections as long as it thinks that a button of the mouse is held.
  fireEvent.mouseUp(field())
  field().setSelectionRange(offset, offset)
  fireEvent.select(field())
}

export const tab = (name: string) => screen.getByRole<HTMLButtonElement>('tab', { name })
/** Radix opens a tab when the mouse goes down on it. */
export const openTab = (name: string) => fireEvent.mouseDown(tab(name), { button: 0 })
/** Of what is in hand, as a path over the picture. */
export const markedBox = () => document.querySelector('.ocr-word-active')?.getAttribute('d') ?? null
