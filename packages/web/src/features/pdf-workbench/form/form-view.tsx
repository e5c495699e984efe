/** Pages with form fields, large, with inputs over their fields. */
import type { FormValue } from '@filesmith/contract/pdf/form-values'
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import { useId } from 'react'
import { cx } from '../../../ui/cx.ts'
import type { ShownField } from '../drawing/form-fields.ts'
import type { PageDrawing } from '../drawing/page-drawing.ts'
import { usePageBitmap } from '../drawing/use-page-bitmap.ts'
import type { Workbench } from '../use-workbench.ts'
import { initialValue, isCheckGroup, readFormValues, withFormValue } from './form-values.ts'
import type { FormPage } from './use-form.ts'

/** Input over a form field of a page: text, check box, radio button, combo box or list. */
interface FieldOverlayProps {
  readonly field: ShownField
  /** All fields of its name. */
  readonly members: readonly ShownField[]
  /** In points. */
  readonly pageSize: { readonly width: number; readonly height: number }
  readonly value: FormValue
  readonly onChange: (value: FormValue) => void
}

/** Of the height of a line, in points. */
const maxFontSize = 14
const listFontSize = 11

const style =
  'absolute rounded-none border border-sheet-ink/50 bg-sheet text-sheet-ink hover:border-accent focus:border-accent'
const readOnlyStyle = 'cursor-not-allowed border-dashed'

function FieldOverlay(props: FieldOverlayProps) {
  const { field, pageSize } = props
  const { box, type } = field
  const heightPoints = box.height * pageSize.height
  const isTall = field.isMultiline || type === 'list'
  const fontSize = isTall ? listFontSize : Math.min(maxFontSize, 0.68 * heightPoints)
  const place = {
    left: `${box.left * 100}%`,
    top: `${box.top * 100}%`,
    width: `${box.width * 100}%`,
    height: `${box.height * 100}%`,
    // In units of the width of the page, so that the text grows with it.
    fontSize: `${((fontSize / pageSize.width) * 100).toFixed(3)}cqw`,
  }
  if (type === 'checkbox' || type === 'radio') return <ButtonInput {...props} place={place} />
  if (type === 'text' || field.isEditable) return <TextInput {...props} place={place} />
  return <ChoiceInput {...props} place={place} />
}

type Placed = FieldOverlayProps & { readonly place: Readonly<Record<string, string>> }

function labelOf({ label, isRequired }: ShownField): string {
  return isRequired ? texts.required(label) : label
}

function TextInput({ field, value, place, onChange }: Placed) {
  const listId = useId()
  const shared = {
    'aria-label': labelOf(field),
    title: field.label,
    'aria-required': field.isRequired,
    readOnly: field.isReadOnly,
    maxLength: field.maxLength,
    value: value === null ? '' : String(value),
    style: place,
    autoComplete: 'off',
    spellCheck: false,
  }
  if (field.isMultiline)
    return (
      <textarea
        {...shared}
        className={cx(style, field.isReadOnly && readOnlyStyle, 'resize-none px-[0.2em] py-0 leading-tight')}
        onChange={event => onChange(event.currentTarget.value)}
      />
    )
  return (
    <>
      <input
        {...shared}
        type={field.isPassword ? 'password' : 'text'}
        list={field.isEditable ? listId : undefined}
        className={cx(style, field.isReadOnly && readOnlyStyle, 'px-[0.2em] py-0')}
        onChange={event => onChange(event.currentTarget.value)}
      />
      {field.isEditable ? (
        <datalist id={listId}>
          {field.options.map(({ label }) => (
            <option key={label} value={label} />
          ))}
        </datalist>
      ) : null}
    </>
  )
}

function ButtonInput({ field, members, value, place, onChange }: Placed) {
  const isGroup = field.type === 'radio' || isCheckGroup(members)
  const isChecked = isGroup ? value === field.exportValue : value === true
  const label = labelOf(field)
  return (
    <input
      type={field.type}
      // Files have the same names of fields as forms of the page.
      name={field.type === 'radio' ? `form-${field.name}` : undefined}
      aria-label={isGroup ? texts.option(label, field.exportValue) : label}
      title={field.label}
      aria-required={field.isRequired}
      disabled={field.isReadOnly}
      checked={isChecked}
      style={place}
      className="absolute m-0 cursor-pointer accent-accent disabled:cursor-not-allowed"
      onChange={event => {
        const isOn = event.currentTarget.checked
        onChange(isGroup ? (isOn ? field.exportValue : null) : isOn)
      }}
    />
  )
}

