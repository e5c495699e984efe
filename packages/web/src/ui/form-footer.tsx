/** Footer of a form: form-level error and submit button. */
import type { ReactNode } from 'react'
import { FormMessage } from './form-message.tsx'
import { SubmitButton } from './submit-button.tsx'

interface FormFooterProps {
  readonly problem: string
  readonly isBusy: boolean
  readonly busyLabel: string
  readonly children: ReactNode
}

export function FormFooter({ problem, isBusy, busyLabel, children }: FormFooterProps) {
  return (
    <div className="flex flex-col gap-5 has-[[role=alert]:empty]:gap-0">
      <FormMessage text={problem} />
      <SubmitButton isBusy={isBusy} busyLabel={busyLabel}>
        {children}
      </SubmitButton>
    </div>
  )
}
