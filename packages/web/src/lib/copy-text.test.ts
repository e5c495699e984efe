import { afterEach, expect, test, vi } from 'vitest'
import { copyText } from './copy-text.ts'

afterEach(() => {
  vi.restoreAllMocks()
  Reflect.deleteProperty(document, 'execCommand')
})

function mockClipboard(writeText: () => Promise<void>) {
  const clipboard = { writeText: vi.fn(writeText) }
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(clipboard as unknown as Clipboard)
  return clipboard
}

test('copyText: writes to the clipboard', async () => {
  const clipboard = mockClipboard(async () => undefined)
  expect(await copyText('words')).toBe(true)
  expect(clipboard.writeText).toHaveBeenCalledWith('words')
})

test('copyText: falls back to execCommand and removes its textarea', async () => {
  mockClipboard(() => Promise.reject(new Error('not allowed')))
  let selected = ''
  Object.assign(document, {
    execCommand: () => {
      selected = document.querySelector('textarea')?.value ?? ''
      return true
    },
  })
  expect(await copyText('words')).toBe(true)
  expect(selected).toBe('words')
  expect(document.querySelector('textarea')).toBeNull()
})

test('copyText: is false when both ways fail', async () => {
  mockClipboard(() => Promise.reject(new Error('not allowed')))
  Object.assign(document, { execCommand: () => false })
  expect(await copyText('words')).toBe(false)
})
