/** The form: name, email, subject, message. Whoever is signed in finds the first two filled in. */
import { contactMessages } from '@filesmith/contract/messages/contact'
import { useId, useRef } from 'react'
import { toasts } from '../../lib/toast-store.ts'
import { useAccount } from '../../lib/use-account.ts'
import { textOf, useFormSubmit } from '../../lib/use-form-submit.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { MessageField } from './message-field.tsx'
import { PriorityNote } from './priority-note.tsx'
import { sendMessage } from './send-message.ts'
import type { Priority } from './use-priority.ts'

const words = contactMessages.form
/** Its name tells neither a browser's memory what to fill in nor a program what to leave out. */
const trapName = 'topic'

export function ContactForm({ priority }: { readonly priority: Priority }) {
  const headingId = useId()
  const { user } = useAccount()
  const shownAtMs = useRef(performance.now())
  const { isBusy, formProblem, problemOf, formProps } = useFormSubmit(async (data, form) => {
    const problems = await sendMessage({
      name: textOf(data, 'name'),
      email: textOf(data, 'email'),
      subject: textOf(data, 'subject'),
      message: textOf(data, 'message'),
      isPriority: priority.isAsked,
      website: textOf(data, trapName),
      filledInMs: Math.round(performance.now() - shownAtMs.current),
    })
    if (problems) return problems
    toasts.show(contactMessages.sentToast)
    form.reset()
    priority.forget()
    shownAtMs.current = performance.now()
    return undefined
  })

  return (
    <Panel className="overflow-hidden">
      <div className="ruler" aria-hidden="true" />
      <section aria-labelledby={headingId} className="p-5 pt-4 sm:p-8 sm:pt-6">
        <h2 id={headingId} className="text-lg">
          {words.heading}
        </h2>
        <PriorityNote priority={priority} />
        <form {...formProps} className="mt-5 flex flex-col gap-5">
          <TextField
            label={words.name}
            name="name"
            autoComplete="name"
            defaultValue={user?.username ?? ''}
            error={problemOf('name')}
          />
          <TextField
            label={words.email}
            name="email"
            type="email"
            autoComplete="email"
            defaultValue={user?.email ?? ''}
            error={problemOf('email')}
            hint={words.emailHint}
          />
          <TextField
            label={words.subject}
            name="subject"
            autoComplete="off"
            defaultValue={priority.isAsked ? contactMessages.priority.subject : ''}
            error={problemOf('subject')}
          />
          <MessageField
            ref={priority.messageRef}
            label={words.message}
            name="message"
            error={problemOf('message')}
            hint={words.messageHint}
          />
          {/* Only programs fill it in: people neither see it nor come to it by the keyboard. */}
          <div aria-hidden="true" className="sr-only">
            <label>
              {words.website}
              <input type="text" name={trapName} tabIndex={-1} autoComplete="off" />
            </label>
          </div>
          <div className="flex flex-col gap-5 has-[[role=alert]:empty]:gap-0">
            <FormMessage text={formProblem} />
            <SubmitButton isBusy={isBusy} busyLabel={words.sending} className="sm:self-start">
              {words.send}
            </SubmitButton>
          </div>
        </form>
      </section>
    </Panel>
  )
}
