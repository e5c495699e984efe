import { defaultImageEdit } from '@filesmith/contract/image-edit/settings'
import { describe, expect, test } from 'vitest'
import { areaOf, withArea } from './crop-area.ts'

describe('IMG-10 crop area', () => {
  test('areaOf: defaults to the whole image', () => {
    expect(areaOf(defaultImageEdit)).toEqual({ x: 0, y: 0, width: 100, height: 100 })
  })

  test('withArea: rounds to two decimals', () => {
    expect(withArea(defaultImageEdit, { x: 1.23456, y: 0, width: 33.33333, height: 50 })).toMatchObject({
      cropX: 1.23,
      cropWidth: 33.33,
      cropHeight: 50,
    })
  })
})
