import { expect, test } from 'vitest'
import { actionRequest } from '../actions/action-request.ts'
import { findAction } from '../actions/registry.ts'
import { allPages } from '../model/page-workspace.ts'
import { workspaceOf } from '../model/workspace.fixture.ts'
import { missingPlace } from './missing-place.ts'
import type { Place } from './place.ts'
import { placedOptions } from './placed-options.ts'

const [first, second] = allPages(workspaceOf('ab'))
const pages = [first ?? expect.fail(), { ...(second ?? expect.fail()), rotation: 90 as const }]
/** A page of 300 by 600 points. */
const place: Omit<Place, 'kind'> = {
  id: '1',
  page: 'b',
  area: { x: 10, y: 20, width: 40, height: 10 },
  pageRatio: 0.5,
}
/** Twice as wide as high. */
const signature = {
  kind: 'drawn',
  id: '1',
  path: 'M 0 0 L 9 9',
  strokeWidth: 2,
  color: '#111111',
  width: 20,
  height: 10,
} as const

test('placedOptions: areas of a page that the workbench rotates are sent as the page is seen', () => {
  const places = [{ ...place, kind: 'mark' } as const]
  expect(placedOptions({ placing: 'mark' }, { places, signature: undefined }, [{ pages }], {})).toEqual({
    areas: [{ page: 2, x: 70, y: 10, width: 10, height: 40, unit: 'percent' }],
  })
})

test('placedOptions: a signature stays upright and keeps its shape on a rotated page', () => {
  const places = [{ ...place, kind: 'stamp' } as const]
  const sent = placedOptions({ placing: 'stamp' }, { places, signature }, [{ pages }], { onPages: 'odd' })
  // The place is 60 by 120 points there, on a page of 600 by 300: the signature is 60 by 30 in its middle.
  expect(sent).toEqual({
    stamps: [
      {
        path: 'M 0 0 L 9 9',
        pathWidth: 20,
        pathHeight: 10,
        strokeWidth: 2,
        color: '#111111',
        onPages: '2, odd',
        x: 70,
        y: 25,
        width: 10,
        unit: 'percent',
      },
    ],
  })
})

test('actionRequest: the image of a signature follows the PDFs', () => {
  const uploads = ['signature-7/signature.png', 'file-1/a.pdf'].map(path => ({
    uploadId: path,
    path,
    sizeBytes: 1,
  }))
  const placed = {
    places: [{ ...place, page: 'a', kind: 'stamp' } as const],
    signature: { kind: 'image', id: '7', png: 'data:image/png;base64,', width: 20, height: 10 } as const,
  }
  const sign = findAction('sign') ?? expect.fail()
  expect(actionRequest(sign, {}, workspaceOf('ab'), uploads, placed)).toMatchObject({
    pages: '1:1-2',
    stamps: [{ image: 1, onPages: '1' }],
    files: [{ uploadId: 'file-1/a.pdf' }, { uploadId: 'signature-7/signature.png' }],
  })
  const save = findAction('one') ?? expect.fail()
  expect(actionRequest(save, {}, workspaceOf('ab'), uploads, placed)).toEqual({
    pages: '1:1-2',
    files: [{ uploadId: 'file-1/a.pdf' }],
  })
})

test('missingPlace: a redaction needs an area, words, or something to remove everywhere', () => {
  const action = findAction('redact') ?? expect.fail()
  const none = { places: [], signature: undefined }
  expect(missingPlace(action, { words: ' ' }, none, workspaceOf('ab'))).toBe(
    'Please mark an area, or enter a word to remove',
  )
  expect(missingPlace(action, { words: 'Ember' }, none, workspaceOf('ab'))).toBeUndefined()
  expect(missingPlace(action, { removeComments: true }, none, workspaceOf('ab'))).toBeUndefined()
})
