import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  answers,
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
import { createFakeIndexedDb } from '../../lib/indexed-db.fixture.ts'
import { tusServer } from '../../lib/tus.fixture.ts'
import { ActionForm } from './actions/action-form.tsx'
import type { ActionField } from './actions/workbench-action.ts'
import { type FormReading, noForm } from './drawing/form-fields.ts'
import { shownField } from './drawing/shown-field.fixture.ts'
import { fakeDrawing } from './fake-drawing.fixture.ts'
import { PdfWorkbench } from './pdf-workbench.tsx'

standInForServer()

const path = '/api/pdf/organize'
const accepted = { id: 'c1', statusUrl: '/api/conversions/c1', eventsUrl: '/api/conversions/c1/events' }

beforeEach(() => {
  vi.stubGlobal('indexedDB', createFakeIndexedDb().indexedDB)
  // Three columns, and room for all rows.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(460)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(3000)
  answers.set(`POST ${path}`, json(accepted, 202))
})

/** The form of every file. */
let form: FormReading = noForm
const newDrawing = () => fakeDrawing(() => form)

/** Other names have no type. */
const pdf = (name: string) => fileOf(name, 10, name.endsWith('.pdf') ? 'application/pdf' : '')
const grid = () => screen.getByRole('grid', { name: 'Pages' })
const cells = () => screen.getAllByRole('gridcell')
const labels = () =>
  cells().map(cell => /page \d of \w+|empty page/.exec(cell.getAttribute('aria-label') ?? '')?.[0])
const selectedPositions = () =>
  cells().flatMap((cell, index) => (cell.getAttribute('aria-selected') === 'true' ? [index + 1] : []))
const key = (name: string, held: object = {}) => fireEvent.keyDown(grid(), { key: name, ...held })

async function open(...names: readonly string[]) {
  show(<PdfWorkbench isActive createDrawing={newDrawing} />)
  await dropFiles(...names.map(pdf))
  if (names.includes('three.pdf')) await screen.findByLabelText(/page 3 of three/)
}

/** The uploads of the open files are complete. */
const uploaded = () => waitFor(() => expect(screen.queryByText(/uploaded$/)).toBeNull())

test('PdfWorkbench: several files become documents of pages, in the order of the drop', async () => {
  await open('three.pdf', 'two.pdf')
  await screen.findByLabelText(/page 2 of two/)
  expect(labels()).toEqual([
    'page 1 of three',
    'page 2 of three',
    'page 3 of three',
    'page 1 of two',
    'page 2 of two',
  ])
  expect(screen.getAllByRole('rowheader').map(row => row.textContent)).toEqual([
    expect.stringContaining('Document 1: three'),
    expect.stringContaining('Document 2: two'),
  ])
  expect(screen.getByText('5 pages · 2 documents · 0 selected')).toBeTruthy()
})

test('PdfWorkbench: selection by click, Ctrl and click, Shift and click, and by text', async () => {
  await open('three.pdf')
  const [first, second, third] = cells()
  fireEvent.click(second ?? expect.fail())
  expect(selectedPositions()).toEqual([2])
  fireEvent.click(third ?? expect.fail(), { ctrlKey: true })
  expect(selectedPositions()).toEqual([2, 3])
  fireEvent.click(first ?? expect.fail(), { shiftKey: true })
  expect(selectedPositions()).toEqual([1, 2, 3])
  const field = screen.getByLabelText('Select pages')
  fireEvent.change(field, { target: { value: 'odd' } })
  press('Select')
  expect(selectedPositions()).toEqual([1, 3])
  fireEvent.change(field, { target: { value: '9' } })
  press('Select')
  expect(screen.getByText('There is no page 9; the file has 3 pages.')).toBeTruthy()
})

