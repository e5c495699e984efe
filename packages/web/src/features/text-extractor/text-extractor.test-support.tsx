/** Test support of the text extractor: its file, its job, and server responses. */
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
    partOf('text.md', 'md'),
    partOf('searchable.pdf', 'pdf'),
    partOf('text.docx', 'docx'),
    partOf('page-1.jpg', 'jpg'),
    partOf('page-2.jpg', 'jpg'),
  ],
})

export function setUpExtractor() {
  beforeEach(() => {
    answers.set(`POST ${path}`, json(job, 202))
  })
}

/** Stubs the result: the text of the pages, and its words. */
export function respondWith(pageTexts: readonly string[], recognition?: Recognition) {
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

/** Uploads a file and extracts its text. */
export async function showResult(...pageTexts: readonly string[]) {
  respondWith(pageTexts)
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
  // React ignores selection changes while it believes a mouse button is pressed.
  fireEvent.mouseUp(field())
  field().setSelectionRange(offset, offset)
  fireEvent.select(field())
}

export const tab = (name: string) => screen.getByRole<HTMLButtonElement>('tab', { name })
/** Radix activates a tab on mousedown. */
export const openTab = (name: string) => fireEvent.mouseDown(tab(name), { button: 0 })
/** SVG path of the active word. */
export const markedBox = () => document.querySelector('.ocr-word-active')?.getAttribute('d') ?? null
