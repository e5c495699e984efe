/** A form with fields of every kind, on an upright and a rotated page. */
import { writeFile } from 'node:fs/promises'
import {
  degrees,
  PDFDocument,
  type PDFField,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFString,
  rgb,
  TextAlignment,
} from '@cantoo/pdf-lib'

/** Changes of the finished form, for variants of it. */
type Change = (document: PDFDocument) => void

export async function writeFormPdf(path: string, change: Change = () => {}): Promise<string> {
  const document = await PDFDocument.create()
  const first = document.addPage([400, 600])
  const second = document.addPage([400, 600])
  second.setRotation(degrees(90))
  const form = document.getForm()
  const frame = { width: 150, height: 20, borderWidth: 1, borderColor: rgb(0, 0, 0) }
  const text = (name: string, y: number, size: object = {}) => {
    const field = form.createTextField(name)
    field.addToPage(first, { x: 20, y, ...frame, ...size })
    return field
  }
  const name = text('person.name', 560)
  name.enableRequired()
  setFieldEntry(name, 'TU', PDFString.of('Your full name'))
  text('person.city', 530).setText('Paris')
  const notes = text('notes', 440, { height: 60 })
  notes.enableMultiline()
  const code = text('code', 410)
  code.setMaxLength(6)
  code.enableCombing()
  // Other programs write one dictionary for a field and its only widget.
  for (const widget of code.acroField.getWidgets()) widget.dict.set(PDFName.of('MaxLen'), PDFNumber.of(6))
  const amount = text('amount', 380)
  amount.setAlignment(TextAlignment.Right)
  amount.setFontSize(10)
  const total = text('total', 350)
  total.setText('12')
  total.enableReadOnly()
  const member = form.createCheckBox('member')
  member.addToPage(first, { x: 220, y: 560, width: 16, height: 16 })
  const size = form.createRadioGroup('size')
  for (const [index, option] of ['S', 'M', 'L'].entries())
    size.addOptionToPage(option, first, { x: 220 + index * 30, y: 530, width: 16, height: 16 })
  const country = form.createDropdown('country')
  country.setOptions(['France', 'Japan'])
  country.enableEditing()
  country.addToPage(first, { x: 220, y: 500, ...frame })
  const days = form.createOptionList('days')
  days.setOptions(['Monday', 'Tuesday', 'Wednesday'])
  days.enableMultiselect()
  days.addToPage(first, { x: 220, y: 420, ...frame, height: 60 })
  const sideways = form.createTextField('sideways')
  sideways.addToPage(second, { x: 300, y: 200, ...frame, rotate: degrees(90) })
  addSignature(document)
  form.updateFieldAppearances()
  // pdf-lib replaces automatic font sizes by the one that it chose.
  for (const field of [name, notes, code, country, sideways])
    setFieldEntry(field, 'DA', PDFString.of('/Helv 0 Tf 0 0 0.6 rg'))
  setFieldEntry(days, 'DA', PDFString.of('/TiRo 11 Tf 0 g'))
  change(document)
  // pdf-lib removes XFA when it draws fields.
  await writeFile(path, await document.save({ updateFieldAppearances: false }))
  return path
}

export function setFieldEntry(field: PDFField, key: string, value: PDFObject): void {
  field.acroField.dict.set(PDFName.of(key), value)
}

/** An empty field for a signature. */
function addSignature({ context, catalog }: PDFDocument): void {
  const form = catalog.getOrCreateAcroForm()
  form.addField(
    context.register(
      context.obj({
        FT: 'Sig',
        T: PDFString.of('approval'),
        Type: 'Annot',
        Subtype: 'Widget',
        Rect: [0, 0, 0, 0],
      }),
    ),
  )
}