function ChoiceInput({ field, value, place, onChange }: Placed) {
  const { type, options, isMultiSelect, isReadOnly } = field
  const chosen = Array.isArray(value) ? value : [value === null ? '' : String(value)]
  return (
    <select
      aria-label={labelOf(field)}
      title={field.label}
      aria-required={field.isRequired}
      disabled={isReadOnly}
      multiple={isMultiSelect}
      size={type === 'list' ? Math.max(2, options.length) : undefined}
      value={isMultiSelect ? chosen : (chosen[0] ?? '')}
      style={place}
      className={cx(style, isReadOnly && readOnlyStyle, 'px-[0.2em] py-0')}
      onChange={({ currentTarget }) =>
        onChange(
          isMultiSelect
            ? Array.from(currentTarget.selectedOptions, option => option.value)
            : currentTarget.value,
        )
      }
    >
      {isMultiSelect ? null : <option value="">{texts.none}</option>}
      {options.map(({ label }) => (
        <option key={label} value={label}>
          {label}
        </option>
      ))}
    </select>
  )
}

const { form: texts, preview } = workbenchMessages
const maxSidePx = 1600

interface FormViewProps {
  readonly workbench: Workbench
  readonly drawing: PageDrawing
}

export function FormView({ workbench, drawing }: FormViewProps) {
  const { form, values, setValues } = workbench
  const entered = readFormValues(values.values)
  const currentOf = (name: string) =>
    entered[name] ?? (name in entered ? null : initialValue(form.fields, name))
  const change = (name: string, value: FormValue) =>
    setValues({ ...values, values: withFormValue(values.values, form.fields, name, value) })
  if (form.problem !== undefined)
    return <p className="px-4 py-10 text-center text-ink-muted">{form.problem}</p>
  return (
    <section aria-label={texts.label} className="flex flex-col gap-4 bg-surface-sunken p-3">
      {form.pages.map(shown => (
        <FilledPage
          key={shown.page.id}
          shown={shown}
          drawing={drawing}
          fieldsOf={name => form.fields.filter(field => field.name === name)}
          currentOf={currentOf}
          onChange={change}
        />
      ))}
    </section>
  )
}

interface FilledPageProps {
  readonly shown: FormPage
  readonly drawing: PageDrawing
  readonly fieldsOf: (name: string) => FormPage['fields']
  readonly currentOf: (name: string) => FormValue
  readonly onChange: (name: string, value: FormValue) => void
}

function FilledPage({ shown, drawing, fieldsOf, currentOf, onChange }: FilledPageProps) {
  const { page, position, size, fields } = shown
  const { canvasRef, state } = usePageBitmap(drawing, {
    source: page.source,
    page: page.page,
    maxSidePx,
    isReady: true,
  })
  return (
    <div className="overflow-x-auto">
      <h4 className="mb-1.5 text-xs font-semibold text-ink-muted">{texts.page(position)}</h4>
      {/* Wide enough for fields that can be read and touched; narrow screens scroll. */}
      <div
        className="@container relative mx-auto scheme-light w-full max-w-4xl min-w-160 border border-line bg-sheet"
        style={{ aspectRatio: `${size.width} / ${size.height}` }}
      >
        {state === 'failed' ? <p className="p-4 text-ink-muted">{preview.failed}</p> : null}
        <canvas
          ref={canvasRef}
          role="img"
          aria-label={preview.image(position)}
          hidden={state !== 'drawn'}
          className="absolute inset-0 size-full"
        />
        {fields.map((field, index) => (
          <FieldOverlay
            // biome-ignore lint/suspicious/noArrayIndexKey: fields of a file never move
            key={index}
            field={field}
            members={fieldsOf(field.name)}
            pageSize={size}
            value={currentOf(field.name)}
            onChange={value => onChange(field.name, value)}
          />
        ))}
      </div>
    </div>
  )
}
