/** Contact form; name and email are prefilled for signed-in users. */

import { apiPaths } from '@filesmith/contract/api-paths'
import { contactMessages } from '@filesmith/contract/messages/contact'
import { type ContactRequest, contactRequestSchema } from '@filesmith/contract/schemas/contact'
import { Siren } from 'lucide-react'
import { useId, useRef } from 'react'
import { describeRefusal } from '../../lib/describe-refusal.ts'
import { request } from '../../lib/request.ts'
import { toasts } from '../../lib/toast-store.ts'
import { useAccount } from '../../lib/use-account.ts'
import { type FormProblems, textOf, useFormSubmit } from '../../lib/use-form-submit.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { Priority } from './use-priority.ts'

const { failed } = contactMessages

const priorityNoteTexts = contactMessages.priority

const texts = contactMessages.form
/** Honeypot field name that neither triggers autofill in browsers nor reveals the trap to bots. */
const honeypotName = 'topic'

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
      isPriority: priority.isRequested,
      website: textOf(data, honeypotName),
      filledInMs: Math.round(performance.now() - shownAtMs.current),
    })
    if (problems) return problems
    toasts.show(contactMessages.sentToast)
    form.reset()
    priority.reset()
    shownAtMs.current = performance.now()
    return undefined
  })

  return (
    <Panel className="overflow-hidden">
      <div className="ruler" aria-hidden="true" />
      <section aria-labelledby={headingId} className="p-5 pt-4 sm:p-8 sm:pt-6">
        <h2 id={headingId} className="text-lg">
          {texts.heading}
        </h2>
        <PriorityNote priority={priority} />
        <form {...formProps} className="mt-5 flex flex-col gap-5">
          <TextField
            label={texts.name}
            name="name"
            autoComplete="name"
            defaultValue={user?.username ?? ''}
            error={problemOf('name')}
          />
          <TextField
            label={texts.email}
            name="email"
            type="email"
            autoComplete="email"
            defaultValue={user?.email ?? ''}
            error={problemOf('email')}
            hint={texts.emailHint}
          />
          <TextField
            label={texts.subject}
            name="subject"
            autoComplete="off"
            defaultValue={priority.isRequested ? contactMessages.priority.subject : ''}
            error={problemOf('subject')}
          />
          <TextAreaField
            rows={7}
            className="max-h-128 min-h-44"
            ref={priority.messageRef}
            label={texts.message}
            name="message"
            error={problemOf('message')}
            hint={texts.messageHint}
          />
          {/* Honeypot against spam bots: hidden from users and from keyboard navigation. */}
          <div aria-hidden="true" className="sr-only">
            <label>
              {texts.website}
              <input type="text" name={honeypotName} tabIndex={-1} autoComplete="off" />
            </label>
          </div>
          <div className="flex flex-col gap-5 has-[[role=alert]:empty]:gap-0">
            <FormMessage text={formProblem} />
            <SubmitButton isBusy={isBusy} busyLabel={texts.sending} className="sm:self-start">
              {texts.send}
            </SubmitButton>
          </div>
        </form>
      </section>
    </Panel>
  )
}

/** Notice that the message has priority, with a button to send it as a regular one. */
function PriorityNote({ priority }: { readonly priority: Priority }) {
  return (
    <div role="status">
      {priority.isRequested ? (
        <div className="fade-in mt-4 flex items-start gap-3 rounded border border-line-strong bg-accent-wash p-4 pb-2">
          <Icon of={Siren} className="text-accent-text" />
          <div>
            <p>
              <strong className="font-semibold">{priorityNoteTexts.badge}</strong> {priorityNoteTexts.note}
            </p>
            <button
              type="button"
              onClick={() => priority.request(false)}
              className="min-h-10 font-semibold underline underline-offset-4 hover:text-accent-text"
            >
              {priorityNoteTexts.leave}
            </button>
          </div>
        </div>
      ) : null}
    </div>
  )
}

/** Resolves with undefined on success. */
async function sendMessage(input: ContactRequest): Promise<FormProblems | undefined> {
  const checked = contactRequestSchema.safeParse(input)
  if (!checked.success) return { fields: firstProblems(checked.error.issues) }
  try {
    await request('POST', apiPaths.contact, checked.data)
    return undefined
  } catch (error) {
    return { form: describeRefusal(error, () => failed.withoutReason) ?? failed.unreachable }
  }
}

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** The first message per field. */
function firstProblems(issues: readonly Issue[]): Record<string, string> {
  const byField = issues.map(({ path, message }): [string, string] => [String(path[0]), message])
  return Object.fromEntries(byField.reverse())
}
