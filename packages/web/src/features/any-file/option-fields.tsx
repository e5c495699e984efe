/** Controls of the options of a conversion; only what differs from the default is kept. */
import { anyFileMessages } from '@filesmith/contract/messages/any-file'
import type { OptionControl } from '@filesmith/contract/option-controls'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ColorField } from '../../ui/color-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { ChosenOptions } from './file-choice.ts'

interface OptionFieldsProps {
  readonly controls: readonly OptionControl[]
  readonly options: ChosenOptions
  readonly onChange: (options: ChosenOptions) => void
}

const texts = anyFileMessages.dialog

export function OptionFields({ controls, options, onChange }: OptionFieldsProps) {
  const change = (name: string, value: ChosenOptions[string] | undefined) => {
    const { [name]: _, ...others } = options
    onChange(value === undefined ? others : { ...others, [name]: value })
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-semibold">{texts.options}</legend>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        {controls.map(control => (
          <OptionField
            key={control.name}
            control={control}
            value={options[control.name]}
            onChange={value => change(control.name, value)}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface OptionFieldProps {
  readonly control: OptionControl
  /** Undefined: the default. */
  readonly value: ChosenOptions[string] | undefined
  readonly onChange: (value: ChosenOptions[string] | undefined) => void
}

function OptionField({ control, value, onChange }: OptionFieldProps) {
  const label = anyFileMessages.option(control.name)
  switch (control.type) {
    case 'choice': {
      const choices = control.values.map(each => ({ value: each, label: anyFileMessages.optionValue(each) }))
      return (
        <SelectField
          label={label}
          choices={control.initial === '' ? [{ value: '', label: texts.noDefault }, ...choices] : choices}
          value={String(value ?? control.initial)}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.value === control.initial ? undefined : currentTarget.value)
          }
        />
      )
    }
    case 'switch':
      return (
        <Checkbox
          name={control.name}
          label={label}
          checked={value === undefined ? control.initial : value === true}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.checked === control.initial ? undefined : currentTarget.checked)
          }
          className="sm:self-end"
        />
      )
    case 'number':
      return (
        <TextField
          name={control.name}
          label={label}
          type="number"
          min={control.min}
          max={control.max}
          step="any"
          placeholder={control.initial === undefined ? texts.noDefault : undefined}
          value={String(value ?? control.initial ?? '')}
          onChange={({ currentTarget: { value: typed } }) =>
            onChange(typed === '' || Number(typed) === control.initial ? undefined : Number(typed))
          }
        />
      )
    case 'text':
      return (
        <TextField
          name={control.name}
          label={label}
          maxLength={control.maxLength}
          value={String(value ?? '')}
          onChange={({ currentTarget: { value: typed } }) => onChange(typed === '' ? undefined : typed)}
        />
      )
    case 'color':
      return (
        <ColorField
          label={label}
          value={String(value ?? control.initial)}
          onChange={color => onChange(color === control.initial ? undefined : color)}
        />
      )
  }
}
