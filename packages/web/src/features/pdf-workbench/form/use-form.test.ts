import { expect, test } from 'vitest'
import { type FormReading, noForm } from '../drawing/form-fields.ts'
import { shownField as field } from '../drawing/shown-field.fixture.ts'
import type { PageWorkspace } from '../model/page-workspace.ts'
import { initialValue, presentValues, withFormValue } from './form-values.ts'
import { formOf } from './use-form.ts'

const reading: FormReading = {
  isXfa: false,
  fields: [field({}), field({ name: 'b', page: 2 })],
  pageSizes: new Map([
    [1, { width: 1, height: 1 }],
    [2, { width: 1, height: 1 }],
  ]),
}

const workspace = (...pages: readonly [source: string, page: number][]): PageWorkspace => ({
  documents: [
    {
      id: 'd',
      name: 'd',
      pages: pages.map(([source, page], index) => ({ id: String(index), source, page, rotation: 0 })),
    },
  ],
  selected: new Set(),
  focus: undefined,
  anchor: undefined,
})

test('formOf: fields of the pages that are left, copies once, in the order of the pages', () => {
  const form = formOf(workspace(['x', 2], ['x', 3], ['x', 2]), new Map([['x', reading]]), false)
  expect(form.pages.map(({ position, fields }) => [position, fields.map(({ name }) => name)])).toEqual([
    [1, ['b']],
  ])
  expect(form.problem).toBeUndefined()
  expect(presentValues('{"a":"1","b":"2"}', form.fields)).toBe('{"b":"2"}')
})

test.each([
  ['two forms', workspace(['x', 1], ['y', 1]), { x: reading, y: reading }, false, /one after another/],
  ['no form', workspace(['x', 1]), { x: noForm }, false, /no form fields/],
  ['XFA', workspace(['x', 1]), { x: { ...noForm, isXfa: true } }, false, /XFA/],
  ['not read yet', workspace(['x', 1]), {}, true, /Reading/],
] as const)('formOf: %s', (_case, pages, readings, isReading, problem) => {
  expect(formOf(pages, new Map(Object.entries(readings)), isReading).problem).toMatch(problem)
})

test('withFormValue: a value that the file has is not sent', () => {
  const fields = [field({ value: 'Ada' })]
  const changed = withFormValue('{}', fields, 'a', 'Zoë')
  expect(changed).toBe('{"a":"Zoë"}')
  expect(withFormValue(changed, fields, 'a', 'Ada')).toBe('{}')
})

test('initialValue: check boxes of one name with several values are a group', () => {
  const box = (exportValue: string, isChecked: boolean) => field({ type: 'checkbox', exportValue, isChecked })
  expect(initialValue([box('Yes', true)], 'a')).toBe(true)
  expect(initialValue([box('1', false), box('2', true)], 'a')).toBe('2')
  expect(initialValue([box('1', false), box('1', false)], 'a')).toBe(false)
})
