/** The one way forms submit: one at a time, with what is wrong said at the form and at its fields. */
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'

/** What is wrong: with the form as a whole, and with fields by their name. */
export interface FormProblems {
  readonly form?: string | undefined
  readonly fields?: Readonly<Record<string, string>>
}

interface FormSubmit {
  readonly isBusy: boolean
  /** What stands at the form as a whole; empty when nothing is wrong with it. */
  readonly formProblem: string
  /** What stands at a field. */
  readonly problemOf: (name: string) => string | undefined
  /** For the `form` element. */
  readonly formProps: {
    readonly noValidate: true
    readonly 'aria-busy': boolean
    readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
  }
}

/** `submit` sends the form and says what is wrong, or nothing when all went well. */
export function useFormSubmit(
  submit: (data: FormData, form: HTMLFormElement) => Promise<FormProblems | undefined>,
): FormSubmit {
  const [problems, setProblems] = useState<FormProblems>({})
  const [isBusy, setIsBusy] = useState(false)
  // Two presses may come before the page has drawn that it is busy.
  const isSending = useRef(false)
  const sentForm = useRef<HTMLFormElement>(undefined)

  // Together with the words, so that nobody types between the two.
  useLayoutEffect(() => {
    if (problems.fields) sentForm.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [problems])

  const send = async (form: HTMLFormElement) => {
    if (isSending.current) return
    isSending.current = true
    sentForm.current = form
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
      // What is wrong is said in the site's own words and order.
      noValidate: true,
      'aria-busy': isBusy,
      onSubmit(event) {
        event.preventDefault()
        void send(event.currentTarget)
      },
    },
  }
}

/** What was typed into a text field. */
export function textOf(data: FormData, name: string): string {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}
