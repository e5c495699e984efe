/** Security section: password, two-step sign-in, sessions, connections, API keys and account deletion. */

import { passwordSchema } from '@filesmith/contract/account-rules'
import { apiPaths } from '@filesmith/contract/api-paths'
import { confirmEmailMessages as texts } from '@filesmith/contract/messages/identity-proof'
import { profileMessages } from '@filesmith/contract/messages/profile'
import { securityMessages } from '@filesmith/contract/messages/profile-security'
import { passwordStrength } from '@filesmith/contract/password-strength'
import { paths } from '@filesmith/contract/routes'
import type { User } from '@filesmith/contract/schemas/account'
import { isUnreachableAddress } from '@filesmith/contract/unreachable-address'
import { MailWarning } from 'lucide-react'
import { useRef, useState } from 'react'
import { explainFailure } from '../../../lib/explain-failure.ts'
import { findMissing } from '../../../lib/find-missing.ts'
import { request, serverMessageOf } from '../../../lib/request.ts'
import { toasts } from '../../../lib/toast-store.ts'
import { useEmailLink } from '../../../lib/use-email-link.ts'
import { type FormProblems, textOf, useFormSubmit } from '../../../lib/use-form-submit.ts'
import { useRedirectFailure } from '../../../lib/use-redirect-failure.ts'
import { useRefusal } from '../../../lib/use-refusal.ts'
import { useLeaveAccount } from '../../../lib/use-sign-out.ts'
import { Button } from '../../../ui/button.tsx'
import { FormMessage } from '../../../ui/form-message.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Overlay } from '../../../ui/overlay.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ApiKeysBlock } from '../api-keys/api-keys-block.tsx'
import { Section } from '../section.tsx'
import { SmallForm } from '../small-form.tsx'
import { ConnectionsBlock } from './connections-block.tsx'
import { SessionsBlock } from './sessions-block.tsx'
import { TwoStepBlock } from './two-step-block.tsx'
import { useReloadSecurity, useSecurity } from './use-security.ts'

const deleteAccountBlockTexts = securityMessages.deletion

const passwordBlockTexts = securityMessages.password

export function SecuritySection({ user }: { readonly user: User }) {
  const { data: security, isPending, refetch } = useSecurity()
  useFailedConnection()
  if (isPending) return <Loading />
  return (
    <Section id="security">
      {user.isEmailVerified ? null : <ConfirmEmailNotice email={user.email} />}
      {security ? (
        <>
          <PasswordBlock user={user} hasPassword={security.hasPassword} />
          <TwoStepBlock user={user} security={security} />
          <SessionsBlock sessions={security.sessions} />
          <ConnectionsBlock user={user} connections={security.connections} />
        </>
      ) : (
        <div className="rounded border border-line bg-surface">
          <LoadFailed text={securityMessages.failed} onRetry={() => void refetch()} />
        </div>
      )}
      <ApiKeysBlock user={user} />
      <DeleteAccountBlock user={user} />
    </Section>
  )
}

function Loading() {
  return (
    <Section id="security">
      <p role="status" className="sr-only">
        {securityMessages.loading}
      </p>
      <Skeleton className="h-112 w-full" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-40 w-full" />
    </Section>
  )
}

/** Shows why connecting an identity provider failed, after its redirect. */
function useFailedConnection(): void {
  useRedirectFailure((description = profileMessages.unexpected) => {
    toasts.show({ title: securityMessages.connections.connectFailed, description, variant: 'destructive' })
  })
}

/** Notice for accounts with an unconfirmed email address: what is disabled, and a button to resend the link. */
function ConfirmEmailNotice({ email }: { readonly email: string }) {
  const { isSending, sendAgain } = useEmailLink(email)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded border border-line bg-surface p-5">
      <Icon of={MailWarning} sizePx={24} className="shrink-0 text-warning" />
      <div className="min-w-0 grow basis-64">
        <p className="font-semibold">{texts.first}</p>
        <p className="mt-0.5 wrap-anywhere text-ink-muted">{texts.text(email)}</p>
      </div>
      <Button aria-disabled={isSending || undefined} onClick={sendAgain}>
        {texts.sendAgain}
      </Button>
    </div>
  )
}

interface PasswordBlockProps {
  readonly user: User
  readonly hasPassword: boolean
}

/** Changes the password, or explains how to set one. */
function PasswordBlock({ user, hasPassword }: PasswordBlockProps) {
  if (!hasPassword && isUnreachableAddress(user.email))
    return <SettingsBlock heading={passwordBlockTexts.heading} text={passwordBlockTexts.needsEmail} />
  if (!hasPassword)
    return (
      <SettingsBlock heading={passwordBlockTexts.heading} text={passwordBlockTexts.none}>
        <LinkButton to={paths.forgotPassword}>{passwordBlockTexts.setOne}</LinkButton>
      </SettingsBlock>
    )
  return (
    <SettingsBlock heading={passwordBlockTexts.heading} text={passwordBlockTexts.hint}>
      <PasswordForm user={user} />
    </SettingsBlock>
  )
}

