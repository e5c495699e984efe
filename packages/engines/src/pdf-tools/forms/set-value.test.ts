import type { FormValue } from '@filesmith/contract/pdf/form-values'
import { expect, test } from 'vitest'
import { type FormField, type FormWidget, fieldFlags } from './form-field.ts'
import { pdfValueOf, storedValue } from './set-value.ts'
import { faceOf } from './text-style.ts'

const button = (exportValue: string): FormWidget => ({
  number: 1,
  dict: {},
  onState: `/${exportValue}`,
  hasAppearance: true,
  exportValue,
})

const field = (given: Partial<FormField>): FormField => ({
  number: 1,
  dict: {},
  name: 'f',
  type: 'text',
  flags: 0,
  label: '',
  value: null,
  choices: [],
  maxLength: undefined,
  widgets: [],
  inherited: () => null,
  ...given,
})

const size = field({ type: 'radio', widgets: [button('S'), button('M')] })
const box = field({ type: 'checkbox', widgets: [button('Yes')] })
const choices = [
  { value: 'fr', label: 'France' },
  { value: 'jp', label: 'Japan' },
]
const combo = field({ type: 'combo', choices })
const list = field({ type: 'list', choices, flags: fieldFlags.multiSelect })

test.each<[FormField, FormValue, unknown]>([
  [field({}), 'a\r\nb', 'u:a b'],
  [field({ flags: fieldFlags.multiline }), 'a\r\nb', 'u:a\nb'],
  [field({}), 12.5, 'u:12.5'],
  [field({}), null, 'u:'],
  [field({ maxLength: 1 }), '😀', 'u:\u00f0\u009f\u0098\u0080'],
  [box, true, '/Yes'],
  [box, 'Yes', '/Yes'],
  [box, 'Off', '/Off'],
  [size, 'M', '/M'],
  [size, null, '/Off'],
  [combo, 'jp', 'u:jp'],
  [combo, 'Japan', 'u:jp'],
  [combo, '', null],
  [list, ['fr', 'Japan'], ['u:fr', 'u:jp']],
  [field({ type: 'combo', choices, flags: fieldFlags.editable }), 'Spain', 'u:Spain'],
])('storedValue: %# stores what the field takes', (given, value, stored) => {
  expect(pdfValueOf(storedValue(given, value))).toEqual(stored)
})

test.each<[FormField, FormValue, string]>([
  [field({ flags: fieldFlags.readOnly }), '1', 'The field "f" is read-only.'],
  [field({ maxLength: 6 }), '1234567', 'The field "f" takes at most 6 characters.'],
  [field({}), true, 'The field "f" takes text.'],
  [size, 'XL', 'The field "f" takes one of: "S", "M".'],
  [size, true, 'The field "f" takes one of: "S", "M".'],
  [box, 'maybe', 'The field "f" takes true, false or "Yes".'],
  [combo, 'Spain', 'The field "f" has no choice "Spain"; it has: "fr", "jp".'],
  [combo, ['fr', 'jp'], 'The field "f" takes one choice only.'],
  [field({ type: 'signature' }), 'Ada', 'The field "f" is a signature; it takes no value.'],
])('storedValue: %# refuses what it does not take', (given, value, reason) => {
  expect(() => storedValue(given, value)).toThrow(
    expect.objectContaining({ code: 'invalid-request', params: { reason } }),
  )
})

test.each([
  ['Helv', { family: 'Sans', style: 'Regular' }],
  ['TimesNewRomanPS-BoldItalicMT', { family: 'Serif', style: 'BoldItalic' }],
  ['CoBO', { family: 'Mono', style: 'BoldItalic' }],
  ['MyriadPro-Bold', { family: 'Sans', style: 'Bold' }],
])('faceOf: %s', (font, face) => {
  expect(faceOf(font)).toEqual(face)
})
