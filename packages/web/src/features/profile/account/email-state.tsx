/** Notice below the email address: unconfirmed, or a confirmation link was sent to a new address. */
import { profileMessages } from '@filesmith/contract/messages/profile'
import type { User } from '@filesmith/contract/schemas/account'
import { useEmailLink } from '../../../lib/use-email-link.ts'
import { Badge } from '../../../ui/badge.tsx'

const texts = profileMessages.account

interface EmailStateProps {
  readonly user: User
  /** New address to which a confirmation link was just sent. */
  readonly newEmail: string | undefined
}

export function EmailState({ user, newEmail }: EmailStateProps) {
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
