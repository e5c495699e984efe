import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answers, goTo, json, press, show, standInForServer } from '../../../lib/file-tools.test-support.tsx'
import { toasts } from '../../../lib/toast-store.ts'
import { pageBreak } from '../linking/recognition.fixture.ts'
import {
  extracted,
  field,
  markedBox,
  putCaret,
  respondWith,
  selectedText,
  setUpExtractor,
  showResult,
  tab,
  type,
} from '../text-extractor.test-support.tsx'
import { TextExtractor } from '../text-extractor.tsx'

standInForServer()
setUpExtractor()

const saved: { name: string; blob: Blob }[] = []
beforeEach(() => {
  saved.length = 0
  let latest = new Blob()
  vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => {
    latest = blob as Blob
    return 'blob:made-here'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (this.download === '') goTo(this.getAttribute('href') ?? '')
    else saved.push({ name: this.download, blob: latest })
  })
})

const image = () => screen.getByRole<HTMLImageElement>('img', { name: /Scanned page/ })
/** Without layout, jsdom clicks map 1:1 to page coordinates. */
const clickImage = (x: number, y: number) => {
  const sheet = image().parentElement
  if (sheet) fireEvent.click(sheet, { clientX: x, clientY: y })
}
const shownPage = () => screen.getByRole<HTMLSelectElement>('combobox', { name: /Page/ }).value
const chooseFormat = (value: string) =>
  fireEvent.change(screen.getByRole('combobox', { name: 'Download as' }), { target: { value } })

test('OCR-08 ExtractionResult: shows the text beside its page, with confidence, languages and notes', async () => {
  await showResult('Dear Sir,\nyour letter')
  expect(field().value).toBe('Dear Sir,\nyour letter')
  expect(field().dir).toBe('auto')
  expect(image().getAttribute('src')).toBe('/api/conversions/c1/parts/page-1.jpg')
  expect(screen.getByText('90% confidence')).toBeTruthy()
  expect(screen.getByText('English')).toBeTruthy()
  expect(screen.getByText('1 page · 4 words')).toBeTruthy()
  expect(screen.getByText('One page was turned upright.')).toBeTruthy()
})

test('OCR-08 ExtractionResult: marks the word at the caret in the image, and selects a clicked word in the text', async () => {
  await showResult('Dear Sir,\nyour letter')
  expect(markedBox()).toBeNull()
  putCaret(6)
  expect(markedBox()).toBe('M46 -4h48v28h-48z')
  clickImage(75, 30)
  expect(selectedText()).toBe('letter')
  expect(document.activeElement).toBe(field())
  clickImage(500, 700)
  expect(selectedText()).toBe('letter')
})

test('OCR-08 ExtractionResult: words stay linked while the text is edited', async () => {
  await showResult('Dear Sir,\nyour letter')
  type('My dear old Dear Sir,\nyour letter')
  clickImage(75, 30)
  expect(selectedText()).toBe('letter')
  type('My dear old Dear Sir,\nyour postcard')
  putCaret(field().value.length)
  expect(markedBox()).toBe('M46 16h68v28h-68z')
})

test('ExtractionResult: the image follows the caret across pages, and pages can be selected', async () => {
  await showResult('page one', 'page two')
  expect(shownPage()).toBe('1')
  putCaret('page one'.length + pageBreak.length + 6)
  expect(shownPage()).toBe('2')
  expect(image().getAttribute('src')).toBe('/api/conversions/c1/parts/page-2.jpg')
  press('Previous page')
  expect(shownPage()).toBe('1')
  expect(screen.getByRole('button', { name: 'Previous page' }).getAttribute('aria-disabled')).toBe('true')
  press('Next page')
  expect(shownPage()).toBe('2')
})

test('ImageToolbar: zooms in steps', async () => {
  await showResult('word')
  const width = () => image().parentElement?.style.width
  expect(width()).toBe('100%')
  press('Zoom out')
  expect(width()).toBe('100%')
  press('Zoom in')
  press('Zoom in')
  expect(width()).toBe('200%')
  press('Zoom out')
  expect(width()).toBe('150%')
})

test('TextToolbar: counts and steps through words to check until they are corrected', async () => {
  await showResult('good ?bad fine', '?worse end')
  expect(screen.getByText('2 words to check')).toBeTruthy()
  press('Next word to check')
  expect(selectedText()).toBe('?bad')
  expect(screen.getByText('40% confidence')).toBeTruthy()
  press('Next word to check')
  expect([selectedText(), shownPage()]).toEqual(['?worse', '2'])
  press('Next word to check')
  expect([selectedText(), shownPage()]).toEqual(['?bad', '1'])
  press('Previous word to check')
  expect(selectedText()).toBe('?worse')
  type(field().value.replace('?bad', 'better'))
  expect(screen.getByText('1 word to check')).toBeTruthy()
  type(field().value.replace('?worse', 'best'))
  expect(screen.getByText('No words to check')).toBeTruthy()
})

