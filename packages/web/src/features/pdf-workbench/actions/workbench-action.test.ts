import { operations } from '@filesmith/contract/operations/registry'
import { expect, test } from 'vitest'
import { allPages } from '../model/page-workspace.ts'
import { workspaceOf } from '../model/workspace.fixture.ts'
import { missingPlace } from '../placing/missing-place.ts'
import { type Placed, placedOptions } from '../placing/placed-options.ts'
import { actionRequest } from './action-request.ts'
import { findAction, workbenchActions } from './registry.ts'
import {
  type ActionField,
  type FieldValues,
  initialValues,
  optionsOf,
  problemOf,
  savedValues,
} from './workbench-action.ts'

const fields: readonly ActionField[] = [
  { kind: 'text', name: 'text', label: 'Text', isRequired: true },
  { kind: 'text', name: 'author', label: 'Author' },
  { kind: 'number', name: 'size', label: 'Size', initial: 12, min: 1, max: 100, isWhole: true },
  {
    kind: 'choice',
    name: 'place',
    label: 'Place',
    initial: 'top',
    choices: [{ value: 'top', label: 'Top' }],
  },
  { kind: 'switch', name: 'isBold', label: 'Bold', initial: false },
  { kind: 'color', name: 'color', label: 'Color', initial: '#336699' },
  { kind: 'password', name: 'newPassword', label: 'Password', isRequired: true },
]

test('optionsOf: numbers as numbers, switches as they are, empty fields left out', () => {
  const values = { ...initialValues(fields), text: 'Draft' }
  expect(optionsOf({ fields, options: { mode: 'all' } }, values)).toEqual({
    mode: 'all',
    text: 'Draft',
    size: 12,
    place: 'top',
    isBold: false,
    color: '#336699',
  })
})

test('problemOf: missing and wrong values', () => {
  const problems = (values: Record<string, string>) =>
    fields.map(field => problemOf(field, values[field.name]))
  expect(problems({ size: '12.5' }).filter(Boolean)).toEqual([
    'Please fill in "Text".',
    'Enter a whole number from 1 to 100.',
    'Please fill in "Password".',
  ])
  expect(problems({ text: 'a', size: '3', newPassword: 'b' }).filter(Boolean)).toEqual([])
})

test('savedValues: never a password', () => {
  expect(savedValues(fields, { text: 'a', newPassword: 'secret' })).toEqual({ text: 'a' })
})

const uploads = ['file-2/b.pdf', 'file-1/a.pdf', 'other/c.pdf'].map(path => ({
  uploadId: path.slice(-5),
  path,
  sizeBytes: 1,
}))

test.each([
  ['one', { pages: '2:1-3, 1:1-2' }],
  ['each', { pages: '2:1-3; 1:1-2' }],
  ['split-pages', { pages: '2:1-3; 1:1-2', split: 'pages', splitPages: 1 }],
  ['split-size', { pages: '2:1-3; 1:1-2', split: 'size', splitMegabytes: 10 }],
  ['split-bookmarks', { pages: '2:1-3; 1:1-2', split: 'bookmarks' }],
])('actionRequest: %s', (id, expected) => {
  const action = findAction(id) ?? expect.fail()
  expect(actionRequest(action, initialValues(action.fields), workspaceOf('abc|de'), uploads)).toEqual({
    ...expected,
    files: [{ uploadId: 'b.pdf' }, { uploadId: 'a.pdf' }],
  })
})

test('actionRequest: the old and the new document to compare', () => {
  const action = findAction('compare') ?? expect.fail()
  const request = (values: FieldValues) =>
    actionRequest(action, { ...initialValues(action.fields), ...values }, workspaceOf('abc|de'), uploads)
  const files = [{ uploadId: 'b.pdf' }, { uploadId: 'a.pdf' }]
  expect(request({})).toEqual({ pages: '2:1-3; 1:1-2', files })
  expect(request({ oldDocument: '2', newDocument: '1' })).toEqual({ pages: '1:1-2; 2:1-3', files })
})

test('actionRequest: a change of each document by itself', () => {
  const action = findAction('grayscale') ?? expect.fail()
  expect(actionRequest(action, { eachResult: 'document' }, workspaceOf('abc|de'), uploads)).toMatchObject({
    pages: '2:1-3; 1:1-2',
  })
  expect(actionRequest(action, {}, workspaceOf('abc|de'), uploads)).toMatchObject({ pages: '2:1-3, 1:1-2' })
})

test.each([
  ['unlock', '2:1-3; 1:1-2'],
  ['repair', '2:1-3; 1:1-2'],
  ['flatten', '2:1-3, 1:1-2'],
  ['fit-to-paper', '2:1-3, 1:1-2'],
])('actionRequest: %s of several documents takes %s', (id, pageList) => {
  const action = findAction(id) ?? expect.fail()
  expect(actionRequest(action, initialValues(action.fields), workspaceOf('abc|de'), uploads)).toMatchObject({
    pages: pageList,
  })
})

