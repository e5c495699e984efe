/** Submission of a payment: errors of the last attempt, in the form and as a toast, go when a new one starts. */
import { toasts } from '../../lib/toast-store.ts'
import { type FormProblems, useFormSubmit } from '../../lib/use-form-submit.ts'

export function usePaymentSubmit(pay: () => Promise<FormProblems | undefined>) {
  return useFormSubmit(
    () => {
      const toast = toasts.current()
      if (toast?.variant === 'destructive') toasts.dismiss(toast.id)
      return pay()
    },
    { hidesProblems: true },
  )
}
