/** Form submission: one request at a time, with form-level and field errors. */
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'

/** Errors of the form, and of fields by name. */
export interface FormProblems {
  readonly form?: string | undefined
  readonly fields?: Readonly<Record<string, string>>
}

interface FormSubmit {
  readonly isBusy: boolean
  /** Form-level error, or empty. */
  readonly formProblem: string
  /** Error of a field. */
  readonly problemOf: (name: string) => string | undefined
  /** Props of the `form` element. */
  readonly formProps: {
    readonly noValidate: true
    readonly 'aria-busy': boolean
    readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
  }
}

/** `submit` sends the form and resolves with its errors, or undefined on success. */
export function useFormSubmit(
  submit: (data: FormData, form: HTMLFormElement) => Promise<FormProblems | undefined>,
): FormSubmit {
  const [problems, setProblems] = useState<FormProblems>({})
  const [isBusy, setIsBusy] = useState(false)
  // Two clicks may arrive before the busy state is rendered.
  const isSending = useRef(false)
  const submittedForm = useRef<HTMLFormElement>(undefined)

  // Layout effect: moves the focus in the same frame in which the errors appear.
  useLayoutEffect(() => {
    if (problems.fields) submittedForm.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [problems])

  const send = async (form: HTMLFormElement) => {
    if (isSending.current) return
    isSending.current = true
    submittedForm.current = form
    setIsBusy(true)
    try {
      setProblems((await submit(new FormData(form), form)) ?? {})
    } finally {
      isSending.current = false
      setIsBusy(false)
    }
  }

  return {
    isBusy,
    formProblem: problems.form ?? '',
    problemOf: name => problems.fields?.[name],
    formProps: {
      // Validation messages are shown by the form itself.
      noValidate: true,
      'aria-busy': isBusy,
      onSubmit(event) {
        event.preventDefault()
        void send(event.currentTarget)
      },
    },
  }
}

/** Value of a text field. */
export function textOf(data: FormData, name: string): string {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}
