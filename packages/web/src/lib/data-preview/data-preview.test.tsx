import type { DataPreview as Preview, TablePreview } from '@filesmith/contract/schemas/data-preview'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { DataPreview } from './data-preview.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const people: TablePreview = {
  name: 'people',
  columns: [
    { name: 'name', type: 'text' },
    { name: 'age', type: 'number' },
  ],
  rows: [
    ['<b>Ann</b>', '41'],
    ['', null],
  ],
  rowCount: 1200,
  columnCount: 2,
}

function renderPreview(answer: Preview | { readonly wrong: true }) {
  vi.stubGlobal('fetch', async () => Response.json(answer))
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <DataPreview url="/result/preview.json" />
    </QueryClientProvider>,
  )
}

test('DataPreview: shows rows as text, in a table with caption and headers', async () => {
  renderPreview({ tables: [people] })
  const table = await screen.findByRole('table', { name: 'people: 1,200 rows, 2 columns' })
  expect(within(table).getByRole('columnheader', { name: 'age number' })).toBeDefined()
  expect(within(table).getByText('<b>Ann</b>')).toBeDefined()
  expect(within(table).getByText('no value')).toBeDefined()
  expect(screen.getByText(/The first 2 rows/)).toBeDefined()
})

test('DataPreview: the scroll region can be focused', async () => {
  renderPreview({ tables: [people] })
  const region = await screen.findByRole('region', { name: /1,200 rows/ })
  region.focus()
  expect(document.activeElement).toBe(region)
})

test('DataPreview: chooses between several tables', async () => {
  renderPreview({ tables: [people, { ...people, name: 'towns', rows: [], rowCount: 0 }] })
  fireEvent.change(await screen.findByLabelText('Table'), { target: { value: '1' } })
  expect(screen.getByRole('table', { name: 'towns: 0 rows, 2 columns' })).toBeDefined()
  expect(screen.getByText('This table has no rows.')).toBeDefined()
})

test('DataPreview: says when a preview cannot be read', async () => {
  renderPreview({ wrong: true })
  expect(await screen.findByText('The preview could not be loaded.')).toBeDefined()
})