test('PdfWorkbench: by keyboard, announced', async () => {
  await open('three.pdf')
  const said = (text: string) => expect(screen.getByText(text)).toBeTruthy()
  key('ArrowRight')
  expect(grid().getAttribute('aria-activedescendant')).toBe(cells()[1]?.id)
  key(' ')
  said('1 page selected.')
  key('r')
  said('1 page rotated right.')
  expect(screen.getByLabelText(/page 2 of three, rotated by 90 degrees/)).toBeTruthy()
  key('ArrowRight', { altKey: true })
  said('1 page moved to position 3.')
  expect(labels()).toEqual(['page 1 of three', 'page 3 of three', 'page 2 of three'])
  key('Delete')
  said('1 page deleted.')
  expect(cells()).toHaveLength(2)
  key('z', { ctrlKey: true })
  key('z', { ctrlKey: true })
  said('Undone.')
  expect(labels()).toEqual(['page 1 of three', 'page 2 of three', 'page 3 of three'])
  key('Z', { ctrlKey: true, shiftKey: true })
  said('Redone.')
  key('d', { ctrlKey: true })
  expect(labels()).toEqual(['page 1 of three', 'page 3 of three', 'page 2 of three', 'page 2 of three'])
})

test('PdfWorkbench: by buttons: empty page, split here and join', async () => {
  await open('three.pdf')
  fireEvent.click(cells()[0] ?? expect.fail())
  press('Insert an empty page')
  expect(labels()[1]).toBe('empty page')
  press('Split here')
  expect(screen.getByText('4 pages · 2 documents · 1 selected')).toBeTruthy()
  press('Join three (2) with the document above')
  expect(screen.getByText('4 pages · 1 document · 1 selected')).toBeTruthy()
  press('Undo')
  expect(screen.getByText('4 pages · 2 documents · 1 selected')).toBeTruthy()
})

test('PdfWorkbench: a damaged file says so, and can be removed', async () => {
  await open('broken.pdf')
  expect(await screen.findByText('This file is damaged and cannot be opened.')).toBeTruthy()
  press('Remove broken')
  expect(screen.queryByRole('grid')).toBeNull()
})

test('PdfWorkbench: a damaged file is repaired by the server, and its pages are shown', async () => {
  answers.set('POST /api/pdf/repair', json(accepted, 202))
  answers.set('GET /api/download/c1', () => new Response('repaired'))
  await open('broken.pdf')
  fireEvent.click(await screen.findByRole('button', { name: 'Try to repair broken' }))
  await waitFor(() =>
    expect(sentTo('/api/pdf/repair')).toEqual([{ files: [{ uploadId: expect.any(String) }] }]),
  )
  say(conversionOf({ status: 'succeeded', percent: 100, downloadUrl: '/api/download/c1' }))
  expect(await screen.findByLabelText(/page 2 of broken/)).toBeTruthy()
  expect(screen.queryByText('This file is damaged and cannot be opened.')).toBeNull()
})

test('PdfWorkbench: a protected file asks for its password, which the job gets', async () => {
  await open('locked.pdf')
  fireEvent.click(await screen.findByRole('button', { name: 'Enter password: locked' }))
  const enter = async (password: string) => {
    const field = await screen.findByLabelText('File password')
    fireEvent.change(field, { target: { value: password } })
    await act(async () => press('Open'))
  }
  await enter('wrong')
  expect(await screen.findByText('This password does not open the file. Please try again.')).toBeTruthy()
  await enter('sesame')
  expect(await screen.findByLabelText(/page 2 of locked/)).toBeTruthy()
  await uploaded()
  press('Save as one PDF')
  await waitFor(() => expect(sentTo(path)).toHaveLength(1))
  expect(sentTo(path)[0]).toMatchObject({ pages: '1:1-2', password: 'sesame' })
})

