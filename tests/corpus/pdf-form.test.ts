/** PDF Workbench: reading and filling in forms. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readPdf } from '@filesmith/engines/libreoffice/read-pdf.fixture'
import { inkOf, pdfLib } from '@filesmith/engines/pdf-tools/edited-pdf.fixture'
import { setFieldEntry, writeFormPdf } from '@filesmith/engines/pdf-tools/forms/form.fixture'
import { beforeAll, expect, test } from 'vitest'
import { qpdfOutput, usePdfTools } from './support/pdf-tools-harness.ts'

const { PDFDocument, PDFBool, PDFName, PDFString } = pdfLib

const tools = usePdfTools()
let path: string

beforeAll(async () => {
  path = await writeFormPdf(join(tools.folder, 'form.pdf'))
}, 120_000)

const fill = (options: object, files: readonly string[] = [path]) =>
  tools.run({ ability: 'pdf-fill', files, options })
const read = async (file: string, options: object = {}) =>
  (await tools.run({ ability: 'pdf-read-form', files: [file], options })).bytes.toString()

interface ReadForm {
  readonly hasXfa: boolean
  readonly isSigned: boolean
  readonly fields: readonly { readonly name: string; readonly value?: unknown }[]
}
const formOf = async (file: string): Promise<ReadForm> => JSON.parse(await read(file))
const valuesOf = async (file: string) =>
  Object.fromEntries((await formOf(file)).fields.map(({ name, value }) => [name, value]))

interface QpdfForm {
  readonly acroform: {
    readonly fields: readonly { readonly fullname: string; readonly value: unknown }[]
  }
}
/** As qpdf reads it, with the state that each widget shows. */
async function qpdfValues(file: string) {
  const { acroform }: QpdfForm = JSON.parse(await qpdfOutput(file, '--json=2', '--json-key=acroform'))
  return acroform.fields.map(({ fullname, value }) => [fullname, value])
}

const isDark = (red: number, green: number, blue: number) => red + green + blue < 200

const values = {
  'person.name': 'Zoë Łukasz',
  notes:
    'Привет, мир. 你好，世界。 مرحبا\nA second paragraph that is long enough to be broken into several lines.',
  code: 'A1B2',
  amount: 1250.5,
  member: true,
  size: 'M',
  country: 'Česko',
  days: ['Monday', 'Wednesday'],
  sideways: 'Sideways',
}

test('fill: fields of every kind get values that are stored and seen, also on a rotated page', async () => {
  const result = await fill({ values })
  expect(await qpdfValues(result.path)).toEqual(
    expect.arrayContaining([
      ['person.name', 'u:Zoë Łukasz'],
      ['person.city', 'u:Paris'],
      ['notes', `u:${values.notes}`],
      ['code', 'u:A1B2'],
      ['amount', 'u:1250.5'],
      ['member', '/Yes'],
      ['country', 'u:Česko'],
      ['days', ['u:Monday', 'u:Wednesday']],
      ['sideways', 'u:Sideways'],
    ]),
  )
  expect(await valuesOf(result.path)).toMatchObject({ ...values, amount: '1250.5', total: '12' })
  expect(result.notes).toBeUndefined()
  const before = await inkOf(path, 1, isDark)
  const after = await inkOf(result.path, 1, isDark)
  expect(after?.pixels).toBeGreaterThan((before?.pixels ?? 0) + 50)
  // Along the field, which is horizontal on the page as it is seen.
  expect((after?.right ?? 0) - (after?.left ?? 0)).toBeGreaterThan(140)
}, 120_000)

test('fill: flattened, every value is text of the page in embedded fonts and no field is left', async () => {
  const result = await fill({ values, flatten: true })
  const [first = '', second = ''] = (await readPdf(result.path)).pages
  for (const text of ['Zoë Łukasz', 'Привет, мир', '你好', 'A second paragraph', '1250.5', 'Česko', 'Paris'])
    expect(first.replaceAll(/\s+/g, ' ')).toContain(text)
  expect(second).toContain('Sideways')
  expect(await qpdfValues(result.path)).toEqual([])
  expect(result.notes).toEqual([expect.stringMatching(/^\d+ form fields were flattened/)])
}, 120_000)

test('fill: FDF of one form fills another, and values prevail over it', async () => {
  const filled = await fill({ values })
  const fdf = join(tools.folder, 'values.fdf')
  await writeFile(fdf, await read(filled.path, { outputFormat: 'fdf' }))
  const copy = await writeFormPdf(join(tools.folder, 'copy.pdf'), document =>
    document.getForm().getTextField('total').disableReadOnly(),
  )
  const result = await fill({ values: { 'person.city': 'Lyon' } }, [copy, fdf])
  expect(await valuesOf(result.path)).toMatchObject({ ...values, amount: '1250.5', 'person.city': 'Lyon' })
}, 120_000)

