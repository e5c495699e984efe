/** Account section: username and email with Edit buttons, and the data export. */

import { usernameRule, usernameSchema } from '@filesmith/contract/account-rules'
import { apiPaths } from '@filesmith/contract/api-paths'
import { profileMessages } from '@filesmith/contract/messages/profile'
import { changeEmailRequestSchema, type User, userReplySchema } from '@filesmith/contract/schemas/account'
import { shownAddress } from '@filesmith/contract/unreachable-address'
import { Download } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { findMissing } from '../../../lib/find-missing.ts'
import { request } from '../../../lib/request.ts'
import { apiAddress } from '../../../lib/site-address.ts'
import { toasts } from '../../../lib/toast-store.ts'
import { useAccountChange } from '../../../lib/use-account.ts'
import { useEmailLink } from '../../../lib/use-email-link.ts'
import { textOf, useFormSubmit } from '../../../lib/use-form-submit.ts'
import { useRefusal } from '../../../lib/use-refusal.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { DownloadButton } from '../../../ui/download-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Section } from '../section.tsx'
import { SmallForm } from '../small-form.tsx'

const texts = profileMessages.account

export function AccountSection({ user }: { readonly user: User }) {
  const [newEmail, setNewEmail] = useState<string>()
  return (
    <Section id="account">
      <SettingsBlock heading={texts.details}>
        <dl className="-mb-3 divide-y divide-line">
          <DetailRow
            label={texts.username}
            value={user.username}
            editLabel={texts.editUsername}
            form={close => <UsernameForm user={user} onClose={close} />}
          />
          <DetailRow
            label={texts.email}
            value={shownAddress(user.email)}
            editLabel={texts.editEmail}
            note={<EmailState user={user} newEmail={newEmail} />}
            form={close => <EmailForm onSent={setNewEmail} onClose={close} />}
          />
          <DetailRow label={texts.memberSince} value={<LocalTime iso={user.createdAt} />} />
        </dl>
      </SettingsBlock>
      <SettingsBlock heading={texts.data.heading} text={texts.data.text}>
        <DownloadButton href={apiAddress(apiPaths.userExport)} download variant="outline">
          <Icon of={Download} sizePx={16} /> {texts.data.download}
        </DownloadButton>
      </SettingsBlock>
    </Section>
  )
}

interface EmailStateProps {
  readonly user: User
  /** New address to which a confirmation link was just sent. */
  readonly newEmail: string | undefined
}

/** Notice below the email address: unconfirmed, or a confirmation link was sent to a new address. */
function EmailState({ user, newEmail }: EmailStateProps) {
  return (
    <div className="flex flex-col gap-2">
      {user.isEmailVerified ? null : <NotConfirmed email={user.email} />}
      <p role="status">{newEmail === undefined ? '' : texts.emailSent(newEmail)}</p>
    </div>
  )
}

function NotConfirmed({ email }: { readonly email: string }) {
  const { isSending, sendAgain } = useEmailLink(email)
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <Badge tone="warning">{texts.notConfirmed}</Badge>
      <button
        type="button"
        aria-disabled={isSending || undefined}
        onClick={sendAgain}
        className="min-h-10 rounded font-semibold underline underline-offset-4 hover:no-underline"
      >
        {texts.sendAgain}
      </button>
      <p className="w-full text-xs text-ink-muted">{texts.notConfirmedHint}</p>
    </div>
  )
}

interface DetailRowProps {
  readonly label: string
  readonly value: ReactNode
  readonly note?: ReactNode
  readonly editLabel?: string
  readonly form?: (close: () => void) => ReactNode
}

/** Read-only account detail. Its Edit button replaces it with a form. */
function DetailRow({ label, value, note, editLabel, form }: DetailRowProps) {
  const [isEditing, setIsEditing] = useState(false)
  const editRef = useRef<HTMLButtonElement>(null)
  const formRef = useRef<HTMLElement>(null)
  const wasEditing = useRef(false)

  // Moves the focus into the form when it opens, and back to Edit when it closes.
  useLayoutEffect(() => {
    if (isEditing) formRef.current?.querySelector('input')?.focus()
    else if (wasEditing.current) editRef.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])

  return (
    <div className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[8rem_minmax(0,1fr)_auto] sm:items-center">
      <dt className="text-ink-muted max-sm:text-xs">{label}</dt>
      <dd className="flex min-h-10 min-w-0 items-center justify-between gap-4 sm:contents">
        <span className="min-w-0 text-base font-medium">{value}</span>
        {form && !isEditing ? (
          <Button ref={editRef} aria-label={editLabel} onClick={() => setIsEditing(true)}>
            {profileMessages.account.edit}
          </Button>
        ) : null}
      </dd>
      {note ? <dd className="sm:col-span-2 sm:col-start-2">{note}</dd> : null}
      {form && isEditing ? (
        <dd ref={formRef} className="appear mt-3 pb-2 sm:col-span-2 sm:col-start-2">
          {form(() => setIsEditing(false))}
        </dd>
      ) : null}
    </div>
  )
}

interface EmailFormProps {
  readonly onSent: (email: string) => void
  readonly onClose: () => void
}

/** Changes the email address: requires the password and sends a confirmation link to the new address. */
function EmailForm({ onSent, onClose }: EmailFormProps) {
  const refusal = useRefusal()
  const form = useFormSubmit(async data => {
    const missing = findMissing(data, ['email', 'password'])
    if (missing) return { fields: missing }
    const email = textOf(data, 'email').trim()
    const checked = changeEmailRequestSchema.shape.email.safeParse(email)
    if (!checked.success) return { fields: { email: checked.error.issues[0]?.message ?? '' } }
    try {
      await request('POST', apiPaths.email, { email, password: textOf(data, 'password') })
    } catch (error) {
      return refusal.asProblems(error, { 'wrong-password': 'password', 'account-exists': 'email' })
    }
    onSent(email)
    onClose()
    return undefined
  })
  return (
    <SmallForm form={form} action={profileMessages.save} onCancel={onClose}>
      <TextField
        label={texts.newEmail}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        hint={texts.emailHint}
        error={form.problemOf('email')}
      />
      <PasswordField
        label={profileMessages.password}
        name="password"
        autoComplete="current-password"
        error={form.problemOf('password')}
      />
    </SmallForm>
  )
}

interface UsernameFormProps {
  readonly user: User
  readonly onClose: () => void
}

/** Changes the username. Requires the password. */
function UsernameForm({ user, onClose }: UsernameFormProps) {
  const { signedIn } = useAccountChange()
  const refusal = useRefusal()
  const form = useFormSubmit(async data => {
    const missing = findMissing(data, ['username', 'password'])
    if (missing) return { fields: missing }
    const username = usernameSchema.safeParse(textOf(data, 'username'))
    if (!username.success) return { fields: { username: usernameRule } }
    try {
      const body = { username: username.data, password: textOf(data, 'password') }
      const response = await request('POST', apiPaths.username, body)
      signedIn(userReplySchema.parse(await response.json()).user)
    } catch (error) {
      return refusal.asProblems(error, { 'wrong-password': 'password', 'username-taken': 'username' })
    }
    toasts.show(texts.usernameChanged)
    onClose()
    return undefined
  })
  return (
    <SmallForm form={form} action={profileMessages.save} onCancel={onClose}>
      <TextField
        label={texts.newUsername}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={user.username}
        error={form.problemOf('username')}
      />
      <PasswordField
        label={profileMessages.password}
        name="password"
        autoComplete="current-password"
        error={form.problemOf('password')}
      />
    </SmallForm>
  )
}
