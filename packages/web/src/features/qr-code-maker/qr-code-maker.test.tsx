import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../lib/query-client.ts'
import { toasts } from '../../lib/toast-store.ts'
import { QrCodeMaker } from './qr-code-maker.tsx'

const open = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <QrCodeMaker />
    </QueryClientProvider>,
  )

const saved: { name: string; blob: Blob }[] = []

vi.stubGlobal('ClipboardItem', class {})

beforeEach(() => {
  saved.length = 0
  vi.stubGlobal('fetch', async () => Response.json({ operations: {}, plan: 'free', signInWith: [] }))
  const blobs = new Map<string, Blob>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation(source => {
    const url = `blob:${blobs.size}`
    if (source instanceof Blob) blobs.set(url, source)
    return url
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = blobs.get(this.getAttribute('href') ?? '')
    if (blob) saved.push({ name: this.download, blob })
  })
})

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

const enter = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const alert = () => screen.getByRole('alert').textContent

test('QrCodeMaker: without a text shows a hint and offers nothing to download', () => {
  open()
  expect(screen.getByText('Your code appears here')).toBeTruthy()
  for (const name of ['Download PNG', 'Download SVG', 'Copy image']) expect(button(name).disabled).toBe(true)
  expect(screen.queryByRole('img')).toBeNull()
})

test('QrCodeMaker: text and options are still there after leaving or a reload', () => {
  open()
  enter('Text or link', 'https://example.com')
  enter('Size (pixels)', '300')
  cleanup()
  open()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Text or link').value).toBe('https://example.com')
  expect(screen.getByLabelText<HTMLInputElement>('Size (pixels)').value).toBe('300')
})

test('QrCodeMaker: shows the code while typing and saves it as SVG and PNG of the chosen size', async () => {
  open()
  enter('Text or link', 'https://example.com')
  expect(await screen.findByAltText('QR code of: https://example.com')).toBeTruthy()
  expect(screen.getByText('25 × 25 modules')).toBeTruthy()
  enter('Size (pixels)', '300')
  enter('Margin (modules)', '2')
  enter('Code color', '#112233')
  await waitFor(() => expect(screen.getByRole('img')).toBeTruthy())
  fireEvent.click(button('Download SVG'))
  await act(async () => {
    fireEvent.click(button('Download PNG'))
  })
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['qr-code.svg', 'qr-code.png']))
  const svg = await saved[0]?.blob.text()
  expect(svg).toContain('width="300" height="300" viewBox="0 0 29 29"')
  expect(svg).toContain('fill="#112233"')
  const png = new DataView((await saved[1]?.blob.arrayBuffer()) ?? new ArrayBuffer(0))
  expect([png.getUint32(16), png.getUint32(20)]).toEqual([300, 300])
})

test('QrCodeMaker: rejects colors without contrast and warns about inverted ones', () => {
  open()
  enter('Text or link', 'x')
  expect(screen.getByText('Easy to scan.', { exact: false }).textContent).toBe(
    'Contrast 21.0:1. Easy to scan.',
  )
  enter('Code color', '#cccccc')
  expect(alert()).toBe('These colors are too similar to scan. Please choose a darker or a lighter one.')
  expect(button('Download PNG').disabled).toBe(true)
  enter('Background color', '#000000')
  expect(alert()).toBe('')
  expect(screen.getByText(/Some scanners cannot read a light code/)).toBeTruthy()
  expect(button('Download PNG').disabled).toBe(false)
})

test('QrCodeMaker: explains numbers out of range, a text that is too long, and a size that is too small', () => {
  open()
  enter('Text or link', 'x'.repeat(2954))
  fireEvent.click(screen.getByLabelText('L 7%'))
  expect(alert()).toMatch(/^This text is too long for a QR code/)
  enter('Text or link', 'x'.repeat(2953))
  expect(alert()).toBe('')
  enter('Size (pixels)', '100')
  expect(alert()).toBe('This code needs at least 185 pixels. Please choose a larger size.')
  enter('Size (pixels)', '5000')
  expect(screen.getByText('Enter a whole number from 64 to 4096.')).toBeTruthy()
  enter('Margin (modules)', '1')
  expect(screen.getByText(/Less than 4 modules/)).toBeTruthy()
})

test('QrCodeMaker: copies the image, and says so if the browser does not allow it', async () => {
  const write = vi
    .fn<() => Promise<void>>()
    .mockResolvedValueOnce()
    .mockRejectedValueOnce(new Error('denied'))
  vi.stubGlobal('navigator', { ...navigator, clipboard: { write } })
  const view = open()
  enter('Text or link', 'x')
  const copy = () => act(async () => fireEvent.click(within(view.container).getByText('Copy image')))
  await copy()
  expect(toasts.current()).toMatchObject({ title: 'Copied' })
  await copy()
  expect(toasts.current()).toMatchObject({ title: 'Copy failed', variant: 'destructive' })
})
