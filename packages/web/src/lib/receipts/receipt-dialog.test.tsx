import type { DeletionReceipt } from '@filesmith/contract/schemas/receipt'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../query-client.ts'
import { closeReceipt, openReceipt } from './opened-receipt.ts'
import { ReceiptDialog } from './receipt-dialog.tsx'

const times = { storedAt: '2026-11-16T10:00:00.000Z', expiresAt: '2026-11-17T10:00:00.000Z' }
const receipt: DeletionReceipt = {
  conversionId: '0b7c1f6e-0000-4000-8000-000000000001',
  operation: 'convert-image',
  requestedAt: times.storedAt,
  files: [
    {
      kind: 'upload',
      format: 'png',
      sizeBytes: 2048,
      ...times,
      deletedAt: '2026-11-16T11:30:00.000Z',
      reason: 'asked',
    },
    { kind: 'result', format: 'webp', sizeBytes: 1536, ...times, deletedAt: null, reason: null },
  ],
  isAllDeleted: false,
  keptUntil: null,
}

afterEach(() => {
  act(closeReceipt)
  cleanup()
  vi.unstubAllGlobals()
})

function openDialog(respond: () => Promise<Response>) {
  const fetchStub = vi.fn<(url: string) => Promise<Response>>(respond)
  vi.stubGlobal('fetch', fetchStub)
  render(
    <QueryClientProvider client={createQueryClient()}>
      <button type="button" onClick={() => openReceipt(receipt.conversionId)}>
        open
      </button>
      <ReceiptDialog />
    </QueryClientProvider>,
  )
  const opener = screen.getByRole('button', { name: 'open' })
  opener.focus()
  fireEvent.click(opener)
  return { fetchStub, opener }
}

test('ReceiptDialog: shows format, size, deletion time and reason of each file', async () => {
  const { fetchStub } = openDialog(async () => Response.json(receipt))
  const dialog = await screen.findByRole('dialog', { name: 'Deletion receipt' })
  const [upload, result] = await within(dialog).findAllByRole('listitem')
  expect(String(fetchStub.mock.calls[0]?.[0])).toBe(`/api/conversions/${receipt.conversionId}/receipt`)
  expect(upload?.textContent).toContain('Your filePNG · 2 KB')
  expect(upload?.textContent).toMatch(/Deleted.*at your request/)
  expect(result?.textContent).toContain('ResultWEBP · 1.5 KB')
  expect(result?.textContent).toContain('Deleted by')
  expect(result?.textContent).not.toContain('because')
  expect(within(dialog).queryByText(/All files of this conversion have been deleted/)).toBeNull()
})

test('ReceiptDialog: copies the receipt as JSON', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined)
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  openDialog(async () => Response.json({ ...receipt, isAllDeleted: true, keptUntil: times.expiresAt }))
  expect(await screen.findByText('All files of this conversion have been deleted.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy()
  expect(JSON.parse(writeText.mock.calls[0]?.[0] ?? '')).toMatchObject({ files: receipt.files })
})

test('ReceiptDialog: shows a missing receipt, and closing restores the focus', async () => {
  const message = 'This receipt does not exist or has expired.'
  const { opener } = openDialog(async () =>
    Response.json({ code: 'receipt-not-found', message }, { status: 404 }),
  )
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

test('ReceiptDialog: reloads the receipt on each opening', async () => {
  const { fetchStub, opener } = openDialog(async () => Response.json(receipt))
  await screen.findAllByRole('listitem')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(opener)
  await screen.findAllByRole('listitem')
  expect(fetchStub).toHaveBeenCalledTimes(2)
})
