/** Form submission: one request at a time, with form-level and field errors. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useLayoutEffect } from 'react'

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

interface Submission {
  readonly form: HTMLFormElement
  /** Errors of the previous attempt, shown until the next result. */
  readonly before: FormProblems
}

const noProblems: FormProblems = {}

/** `submit` sends the form and resolves with its errors, or undefined on success. */
export function useFormSubmit(
  submit: (data: FormData, form: HTMLFormElement) => Promise<FormProblems | undefined>,
  /** Hides the errors of the previous attempt as soon as a new one starts. */
  { hidesProblems = false }: { readonly hidesProblems?: boolean } = {},
): FormSubmit {
  const queryClient = useQueryClient()
  const mutationKey = [useId()]
  const submission = useMutation({
    mutationKey,
    mutationFn: ({ form }: Submission) => submit(new FormData(form), form),
    gcTime: 0,
  })
  const { isPending: isBusy, variables } = submission
  const problems = (isBusy ? variables?.before : submission.data) ?? noProblems

  // Layout effect: moves the focus in the same frame in which the errors appear.
  useLayoutEffect(() => {
    if (problems.fields) variables?.form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [problems, variables])

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
        // Two clicks may arrive before the busy state is rendered.
        if (queryClient.isMutating({ mutationKey }) > 0) return
        void submission.mutateAsync({
          form: event.currentTarget,
          before: hidesProblems ? noProblems : problems,
        })
      },
    },
  }
}

/** Value of a text field. */
export function textOf(data: FormData, name: string): string {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}
