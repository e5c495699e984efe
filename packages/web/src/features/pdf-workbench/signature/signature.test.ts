import { expect, test } from 'vitest'
import { clearTabWork } from '../../../lib/tab-work.ts'
import { readSignature, saveSignature, signatureFile } from './signature.ts'

const image = {
  kind: 'image',
  id: '7',
  png: `data:image/png;base64,${btoa('\u0089PNG')}`,
  width: 20,
  height: 10,
} as const

test('saveSignature: kept until it is removed, or the user signs out', () => {
  saveSignature(image)
  expect(readSignature()).toEqual(image)
  clearTabWork()
  expect(readSignature()).toBeUndefined()
  saveSignature(image)
  saveSignature(undefined)
  expect(readSignature()).toBeUndefined()
})

test('readSignature: ignores what is not a signature', () => {
  saveSignature(image)
  const [key = ''] = Object.keys(localStorage).filter(each => each.endsWith('signature'))
  localStorage.setItem(key, JSON.stringify({ ...image, png: 'https://example.com/a.png' }))
  expect(readSignature()).toBeUndefined()
  saveSignature(undefined)
})

test('signatureFile: the bytes of the PNG', async () => {
  const file = signatureFile(image) ?? expect.fail()
  expect([...new Uint8Array(await file.arrayBuffer())]).toEqual([0x89, 0x50, 0x4e, 0x47])
})