test('TextToolbar: restores the recognized text, and undoes that', async () => {
  await showResult('Dear Sir')
  expect(screen.queryByRole('button', { name: 'Undo all changes' })).toBeNull()
  type('Dear Madam')
  press('Undo all changes')
  expect(field().value).toBe('Dear Sir')
  press('Redo all changes')
  expect(field().value).toBe('Dear Madam')
})

test('ExtractionResult: keeps edits and links over a reload, and removes them with the result', async () => {
  await showResult('Dear Sir,\nyour letter')
  type('Dear old Sir,\nyour letter')
  window.dispatchEvent(new Event('pagehide'))
  cleanup()
  answers.set('GET /api/conversions/c1', json(extracted))
  show(<TextExtractor isActive />)
  await screen.findByRole('textbox', { name: 'Extracted text' })
  expect(field().value).toBe('Dear old Sir,\nyour letter')
  clickImage(75, 30)
  expect(selectedText()).toBe('letter')
  answers.set('DELETE /api/conversions/c1', () => new Response(null, { status: 204 }))
  press('Delete now')
  await waitFor(() => expect(tab('Results').disabled).toBe(true))
  expect(JSON.stringify({ ...localStorage })).not.toContain('old')
})

test('ResultActions: copies the current text, and reports a failure', async () => {
  const writeText = vi.fn(async (_text: string) => undefined)
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText } as unknown as Clipboard)
  await showResult('Dear Sir')
  type('Dear Madam')
  press('Copy text')
  await waitFor(() => expect(toasts.current()?.title).toBe('Copied'))
  expect(writeText).toHaveBeenCalledWith('Dear Madam')
  writeText.mockRejectedValue(new Error('not allowed'))
  press('Copy text')
  await waitFor(() =>
    expect(toasts.current()).toMatchObject({ title: 'Copy failed', variant: 'destructive' }),
  )
})

test('ResultActions: downloads the current text under the name of the file', async () => {
  await showResult('Dear Sir')
  type('Dear Madam')
  press('Download')
  expect(saved[0]?.name).toBe('letter.old.txt')
  expect(await saved[0]?.blob.text()).toBe('Dear Madam')
  expect(goTo).not.toHaveBeenCalled()
})

test('ResultActions: downloads the Word file of the server, or one made from the edited text', async () => {
  await showResult('Dear Sir', 'second page')
  chooseFormat('docx')
  press('Download')
  expect(goTo).toHaveBeenCalledExactlyOnceWith('/api/conversions/c1/parts/text.docx')
  type(`Dear Madam${pageBreak}second page`)
  press('Download')
  await waitFor(() => expect(saved[0]?.name).toBe('letter.old.docx'))
  const document = await saved[0]?.blob.text()
  expect(document).toContain('Dear Madam')
  expect(document).toContain('<w:pageBreakBefore/></w:pPr><w:r><w:t xml:space="preserve">second page')
})

test('ResultActions: downloads Markdown, PDF, hOCR and JSON from the server, and warns that they omit edits', async () => {
  await showResult('Dear Sir')
  const note = /has the original recognized text/
  for (const [format, name] of [
    ['md', 'text.md'],
    ['pdf', 'searchable.pdf'],
    ['hocr', 'text.hocr'],
    ['json', 'recognition.json'],
  ] as const) {
    chooseFormat(format)
    press('Download')
    expect(goTo).toHaveBeenLastCalledWith(`/api/conversions/c1/parts/${name}`)
  }
  expect(screen.queryByText(note)).toBeNull()
  type('Dear Madam')
  expect(screen.getByText(note)).toBeTruthy()
})

test('ExtractionResult: shows the text without word information', async () => {
  respondWith(['Dear Sir'])
  answers.set('GET /api/conversions/c1', json({ ...extracted, parts: [] }))
  localStorage.setItem(
    'filesmith.work.ocr',
    JSON.stringify({ job: { id: 'c1', statusUrl: '/api/conversions/c1', eventsUrl: '/e' } }),
  )
  show(<TextExtractor isActive />)
  await screen.findByRole('textbox', { name: 'Extracted text' })
  expect(field().value).toBe('Dear Sir')
  expect(screen.queryByRole('img', { name: /Scanned page/ })).toBeNull()
  const formats = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Download as' }).options
  expect([...formats].map(({ value }) => value)).toEqual(['txt', 'docx'])
})