test('PdfWorkbench: the job gets the pages in their order, and its result is downloaded', async () => {
  await open('three.pdf', 'two.pdf')
  await screen.findByLabelText(/page 2 of two/)
  await uploaded()
  fireEvent.click(cells()[4] ?? expect.fail())
  press('Rotate left')
  press('Move toward the beginning')
  fireEvent.click(screen.getByRole('radio', { name: 'Save each document' }))
  press('Save each document')
  await waitFor(() => expect(sentTo(path)).toHaveLength(1))
  expect(sentTo(path)[0]).toMatchObject({ pages: '1:1-3; 2:2@270, 2:1', files: [{}, {}] })
  say(
    conversionOf({
      status: 'succeeded',
      percent: 100,
      convertedFormat: 'zip',
      pages: { count: 2, format: 'pdf' },
      resultSize: 2048,
      downloadUrl: '/api/download/c1',
      parts: [{ name: 'report.json', format: 'json', sizeBytes: 900, url: '/api/download/c1/report.json' }],
    }),
  )
  const report = screen.getByRole('link', { name: /Download the report/ })
  expect(report.getAttribute('href')).toBe('/api/download/c1/report.json')
  expect(goTo).toHaveBeenCalledWith('/api/download/c1')
  expect(
    within(screen.getByRole('group', { name: 'Your PDFs are ready' })).getByText('2 PDFs in one ZIP file'),
  ).toBeTruthy()
  press('Keep editing')
  expect(labels()).toHaveLength(5)
})

test('PdfWorkbench: an action chosen while files are uploading starts once they have arrived', async () => {
  tusServer.hold()
  await open('three.pdf')
  await waitFor(() => expect(tusServer.heldCount()).toBe(1))
  press('Save as one PDF')
  expect(screen.getByText('Uploading')).toBeTruthy()
  expect(sentTo(path)).toEqual([])
  await act(async () => tusServer.release())
  await waitFor(() => expect(sentTo(path)).toHaveLength(1))
  expect(sentTo(path)[0]).toMatchObject({ pages: '1:1-3', files: [{}] })
})

test('PdfWorkbench: files with different passwords, each document changed by itself', async () => {
  const passwords = '/api/pdf/protect'
  answers.set(`POST ${passwords}`, json(accepted, 202))
  await open('locked.pdf', 'two.pdf')
  fireEvent.click(await screen.findByRole('button', { name: 'Enter password: locked' }))
  fireEvent.change(await screen.findByLabelText('File password'), { target: { value: 'sesame' } })
  await act(async () => press('Open'))
  await screen.findByLabelText(/page 2 of locked/)
  await uploaded()
  fireEvent.click(screen.getByRole('radio', { name: 'Protect with a password' }))
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'new one' } })
  fireEvent.click(screen.getByRole('radio', { name: 'One per document' }))
  press('Protect with a password')
  await waitFor(() => expect(sentTo(passwords)).toHaveLength(1))
  expect(sentTo(passwords)[0]).toMatchObject({ pages: '1:1-2; 2:1-2', password: 'new one\nsesame' })
})

test('PdfWorkbench: only permissions are limited, which never sets the password of a file on the result', async () => {
  const passwords = '/api/pdf/protect'
  answers.set(`POST ${passwords}`, json(accepted, 202))
  await open('locked.pdf')
  fireEvent.click(await screen.findByRole('button', { name: 'Enter password: locked' }))
  fireEvent.change(await screen.findByLabelText('File password'), { target: { value: 'sesame' } })
  await act(async () => press('Open'))
  await screen.findByLabelText(/page 2 of locked/)
  await uploaded()
  fireEvent.click(screen.getByRole('radio', { name: 'Protect with a password' }))
  press('Protect with a password')
  expect(screen.getByText('Please enter a password, or switch off a permission')).toBeTruthy()
  fireEvent.click(screen.getByRole('switch', { name: 'Allow copying text' }))
  press('Protect with a password')
  await waitFor(() => expect(sentTo(passwords)).toHaveLength(1))
  expect(sentTo(passwords)[0]).toMatchObject({ copy: false, assemble: true, password: '\nsesame' })
})

test('PdfWorkbench: several kinds of text to redact, and more options on request', async () => {
  const redact = '/api/pdf/redact'
  answers.set(`POST ${redact}`, json(accepted, 202))
  await open('two.pdf')
  await screen.findByLabelText(/page 2 of two/)
  await uploaded()
  fireEvent.click(screen.getByRole('radio', { name: 'Redact' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'IBANs' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Email addresses' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Card numbers' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'IBANs' }))
  fireEvent.click(screen.getByText('More options'))
  fireEvent.change(screen.getByLabelText('Text on the boxes'), { target: { value: 'REDACTED' } })
  press('Redact')
  await waitFor(() => expect(sentTo(redact)).toHaveLength(1))
  expect(sentTo(redact)[0]).toMatchObject({ patterns: 'email\ncard', label: 'REDACTED', areas: [] })
})

