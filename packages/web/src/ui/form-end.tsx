/** The end of a form: what is wrong with it as a whole, and its main action. */
import type { ReactNode } from 'react'
import { FormMessage } from './form-message.tsx'
import { SubmitButton } from './submit-button.tsx'

interface FormEndProps {
  readonly problem: string
  readonly isBusy: boolean
  readonly busyLabel: string
  readonly children: ReactNode
}

export function FormEnd({ problem, isBusy, busyLabel, children }: FormEndProps) {
  return (
    <div className="flex flex-col gap-5 has-[[role=alert]:empty]:gap-0">
      <FormMessage text={problem} />
      <SubmitButton isBusy={isBusy} busyLabel={busyLabel}>
        {children}
      </SubmitButton>
    </div>
  )
}
