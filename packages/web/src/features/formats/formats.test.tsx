import { listConversions } from '@filesmith/contract/list-formats'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, json, onPlan, show, standInForServer } from '../../lib/file-tools.test-support.tsx'
import { Formats } from './formats.tsx'

standInForServer()
beforeEach(() => {
  answers.set('GET /api/formats', json(listConversions()))
})

test('Formats: lists formats by kind and filters them while typing', async () => {
  show(<Formats />)
  expect(await screen.findByRole('heading', { name: 'Images' })).toBeTruthy()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'docx' } })
  expect(screen.queryByRole('heading', { name: 'Images' })).toBeNull()
  expect(screen.getByText('1 format')).toBeTruthy()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'teapot' } })
  expect(screen.getByText('No format matches "teapot".')).toBeTruthy()
})

test('Formats: answers a question about a pair with a link to its page', async () => {
  show(<Formats />)
  fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'docx to pdf' } })
  expect(screen.getByText('Yes: DOCX can be converted to PDF.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open the converter' }).getAttribute('href')).toBe(
    '/convert/docx-to-pdf',
  )
})

test('Formats: names what is missing on this server', async () => {
  onPlan('free', { 'convert-document': 'Documents need LibreOffice, which this server does not have.' })
  show(<Formats />)
  expect((await screen.findByRole('note')).textContent).toContain('LibreOffice')
})

test('Formats: offers another attempt if the list cannot be loaded', async () => {
  answers.set('GET /api/formats', json({ code: 'unavailable', message: 'Later.' }, 400))
  show(<Formats />)
  expect(await screen.findByText('The formats could not be loaded.')).toBeTruthy()
})