test('PdfWorkbench: a document is prepared by the server, and its upload is the input of the result', async () => {
  const preparation = '/api/uploads/u1/preparation'
  const previewUrl = '/api/uploads/u1/preview'
  const states = [
    { status: 'running', previewUrl: null },
    { status: 'ready', previewUrl },
  ]
  answers.set(`POST ${preparation}`, () => Response.json(states.shift()))
  answers.set(`GET ${previewUrl}`, () => new Response('preview'))
  await open('two.docx')
  await screen.findByLabelText(/page 2 of two/)
  expect(sentTo(preparation)).toHaveLength(2)
  press('Save as one PDF')
  await waitFor(() => expect(sentTo(path)).toHaveLength(1))
  expect(sentTo(path)[0]).toMatchObject({ pages: '1:1-2', files: [{ uploadId: 'u1' }] })
  // The preview was not uploaded.
  expect(tusServer.received().map(({ fileName, purpose }) => `${fileName} ${purpose}`)).toEqual([
    'two.docx convert-document',
  ])
})

test('PdfWorkbench: a document that was removed while it was prepared is prepared again by undoing', async () => {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  for (const id of ['u1', 'u2']) {
    const ready = { status: 'ready', previewUrl: `/api/uploads/${id}/preview` }
    answers.set(`POST /api/uploads/${id}/preparation`, async () => {
      if (id === 'u1') await isReleased
      return Response.json(ready)
    })
    answers.set(`GET ${ready.previewUrl}`, () => new Response('preview'))
  }
  await open('three.pdf', 'two.docx')
  await screen.findByText('Waiting in the queue')
  press('Remove two')
  await waitFor(() => expect(tusServer.deletedIds()).toHaveLength(1))
  release()
  press('Undo')
  expect(await screen.findByLabelText(/page 2 of two/)).toBeTruthy()
})

test('PdfWorkbench: says why a document cannot be prepared, and leaves nothing on the server', async () => {
  const message = 'This file is password-protected. Please enter its password.'
  answers.set('POST /api/uploads/u1/preparation', json({ code: 'password-needed', message }, 422))
  await open('two.docx')
  expect(await screen.findByText(message)).toBeTruthy()
  await waitFor(() => expect(tusServer.deletedIds()).toEqual(['u1']))
})

test('PdfWorkbench: compares two documents, and goes through the differences by keyboard', async () => {
  const compare = '/api/pdf/compare'
  answers.set(`POST ${compare}`, json(accepted, 202))
  await open('three.pdf')
  await uploaded()
  fireEvent.click(screen.getByRole('radio', { name: 'Compare' }))
  press('Compare')
  expect(screen.getByText('Please open two documents to compare')).toBeTruthy()
  await dropFiles(pdf('two.pdf'))
  await screen.findByLabelText(/page 2 of two/)
  await uploaded()
  press('Compare')
  await waitFor(() => expect(sentTo(compare)).toHaveLength(1))
  expect(sentTo(compare)[0]).toMatchObject({ pages: '1:1-3; 2:1-2', files: [{}, {}] })

  const url = '/api/conversions/c1/parts/differences.json'
  answers.set(`GET ${url}`, json(comparison))
  say(
    conversionOf({
      status: 'succeeded',
      percent: 100,
      convertedFormat: 'pdf',
      resultSize: 2048,
      downloadUrl: '/api/download/c1',
      parts: [{ name: 'differences.json', format: 'json', sizeBytes: 10, url }],
    }),
  )
  expect(goTo).not.toHaveBeenCalled()
  const view = await screen.findByRole('region', { name: 'Differences' })
  const current = () => view.querySelector('[aria-current=true]')?.textContent
  expect(current()).toBe('Changedbefore → afterold page 1, new page 1')
  expect(view.querySelectorAll('[data-current]')).toHaveLength(2)
  const pages = within(view).getByRole('region', { name: 'old page 1, new page 1' })
  fireEvent.keyDown(pages, { key: 'n' })
  expect(current()).toBe('RemovedPage 2 was removedold page 2')
  expect(within(view).getByText('Not in the new document')).toBeTruthy()
  fireEvent.keyDown(view, { key: 'ArrowRight' })
  fireEvent.keyDown(view, { key: 'n' })
  expect(within(view).getByText(/^3 of 3/)).toBeTruthy()
  fireEvent.keyDown(view, { key: 'p' })
  expect(within(view).getByText(/^2 of 3/)).toBeTruthy()
  fireEvent.click(within(view).getByRole('radio', { name: 'Looks' }))
  expect(current()).toBe('Changed1.5% of the page looks differentold page 1, new page 1')
  const card = screen.getByRole('group', { name: 'Your comparison is ready' })
  expect(
    within(card)
      .getByRole('link', { name: /Download report/ })
      .getAttribute('href'),
  ).toBe('/api/download/c1')
  press('Keep editing')
  expect(labels()).toHaveLength(5)
})

