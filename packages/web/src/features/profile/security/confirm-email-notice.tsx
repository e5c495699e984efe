/** Notice for accounts with an unconfirmed email address: what is disabled, and a button to resend the link. */
import { confirmEmailMessages as texts } from '@filesmith/contract/messages/identity-proof'
import { MailWarning } from 'lucide-react'
import { useEmailLink } from '../../../lib/use-email-link.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'

export function ConfirmEmailNotice({ email }: { readonly email: string }) {
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
