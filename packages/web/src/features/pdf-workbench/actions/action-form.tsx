/** Form of an action, made from the description of its fields. */
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { ChoiceGroup } from '../../../ui/choice-group.tsx'
import { FieldFrame, inputStyle } from '../../../ui/field-frame.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { type ActionField, type FieldValues, problemOf } from './workbench-action.ts'

interface ActionFormProps {
  readonly fields: readonly ActionField[]
  readonly values: FieldValues
  /** Whether missing values are shown; wrong numbers always are. */
  readonly areProblemsShown: boolean
  readonly onChange: (values: FieldValues) => void
  /** Names of the open documents. */
  readonly documents?: readonly string[]
}

/** More choices, or labels that do not fit in a narrow panel, are a list. */
const maxButtons = 4
const maxLabelLength = 12
const maxLabelLengthOfThree = 8

function areButtons(choices: readonly { readonly label: string }[]): boolean {
  const maxLength = choices.length === 3 ? maxLabelLengthOfThree : maxLabelLength
  return choices.length <= maxButtons && choices.every(({ label }) => label.length <= maxLength)
}

export function ActionForm({ fields, values, areProblemsShown, onChange, documents = [] }: ActionFormProps) {
  const problemIn = (field: ActionField) =>
    areProblemsShown || field.kind === 'number' ? problemOf(field, values[field.name]) : undefined
  const inputs = (shown: readonly ActionField[]) =>
    shown.map(field => (
      <FieldInput
        key={field.name}
        field={field}
        value={values[field.name]}
        problem={problemIn(field)}
        documents={documents}
        onChange={next => onChange({ ...values, [field.name]: next })}
      />
    ))
  const more = fields.filter(({ isMore }) => isMore)
  return (
    <>
      {inputs(fields.filter(({ isMore }) => !isMore))}
      {more.length > 0 ? (
        <details className="group/more" open={more.some(field => problemIn(field) !== undefined)}>
          <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 text-sm font-semibold">
            <Icon
              of={ChevronDown}
              className="text-ink-muted transition-transform group-open/more:rotate-180"
            />
            {workbenchMessages.fields.more}
          </summary>
          <div className="flex flex-col gap-3 pt-2">{inputs(more)}</div>
        </details>
      ) : null}
    </>
  )
}

interface FieldInputProps {
  readonly field: ActionField
  readonly value: string | boolean | undefined
  readonly problem: string | undefined
  readonly documents: readonly string[]
  readonly onChange: (value: string | boolean) => void
}

function FieldInput({ field, value = '', problem, documents, onChange }: FieldInputProps) {
  const { name, label, hint } = field
  const text = String(value)
  const shared = { name, label, hint, error: problem, value: text }
  switch (field.kind) {
    case 'text':
      return (
        <TextField
          {...shared}
          placeholder={field.placeholder}
          maxLength={field.maxLength}
          onChange={event => onChange(event.currentTarget.value)}
        />
      )
    case 'lines':
      return <TextAreaField {...shared} rows={3} onChange={event => onChange(event.currentTarget.value)} />
    case 'number':
      return (
        <TextField
          {...shared}
          inputMode={field.isWhole ? 'numeric' : 'decimal'}
          className="figures"
          onChange={event => onChange(event.currentTarget.value.trim())}
        />
      )
    case 'choice':
      return areButtons(field.choices) ? (
        <ChoiceGroup legend={label} choices={field.choices} value={text} note={hint} onChange={onChange} />
      ) : (
        <SelectField
          label={label}
          choices={field.choices}
          value={text}
          onChange={event => onChange(event.currentTarget.value)}
        />
      )
    case 'document':
      return (
        <SelectField
          label={label}
          choices={documents.map((title, index) => ({ value: String(index + 1), label: title }))}
          value={text}
          onChange={event => onChange(event.currentTarget.value)}
        />
      )
    case 'switch':
      return <Switch label={label} isOn={value === true} onChange={onChange} />
    case 'checks':
      return <ChecksField field={field} value={text} onChange={onChange} />
    case 'date':
      return <TextField {...shared} type="date" onChange={event => onChange(event.currentTarget.value)} />
    case 'on-pages':
      return null
    case 'color':
      return <ColorField label={label} hint={hint} value={text} onChange={onChange} />
    case 'password':
      return (
        <PasswordField
          {...shared}
          autoComplete="off"
          onChange={event => onChange(event.currentTarget.value)}
        />
      )
  }
}

interface ChecksFieldProps {
  readonly field: Extract<ActionField, { kind: 'checks' }>
  readonly value: string
  readonly onChange: (value: string) => void
}

function ChecksField({ field: { name, label, choices }, value, onChange }: ChecksFieldProps) {
  const chosen = new Set(value.split('\n').filter(line => line !== ''))
  const toggle = (toggled: string) =>
    onChange(
      choices
        .map(choice => choice.value)
        .filter(each => chosen.has(each) !== (each === toggled))
        .join('\n'),
    )
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-semibold">{label}</legend>
      {choices.map(choice => (
        <Checkbox
          key={choice.value}
          name={`${name}-${choice.value}`}
          label={choice.label}
          checked={chosen.has(choice.value)}
          onChange={() => toggle(choice.value)}
        />
      ))}
    </fieldset>
  )
}

interface ColorFieldProps {
  readonly label: string
  readonly hint: string | undefined
  readonly value: string
  readonly onChange: (value: string) => void
}

function ColorField({ label, hint, value, onChange }: ColorFieldProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint}>
      <input
        id={id}
        type="color"
        value={value}
        onChange={event => onChange(event.currentTarget.value)}
        className={`${inputStyle} p-1`}
      />
    </FieldFrame>
  )
}