test('actionRequest: ranges of all pages become one PDF each, and are checked', () => {
  const action = findAction('split-ranges') ?? expect.fail()
  const workspace = workspaceOf('abc|de')
  expect(actionRequest(action, { ranges: '1-2; 3-4@90, 5' }, workspace, uploads)).toEqual({
    pages: '2:1-2; 2:3@90, 1:1@90, 1:2',
    files: [{ uploadId: 'b.pdf' }, { uploadId: 'a.pdf' }],
  })
  expect(action.problem?.({ ranges: '1-6' }, workspace)).toBe('There is no page 6; the file has 5 pages.')
})

test('actionRequest: an image watermark sends its image', () => {
  const action = findAction('watermark-image') ?? expect.fail()
  const withImage = [...uploads, { uploadId: 'logo', path: 'signature-1/signature.png', sizeBytes: 1 }]
  const values = initialValues(action.fields)
  expect(actionRequest(action, values, workspaceOf('a'), withImage)).toMatchObject({
    files: [{ uploadId: 'a.pdf' }, { uploadId: 'logo' }],
  })
  expect(missingPlace(action, values, { places: [], signature: undefined }, workspaceOf('a'))).toBe(
    'Please choose an image first',
  )
})

test('protection and metadata: something must be given', () => {
  const missing = (id: string, changed: FieldValues) => {
    const action = findAction(id) ?? expect.fail()
    return action.problem?.({ ...initialValues(action.fields), ...changed }, workspaceOf('a'))
  }
  expect(missing('protect', {})).toBe('Please enter a password, or switch off a permission')
  expect(missing('protect', { copy: false })).toBeUndefined()
  expect(missing('protect', { password: 'x' })).toBeUndefined()
  expect(missing('metadata', {})).toBe('Please fill in a field first')
  expect(missing('metadata', { created: '2026-01-31' })).toBeUndefined()
})

test('actionRequest: one PDF of each page', () => {
  const action = findAction('fit-to-paper') ?? expect.fail()
  expect(actionRequest(action, { eachResult: 'page' }, workspaceOf('ab|d'), uploads)).toMatchObject({
    pages: '2:1; 2:2; 1:1',
  })
})

test('actionRequest: areas and signatures name their document, unless all become one', () => {
  const request = (id: string, values: FieldValues = {}) =>
    actionRequest(findAction(id) ?? expect.fail(), values, workspaceOf('bc|da'), uploads, placed)
  expect(request('redact')).toMatchObject({ areas: [{ document: 2, page: 2 }] })
  expect(request('redact', { eachResult: 'all' }).areas).toEqual([
    expect.not.objectContaining({ document: 2 }),
  ])
  expect(request('redact', { eachResult: 'all' })).toMatchObject({ areas: [{ page: 4 }] })
  expect(request('sign')).toMatchObject({ stamps: [{ document: 2, onPages: '2' }] })
})

test('actionRequest: the selection needs only the files of its pages', () => {
  const action = findAction('extract') ?? expect.fail()
  expect(actionRequest(action, {}, workspaceOf('abc|de', 'ca'), uploads)).toEqual({
    pages: '1:1, 1:3',
    files: [{ uploadId: 'a.pdf' }],
  })
})

/** Texts, words and passwords have no initial value. */
function filledIn(fields: readonly ActionField[]): FieldValues {
  const entered = fields.filter(
    field =>
      (field.kind === 'text' && !field.isPageList) || field.kind === 'lines' || field.kind === 'password',
  )
  return { ...initialValues(fields), ...Object.fromEntries(entered.map(({ name }) => [name, 'Ember'])) }
}

const pages = allPages(workspaceOf('a'))
const placed: Placed = {
  places: (['mark', 'stamp'] as const).map(kind => ({
    id: kind,
    kind,
    page: 'a',
    area: { x: 10, y: 20, width: 30, height: 40 },
    pageRatio: 0.75,
  })),
  signature: {
    kind: 'drawn',
    id: '1',
    path: 'M 0 0 L 9 9',
    strokeWidth: 2,
    color: '#111111',
    width: 20,
    height: 10,
  },
}

test('workbenchActions: the operation accepts what each of them sends', () => {
  for (const action of workbenchActions) {
    const values = filledIn(action.fields)
    const options = { ...optionsOf(action, values), ...placedOptions(action, placed, [{ pages }], values) }
    const list = action.pages === 'chosen-documents' ? '1:1; 2:1' : '1:1'
    const requested = operations[action.operation].parse({ pages: list, ...options })
    expect([action.id, requested.refusal('free')]).toEqual([action.id, undefined])
    const known = Object.keys(operations[action.operation].fields.shape)
    expect(Object.keys(options).filter(name => !known.includes(name))).toEqual([])
  }
})
