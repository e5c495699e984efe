import { listConversions } from '@filesmith/contract/list-formats'
import { expect, test } from 'vitest'
import { findAskedPair, searchFormats } from './formats.tsx'

const list = listConversions()
const idsOf = (...given: Parameters<typeof searchFormats>) => searchFormats(...given).map(({ id }) => id)

test('searchFormats: finds by name, id and extension, with or without a dot', () => {
  expect(idsOf(list, 'heif', 'all')).toContain('heic')
  expect(idsOf(list, '.JPEG', 'all')).toContain('jpg')
  expect(idsOf(list, 'markdown', 'all')).toContain('md')
  expect(idsOf(list, 'no such format', 'all')).toEqual([])
})

test('searchFormats: filters by what can be read and what can be written', () => {
  expect(idsOf(list, 'heic', 'from')).toEqual(['heic'])
  expect(idsOf(list, 'heic', 'to')).toEqual(['heic'])
  expect(idsOf(list, 'camera raw', 'from')).toEqual(['raw'])
  expect(idsOf(list, 'camera raw', 'to')).toEqual([])
})

test('findAskedPair: understands a pair, and says whether it can be converted', () => {
  expect(findAskedPair(list, 'docx to PDF')?.pair?.operation).toBe('convert-document')
  expect(findAskedPair(list, '.jpeg → .tif')).toMatchObject({ from: { id: 'jpg' }, to: { id: 'tiff' } })
  expect(findAskedPair(list, 'png to mp3')).toMatchObject({ pair: undefined })
  expect(findAskedPair(list, 'png')).toBeUndefined()
})