function PasswordForm({ user }: { readonly user: User }) {
  const refusal = useRefusal()
  const reloadSecurity = useReloadSecurity()
  const form = useFormSubmit(async (data, element) => {
    const problems = check(data)
    if (problems) return problems
    try {
      await request('POST', apiPaths.changePassword, {
        currentPassword: textOf(data, 'current'),
        newPassword: textOf(data, 'next'),
      })
    } catch (error) {
      if (serverMessageOf(error) === undefined)
        return { form: explainFailure(error, passwordBlockTexts).description }
      return refusal.asProblems(error, { 'wrong-password': 'current', 'password-guessable': 'next' })
    }
    element.reset()
    toasts.show({ title: passwordBlockTexts.updated, description: passwordBlockTexts.updatedText })
    void reloadSecurity()
    return undefined
  })
  return (
    <SmallForm form={form} action={passwordBlockTexts.action}>
      {/* Username for password managers. */}
      <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
      <PasswordField
        label={passwordBlockTexts.current}
        name="current"
        autoComplete="current-password"
        required
        error={form.problemOf('current')}
      />
      <PasswordField
        label={passwordBlockTexts.next}
        name="next"
        autoComplete="new-password"
        required
        strengthOf={password => passwordStrength(password, user)}
        error={form.problemOf('next')}
      />
      <PasswordField
        label={passwordBlockTexts.confirm}
        name="confirm"
        autoComplete="new-password"
        required
        error={form.problemOf('confirm')}
      />
    </SmallForm>
  )
}

function check(data: FormData): FormProblems | undefined {
  const missing = findMissing(data, ['current', 'next', 'confirm'])
  if (missing) return { fields: missing }
  if (textOf(data, 'next') !== textOf(data, 'confirm'))
    return { fields: { confirm: passwordBlockTexts.mismatch } }
  const checked = passwordSchema.safeParse(textOf(data, 'next'))
  if (!checked.success) return { fields: { next: checked.error.issues[0]?.message ?? '' } }
  return undefined
}

/** Account deletion, which requires typing the username in a dialog. */
function DeleteAccountBlock({ user }: { readonly user: User }) {
  const [isAsking, setIsAsking] = useState(false)
  const buttonRef = useRef<HTMLButtonElement>(null)
  return (
    <SettingsBlock heading={deleteAccountBlockTexts.heading} text={deleteAccountBlockTexts.text}>
      <Button
        ref={buttonRef}
        variant="danger"
        className="border border-danger"
        onClick={() => setIsAsking(true)}
      >
        {deleteAccountBlockTexts.action}
      </Button>
      <DeleteAccountDialog
        user={user}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onClosed={() => buttonRef.current?.focus()}
      />
    </SettingsBlock>
  )
}

interface DeleteAccountDialogProps {
  readonly user: User
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onClosed: () => void
}

/** Confirms and deletes the account, after listing what is deleted. */
function DeleteAccountDialog({ user, isOpen, onClose, onClosed }: DeleteAccountDialogProps) {
  return (
    <Overlay isOpen={isOpen} title={deleteAccountBlockTexts.title} onLeave={onClose} onClosed={onClosed}>
      <DeleteAccountForm user={user} onClose={onClose} />
    </Overlay>
  )
}

function DeleteAccountForm({ user, onClose }: Pick<DeleteAccountDialogProps, 'user' | 'onClose'>) {
  const [typed, setTyped] = useState('')
  const leaveAccount = useLeaveAccount()
  const isConfirmed = typed.trim() === user.username
  const form = useFormSubmit(async () => {
    // Enter in the field submits even while the button is disabled.
    if (!isConfirmed) return undefined
    try {
      await request('DELETE', apiPaths.user)
    } catch (error) {
      return { form: serverMessageOf(error) ?? deleteAccountBlockTexts.failed }
    }
    leaveAccount()
    toasts.show(deleteAccountBlockTexts.deleted)
    return undefined
  })
  return (
    <form {...form.formProps} className="mt-3 flex flex-col gap-5">
      <div>
        <p>{deleteAccountBlockTexts.intro}</p>
        <ul className="mt-2 flex list-disc flex-col gap-1 pl-5">
          {deleteAccountBlockTexts.points.map(point => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </div>
      <TextField
        label={deleteAccountBlockTexts.typeName(user.username)}
        name="confirmation"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
      />
      <FormMessage text={form.formProblem} />
      <div className="flex justify-end gap-3 max-sm:flex-col-reverse">
        <Button onClick={onClose}>{deleteAccountBlockTexts.keep}</Button>
        <Button
          type="submit"
          variant="danger"
          className="border border-danger"
          disabled={!isConfirmed || form.isBusy}
        >
          {deleteAccountBlockTexts.confirm}
        </Button>
      </div>
    </form>
  )
}
