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
import { ActionForm } from './actions/action-form.tsx'
import type { ActionField } from './actions/workbench-action.ts'
import type { PageDrawing } from './drawing/page-drawing.ts'
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

/** Files are named after their pages: 'three.pdf'; 'locked.pdf' has two and the password 'sesame'. */
function fakeDrawing(): PageDrawing {
  const counts: Record<string, number> = { 'three.pdf': 3, 'two.pdf': 2, 'locked.pdf': 2 }
  return {
    start: () => undefined,
    stop: () => undefined,
    close: () => undefined,
    drawn: () => undefined,
    draw: async () => undefined,
    open: async (_source, file, password) => {
      const name = file instanceof File ? file.name : ''
      if (name === 'locked.pdf' && password !== 'sesame') return { result: 'locked' }
      const pageCount = counts[name]
      return pageCount === undefined ? { result: 'damaged' } : { result: 'opened', pageCount }
    },
  }
}

const pdf = (name: string) => fileOf(name, 10, 'application/pdf')
const grid = () => screen.getByRole('grid', { name: 'Pages' })
const cells = () => screen.getAllByRole('gridcell')
const labels = () =>
  cells().map(cell => /page \d of \w+|empty page/.exec(cell.getAttribute('aria-label') ?? '')?.[0])
const selectedPositions = () =>
  cells().flatMap((cell, index) => (cell.getAttribute('aria-selected') === 'true' ? [index + 1] : []))
const key = (name: string, held: object = {}) => fireEvent.keyDown(grid(), { key: name, ...held })

async function open(...names: readonly string[]) {
  show(<PdfWorkbench isActive createDrawing={fakeDrawing} />)
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
    }),
  )
  expect(goTo).toHaveBeenCalledWith('/api/download/c1')
  expect(
    within(screen.getByRole('group', { name: 'Your PDFs are ready' })).getByText('2 PDFs in one ZIP file'),
  ).toBeTruthy()
  press('Keep editing')
  expect(labels()).toHaveLength(5)
})

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

test('PdfWorkbench: order, rotations, selection and action are there after a reload', async () => {
  await open('three.pdf')
  await uploaded()
  fireEvent.click(cells()[2] ?? expect.fail())
  press('Rotate right')
  press('Move toward the beginning')
  fireEvent.click(screen.getByRole('radio', { name: 'Save each document' }))
  cleanup()
  show(<PdfWorkbench isActive createDrawing={fakeDrawing} />)
  expect(labels()).toEqual(['page 1 of three', 'page 3 of three', 'page 2 of three'])
  expect(selectedPositions()).toEqual([2])
  expect(screen.getByLabelText(/page 3 of three, rotated by 90 degrees/)).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Save each document' }).checked).toBe(true)
  press('Start Over')
  cleanup()
  show(<PdfWorkbench isActive createDrawing={fakeDrawing} />)
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