const compared = (page: number) => ({ page, width: 300, height: 400 })
const words = (text: string, page: number) => ({
  text,
  spots: [{ page, x: 10, y: 20, width: 30, height: 12 }],
})
const comparison = {
  isSame: false,
  summary: {
    oldPages: 3,
    newPages: 2,
    changedPages: 2,
    addedPages: 0,
    removedPages: 1,
    movedPages: 0,
    addedWords: 2,
    removedWords: 1,
  },
  pages: [
    {
      state: 'changed',
      isMoved: false,
      old: compared(1),
      new: compared(1),
      changedPercent: 1.5,
      areas: [{ x: 10, y: 20, width: 30, height: 12 }],
    },
    { state: 'removed', isMoved: false, old: compared(2), new: null, changedPercent: 100, areas: [] },
    { state: 'changed', isMoved: false, old: compared(3), new: compared(2), changedPercent: 0, areas: [] },
  ],
  texts: [
    { kind: 'changed', old: words('before', 1), new: words('after', 1) },
    { kind: 'added', old: null, new: words('more', 2) },
  ],
}

test('PdfWorkbench: says what is missing', async () => {
  await open('three.pdf')
  await uploaded()
  fireEvent.click(screen.getByRole('radio', { name: 'Extract selection' }))
  press(/^Extract selection$/)
  expect(sentTo(path)).toEqual([])
  fireEvent.click(screen.getByRole('radio', { name: 'Split by pages' }))
  fireEvent.change(screen.getByLabelText('Pages per file'), { target: { value: '0' } })
  expect(screen.getByText('Enter a whole number from 1 to 100,000.')).toBeTruthy()
})

test('PdfWorkbench: order, rotations, selection, steps and action are there after a reload', async () => {
  await open('three.pdf')
  await uploaded()
  fireEvent.click(cells()[2] ?? expect.fail())
  press('Rotate right')
  press('Move toward the beginning')
  fireEvent.click(screen.getByRole('radio', { name: 'Save each document' }))
  cleanup()
  show(<PdfWorkbench isActive createDrawing={newDrawing} />)
  expect(labels()).toEqual(['page 1 of three', 'page 3 of three', 'page 2 of three'])
  expect(selectedPositions()).toEqual([2])
  expect(screen.getByLabelText(/page 3 of three, rotated by 90 degrees/)).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Save each document' }).checked).toBe(true)
  press('Undo')
  expect(labels()).toEqual(['page 1 of three', 'page 2 of three', 'page 3 of three'])
  press('Redo')
  expect(labels()).toEqual(['page 1 of three', 'page 3 of three', 'page 2 of three'])
  press('Start Over')
  cleanup()
  show(<PdfWorkbench isActive createDrawing={newDrawing} />)
  expect(screen.queryByRole('grid')).toBeNull()
})

