import { afterEach, expect, test, vi } from 'vitest'
import { copyText } from './copy-text.ts'

afterEach(() => {
  vi.restoreAllMocks()
  Reflect.deleteProperty(document, 'execCommand')
})

function haveClipboard(writeText: () => Promise<void>) {
  const clipboard = { writeText: vi.fn(writeText) }
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(clipboard as unknown as Clipboard)
  return clipboard
}

test('the clipboard gets the text', async () => {
  const clipboard = haveClipboard(async () => undefined)
  expect(await copyText('words')).toBe(true)
  expect(clipboard.writeText).toHaveBeenCalledWith('words')
})

test('where the clipboard is refused, the text is copied by selecting it, and nothing of that is left', async () => {
  haveClipboard(() => Promise.reject(new Error('not allowed')))
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

test('where both are refused it says so', async () => {
  haveClipboard(() => Promise.reject(new Error('not allowed')))
  Object.assign(document, { execCommand: () => false })
  expect(await copyText('words')).toBe(false)
})
