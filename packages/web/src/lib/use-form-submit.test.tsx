import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'
import { type FormProblems, textOf, useFormSubmit } from './use-form-submit.ts'

afterEach(cleanup)

function Form({ submit }: { readonly submit: (data: FormData) => Promise<FormProblems | undefined> }) {
  const { isBusy, formProblem, problemOf, formProps } = useFormSubmit(submit)
  return (
    <form {...formProps} aria-label="form">
      {['first', 'second', 'third'].map(name => (
        <input
          key={name}
          name={name}
          aria-label={name}
          aria-invalid={problemOf(name) === undefined ? undefined : true}
        />
      ))}
      <p role="alert">{formProblem}</p>
      <button type="submit">{isBusy ? 'Busy' : 'Send'}</button>
    </form>
  )
}

const queryClient = createQueryClient()
const wrapper = ({ children }: { readonly children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)

const send = () => fireEvent.submit(screen.getByRole('form'))

test('useFormSubmit: submits the input once and is busy meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const submit = vi.fn<(data: FormData) => Promise<undefined>>(() => promise)
  render(<Form submit={submit} />, { wrapper })
  fireEvent.change(screen.getByLabelText('second'), { target: { value: 'typed' } })
  send()
  send()
  expect(await screen.findByText('Busy')).toBeTruthy()
  expect(submit).toHaveBeenCalledTimes(1)
  expect(textOf(submit.mock.calls[0]?.[0] ?? new FormData(), 'second')).toBe('typed')
  expect(screen.getByRole('form').getAttribute('aria-busy')).toBe('true')
  resolve(undefined)
  expect(await screen.findByText('Send')).toBeTruthy()
  send()
  await waitFor(() => expect(submit).toHaveBeenCalledTimes(2))
})

test('useFormSubmit: shows errors and focuses the first invalid field', async () => {
  let problems: FormProblems | undefined = { form: 'Not yet.', fields: { third: 'No.', second: 'No.' } }
  render(<Form submit={async () => problems} />, { wrapper })
  send()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Not yet.'))
  expect(document.activeElement).toBe(screen.getByLabelText('second'))
  problems = undefined
  send()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(''))
  expect(screen.getByLabelText('second').getAttribute('aria-invalid')).toBeNull()
})

test('textOf: is empty for a missing field', () => {
  expect(textOf(new FormData(), 'nothing')).toBe('')
})
