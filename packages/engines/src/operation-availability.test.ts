import { operationIds } from '@filesmith/contract/operations/registry'
import { expect, test } from 'vitest'
import { operationAvailability } from './operation-availability.ts'

test('operationAvailability: every operation with all engines', () => {
  for (const id of operationIds)
    expect([id, operationAvailability(id, () => true)]).toEqual([id, { isAvailable: true, reason: null }])
})

test('operationAvailability: an operation from a format to itself needs its engine', () => {
  expect(operationAvailability('organize-pdf', engine => engine === 'pdf-tools').isAvailable).toBe(true)
  expect(operationAvailability('organize-pdf', engine => engine !== 'pdf-tools').isAvailable).toBe(false)
})

test('operationAvailability: copying files unchanged is not enough', () => {
  expect(operationAvailability('convert-document', () => false)).toEqual({
    isAvailable: false,
    reason: 'Document conversion is currently not available on this server.',
  })
})
