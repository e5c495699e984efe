/** Pages with form fields, large, with inputs over their fields. */
import type { FormValue } from '@filesmith/contract/pdf/form-values'
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import type { PageDrawing } from '../drawing/page-drawing.ts'
import { usePageBitmap } from '../drawing/use-page-bitmap.ts'
import type { Workbench } from '../use-workbench.ts'
import { FieldOverlay } from './field-overlay.tsx'
import { initialValue, readFormValues, withFormValue } from './form-values.ts'
import type { FormPage } from './use-form.ts'

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
