import { pageRotations } from '@filesmith/contract/pdf/page-list'
import { expect, test } from 'vitest'
import { allPages } from '../model/page-workspace.ts'
import { workspaceOf } from '../model/workspace.fixture.ts'
import { fitInto, listPlaces, readPlaces, rotateArea, unrotateArea, writePlaces } from './place.ts'

const area = { x: 10, y: 20, width: 30, height: 5 }
const pages = allPages(workspaceOf('abc'))
const mark = { id: '1', kind: 'mark', page: 'b', area, pageRatio: 0.7 } as const

test.each([
  [90, { x: 75, y: 10, width: 5, height: 30 }],
  [180, { x: 60, y: 75, width: 30, height: 5 }],
  [270, { x: 20, y: 60, width: 5, height: 30 }],
] as const)('rotateArea: by %i degrees clockwise', (rotation, expected) => {
  expect(rotateArea(area, rotation)).toEqual(expected)
})

test.each(pageRotations)('unrotateArea: the inverse at %i degrees', rotation => {
  expect(unrotateArea(rotateArea(area, rotation), rotation)).toEqual(area)
})

test('fitInto: keeps the center and the aspect ratio', () => {
  expect(fitInto({ x: 10, y: 10, width: 40, height: 40 }, 2)).toEqual({ x: 10, y: 20, width: 40, height: 20 })
  expect(fitInto({ x: 10, y: 10, width: 40, height: 10 }, 2)).toEqual({ x: 20, y: 10, width: 20, height: 10 })
})

test('listPlaces: in the order of the pages, without those of removed pages', () => {
  const places = [mark, { ...mark, id: '2', page: 'gone' }, { ...mark, id: '3', page: 'a' }]
  expect(listPlaces(places, 'mark', pages).map(({ place, position }) => [place.id, position])).toEqual([
    ['3', 1],
    ['1', 2],
  ])
  expect(listPlaces(places, 'stamp', pages)).toEqual([])
})

test('writePlaces, readPlaces: are on the same page after a reload, also on one that undoing brings back', () => {
  const places = [mark, { ...mark, page: 'removed' }]
  expect(readPlaces(writePlaces(places), pages)).toEqual(
    places.map(place => ({ ...place, id: expect.any(String) })),
  )
  expect(readPlaces('{}', pages)).toEqual([])
})

test('readPlaces: places that were saved by the position of their page', () => {
  const { id, page, ...saved } = mark
  const text = JSON.stringify([
    { ...saved, position: 2 },
    { ...saved, position: 4 },
  ])
  expect(readPlaces(text, pages)).toEqual([{ ...mark, id: expect.any(String) }])
})