test('fill: a name that no field has, and a read-only field are refused by name', async () => {
  await expect(fill({ values: { nope: 'x', 'person.name': 'Ada' } })).rejects.toMatchObject({
    code: 'invalid-request',
    message: expect.stringContaining('The form has no field "nope".'),
  })
  await expect(fill({ values: { total: '1' } })).rejects.toMatchObject({
    message: expect.stringContaining('The field "total" is read-only.'),
  })
}, 120_000)

test('fill: a hybrid form loses XFA, a signature its validity, and notes say so; empty required fields are named', async () => {
  const hybrid = await writeFormPdf(join(tools.folder, 'hybrid.pdf'), document => {
    const { context, catalog } = document
    const [approval] = document
      .getForm()
      .getFields()
      .filter(field => field.getName() === 'approval')
    if (approval) setFieldEntry(approval, 'V', context.obj({ Type: 'Sig', Filter: 'Adobe.PPKLite' }))
    setFieldEntry(
      document.getForm().getTextField('amount'),
      'AA',
      context.obj({ C: { S: 'JavaScript', JS: PDFString.of('event.value = 1') } }),
    )
    const { dict } = catalog.getOrCreateAcroForm()
    dict.set(PDFName.of('XFA'), PDFString.of('<xdp/>'))
    dict.set(PDFName.of('NeedAppearances'), PDFBool.True)
  })
  const result = await fill({ values: { code: '42', member: 'Yes', amount: 'x'.repeat(90) } }, [hybrid])
  expect(result.notes).toEqual([
    'The XFA version of the form was removed; the fields remain.',
    'Scripts of the form were not run: calculated and formatted fields show what was filled in.',
    'The text is longer than the field: amount.',
    'Required fields are empty: person.name.',
    'The digital signature of the file is no longer valid.',
  ])
  expect(await formOf(result.path)).toMatchObject({
    hasXfa: false,
    isSigned: true,
  })
  const document = await PDFDocument.load(await readFile(result.path))
  expect(document.catalog.getAcroForm()?.dict.has(PDFName.of('NeedAppearances'))).toBe(false)
}, 120_000)

test('fill and read: a form that is XFA only, and a file without a form', async () => {
  const dynamic = await writeFormPdf(join(tools.folder, 'dynamic.pdf'), ({ catalog }) => {
    catalog.getOrCreateAcroForm().dict.set(PDFName.of('XFA'), PDFString.of('<xdp/>'))
    catalog.set(PDFName.of('NeedsRendering'), PDFBool.True)
  })
  const xfa = { code: 'invalid-request', message: expect.stringContaining('XFA') }
  await expect(fill({ values: { code: '1' } }, [dynamic])).rejects.toMatchObject(xfa)
  await expect(read(dynamic)).rejects.toMatchObject(xfa)
  const plain = join(tools.folder, 'plain.pdf')
  const document = await PDFDocument.create()
  document.addPage()
  await writeFile(plain, await document.save())
  await expect(fill({ values: { code: '1' } }, [plain])).rejects.toMatchObject({
    message: expect.stringContaining('no form fields'),
  })
  expect(JSON.parse(await read(plain)).fields).toEqual([])
}, 120_000)

test('read: lists labels, flags, choices and places on the page as seen', async () => {
  const { fields } = await formOf(path)
  const field = (wanted: string) => fields.find(({ name }) => name === wanted)
  expect(field('person.name')).toEqual({
    name: 'person.name',
    label: 'Your full name',
    type: 'text',
    value: '',
    isReadOnly: false,
    isRequired: true,
    isMultiline: false,
    isComb: false,
    isPassword: false,
    widgets: [{ page: 1, x: 19.5, y: 19.5, width: 151, height: 21 }],
  })
  expect(field('code')).toMatchObject({ maxLength: 6, isComb: true })
  expect(field('size')).toMatchObject({
    type: 'radio',
    value: null,
    widgets: [{ exportValue: 'S' }, { exportValue: 'M', page: 1 }, { exportValue: 'L' }],
  })
  expect(field('days')).toMatchObject({
    isMultiSelect: true,
    choices: [{ value: 'Monday', label: 'Monday' }, {}, {}],
  })
  expect(field('approval')).toMatchObject({ type: 'signature', isSigned: false })
  expect(field('sideways')).toMatchObject({ widgets: [{ page: 2 }] })
}, 120_000)
