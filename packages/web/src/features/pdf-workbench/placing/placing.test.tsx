import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  answers,
  conversionOf,
  dropFiles,
  fileOf,
  json,
  press,
  say,
  sentTo,
  show,
  standInForServer,
} from '../../../lib/file-tools.test-support.tsx'
import { createFakeIndexedDb } from '../../../lib/indexed-db.fixture.ts'
import { fakeDrawing } from '../fake-drawing.fixture.ts'
import { PdfWorkbench } from '../pdf-workbench.tsx'

standInForServer()

const accepted = { id: 'c1', statusUrl: '/api/conversions/c1', eventsUrl: '/api/conversions/c1/events' }

beforeEach(() => {
  vi.stubGlobal('indexedDB', createFakeIndexedDb().indexedDB)
  // With the space around it, a page of 300 by 400 points is 300 by 400 pixels.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(332)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(432)
  for (const path of ['redact', 'stamp', 'crop']) answers.set(`POST /api/pdf/${path}`, json(accepted, 202))
})

const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }))
const uploaded = () => waitFor(() => expect(screen.queryByText(/uploaded$/)).toBeNull())
const firstSent = async (path: string) => {
  await waitFor(() => expect(sentTo(path)).toHaveLength(1))
  return sentTo(path)[0]
}

async function open(action: string) {
  show(<PdfWorkbench isActive createDrawing={fakeDrawing} />)
  await dropFiles(fileOf('three.pdf', 10, 'application/pdf'))
  await screen.findByLabelText(/page 3 of three/)
  await uploaded()
  choose(action)
}

/** Once the size of the page is known. */
async function addArea() {
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Add area' })
  await waitFor(() => expect(button.disabled).toBe(false))
  fireEvent.click(button)
}

test('placing: an area is marked, moved, resized and removed by keyboard, and the redaction gets it', async () => {
  await open('Redact')
  press(/^Redact$/)
  expect(screen.getAllByText('Please mark an area, or enter a word to remove')).not.toEqual([])
  expect(sentTo('/api/pdf/redact')).toEqual([])

  await addArea()
  const frame = screen.getByRole('region', { name: 'Area to remove, 1 of 1' })
  expect(document.activeElement).toBe(frame)
  fireEvent.keyDown(frame, { key: 'ArrowDown' })
  fireEvent.keyDown(frame, { key: 'ArrowRight', shiftKey: true })
  press('Next page')
  await addArea()
  expect(screen.getByText('2 areas on pages 1, 2')).toBeTruthy()
  await addArea()
  fireEvent.keyDown(screen.getByRole('region', { name: 'Area to remove, 3 of 3' }), { key: 'Delete' })
  expect(screen.getByText('2 areas on pages 1, 2')).toBeTruthy()

  // What was marked is there after a reload.
  cleanup()
  show(<PdfWorkbench isActive createDrawing={fakeDrawing} />)
  expect(screen.getByText('2 areas on pages 1, 2')).toBeTruthy()
  await uploaded()
  press(/^Redact$/)
  expect(await firstSent('/api/pdf/redact')).toMatchObject({
    areas: [
      { page: 1, x: 30, y: 46, width: 41, height: 6, unit: 'percent' },
      { page: 2, x: 30, y: 45, width: 40, height: 6, unit: 'percent' },
    ],
  })

  const url = '/api/conversions/c1/parts/redaction-report.json'
  answers.set(
    `GET ${url}`,
    json({
      removed: [{ page: 1, characters: 6, images: 0, annotations: 1 }],
      proof: [{ where: 'text of every page, by PDFium', searched: 3, hits: 0 }],
    }),
  )
  say(
    conversionOf({
      status: 'succeeded',
      percent: 100,
      resultSize: 2048,
      downloadUrl: '/api/download/c1',
      parts: [{ name: 'redaction-report.json', format: 'json', sizeBytes: 200, url }],
    }),
  )
  expect((await screen.findByRole('row', { name: /by PDFium/ })).textContent).toBe(
    'text of every page, by PDFium30',
  )
  expect(
    screen.getByText('Removed on 1 page: 6 characters, 0 images or parts of them, 1 comment or link.'),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Download report' }).getAttribute('href')).toBe(url)
})

test('placing: a signature is drawn, placed, kept in the browser and forgotten', async () => {
  await open('Sign or stamp')
  press('Sign or stamp')
  expect(screen.getAllByText('Please create a signature first')).not.toEqual([])
  press('Create a signature')
  press('Use signature')
  expect(await screen.findByText('Please draw your signature first.')).toBeTruthy()
  const pad = screen.getByRole('img', { name: 'Area to draw your signature' })
  pad.setPointerCapture = () => undefined
  pad.getBoundingClientRect = () => new DOMRect(0, 0, 480, 180)
  fireEvent.pointerDown(pad, { clientX: 100, clientY: 50, button: 0 })
  fireEvent.pointerMove(pad, { clientX: 200, clientY: 90 })
  fireEvent.pointerUp(pad)
  press('Use signature')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  press('Add signature')
  fireEvent.change(screen.getByLabelText('Also on these pages'), { target: { value: 'some' } })
  press('Sign or stamp')
  expect(await screen.findAllByText(/"some" is not a range of pages/)).not.toEqual([])
  fireEvent.change(screen.getByLabelText('Also on these pages'), { target: { value: 'last' } })
  press('Sign or stamp')
  expect(await firstSent('/api/pdf/stamp')).toMatchObject({
    stamps: [{ path: 'M 3.5 3.5 L 103.5 43.5', pathWidth: 107, pathHeight: 47, onPages: '1, last' }],
  })
  cleanup()
  show(<PdfWorkbench isActive createDrawing={fakeDrawing} />)
  expect(screen.getAllByRole('img', { name: 'Your signature' })).not.toEqual([])
  const kept = () => Object.keys(localStorage).filter(key => key.endsWith('.signature'))
  expect(kept()).toHaveLength(1)
  press('Forget')
  expect(screen.queryByRole('img', { name: 'Your signature' })).toBeNull()
  expect(kept()).toEqual([])
})

test('placing: the frame of a crop and its margins in millimeters follow each other', async () => {
  await open('Crop')
  const frame = await screen.findByRole('region', { name: 'Crop area' })
  fireEvent.keyDown(frame, { key: 'ArrowRight', shiftKey: true })
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
  // One percent of 300 points is 1.06 mm.
  expect(field('Right, in mm').value).toBe('8.94')
  expect(field('Left, in mm').value).toBe('10')
  fireEvent.change(field('Top, in mm'), { target: { value: '35.28' } })
  expect(Number.parseFloat(frame.style.top)).toBeCloseTo(100, 0)
  press(/^Crop$/)
  expect(await firstSent('/api/pdf/crop')).toMatchObject({ top: 35.28, right: 8.94, bottom: 10, left: 10 })
})
