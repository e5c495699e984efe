/** Test helpers of the compressor: files, controls and job. */
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, vi } from 'vitest'
import { answers, dropFiles, fileOf, json, press, show } from '../../lib/file-tools.test-support.tsx'
import { FileCompressor } from './file-compressor.tsx'

export const job = { id: 'c1', statusUrl: '/api/conversions/c1', eventsUrl: '/api/conversions/c1/events' }
export const path = '/api/compress/files'
export const alertStub = vi.fn<(message: string) => void>()

export function acceptArchives() {
  beforeEach(() => {
    alertStub.mockReset()
    window.alert = alertStub
    answers.set(`POST ${path}`, json(job, 202))
  })
}

export async function showWithFile() {
  const shown = show(<FileCompressor isActive />)
  await dropFiles(fileOf('a.txt', 10, 'text/plain'))
  await screen.findByText('Archive format')
  return shown
}
export const slider = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Compression level' })
export const setLevel = (level: number) => fireEvent.change(slider(), { target: { value: String(level) } })
export const protect = () => fireEvent.click(screen.getByRole('switch', { name: 'Password protection' }))
export const passwordField = () => screen.queryByLabelText<HTMLInputElement>('Password')
export const type = (password: string) =>
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } })
export const compress = () => act(async () => press('Compress Files'))