test('ActionForm: one input for each kind of field', () => {
  const fields: readonly ActionField[] = [
    { kind: 'text', name: 'text', label: 'Text', isRequired: true },
    { kind: 'number', name: 'size', label: 'Size', initial: 12, min: 1, max: 100 },
    {
      kind: 'choice',
      name: 'place',
      label: 'Place',
      initial: 'top',
      choices: ['top', 'middle', 'bottom'].map(value => ({ value, label: value })),
    },
    {
      kind: 'choice',
      name: 'font',
      label: 'Font',
      initial: 'a',
      choices: ['a', 'b', 'c', 'd', 'e'].map(value => ({ value, label: value })),
    },
    { kind: 'switch', name: 'isBold', label: 'Bold', initial: false },
    { kind: 'color', name: 'color', label: 'Color', initial: '#336699' },
    { kind: 'password', name: 'newPassword', label: 'Password' },
  ]
  const changes = vi.fn<(values: object) => void>()
  show(
    <ActionForm
      fields={fields}
      values={{ text: '', size: '200', place: 'top', font: 'a', isBold: false, color: '#336699' }}
      areProblemsShown
      onChange={changes}
    />,
  )
  expect(screen.getByText('Please fill in "Text".')).toBeTruthy()
  expect(screen.getByText('Enter a number from 1 to 100.')).toBeTruthy()
  const changed = () => changes.mock.lastCall?.[0]
  fireEvent.change(screen.getByLabelText('Text'), { target: { value: 'Draft' } })
  expect(changed()).toMatchObject({ text: 'Draft' })
  fireEvent.click(screen.getByRole('radio', { name: 'bottom' }))
  expect(changed()).toMatchObject({ place: 'bottom' })
  fireEvent.change(screen.getByLabelText('Font'), { target: { value: 'e' } })
  expect(changed()).toMatchObject({ font: 'e' })
  fireEvent.click(screen.getByRole('switch', { name: 'Bold' }))
  expect(changed()).toMatchObject({ isBold: true })
  fireEvent.change(screen.getByLabelText('Color'), { target: { value: '#ff0000' } })
  expect(changed()).toMatchObject({ color: '#ff0000' })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret' } })
  expect(changed()).toMatchObject({ newPassword: 'secret' })
})

test('PdfWorkbench: fills in a form over its pages, and sends what was changed', async () => {
  const size = { width: 595, height: 842 }
  form = {
    isXfa: false,
    pageSizes: new Map([
      [1, size],
      [3, size],
    ]),
    fields: [
      shownField({ name: 'name', label: 'Name', value: 'Ada' }),
      shownField({ name: 'member', label: 'Member', type: 'checkbox', exportValue: 'Yes' }),
      shownField({ name: 'size', label: 'Size', type: 'radio', exportValue: 'S', isChecked: true }),
      shownField({ name: 'size', label: 'Size', type: 'radio', exportValue: 'M' }),
      shownField({
        name: 'day',
        label: 'Day',
        type: 'combo',
        options: [
          { label: 'Monday', isSelected: true },
          { label: 'Tuesday', isSelected: false },
        ],
      }),
      shownField({ name: 'last', label: 'Last', page: 3, isRequired: true, maxLength: 5 }),
    ],
  }
  answers.set('POST /api/pdf/fill', json(accepted, 202))
  try {
    await open('three.pdf')
    await uploaded()
    fireEvent.click(screen.getByRole('radio', { name: 'Fill in form' }))
    const name = await screen.findByLabelText<HTMLInputElement>('Name')
    expect(name.value).toBe('Ada')
    expect(screen.getByLabelText('Last (required)').getAttribute('maxlength')).toBe('5')
    press('Fill in form')
    expect(await screen.findByText('Please fill in a field first')).toBeTruthy()
    fireEvent.change(name, { target: { value: 'Zoë' } })
    fireEvent.change(screen.getByLabelText('Last (required)'), { target: { value: 'x' } })
    fireEvent.click(screen.getByLabelText('Member'))
    fireEvent.click(screen.getByLabelText('Size: M'))
    fireEvent.change(screen.getByLabelText('Day'), { target: { value: 'Tuesday' } })
    fireEvent.change(screen.getByLabelText('Day'), { target: { value: 'Monday' } })
    press('Fill in form')
    await waitFor(() =>
      expect(sentTo('/api/pdf/fill')).toMatchObject([
        { values: JSON.stringify({ name: 'Zoë', last: 'x', member: true, size: 'M' }), flatten: false },
      ]),
    )
  } finally {
    form = noForm
  }
})
