/** Choice of a color, with its code beside it. */
import { useId } from 'react'
import { FieldFrame } from './field-frame.tsx'

interface ColorFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

export function ColorField({ label, value, onChange }: ColorFieldProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label}>
      <div className="flex items-center gap-3">
        <input
          id={id}
          type="color"
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          className="h-11 w-16 shrink-0 cursor-pointer rounded border border-line-strong bg-surface p-1 hover:border-ink"
        />
        <span className="figures text-ink-muted">{value}</span>
      </div>
    </FieldFrame>
  )
}
