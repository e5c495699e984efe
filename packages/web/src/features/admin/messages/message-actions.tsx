/** Actions of a message: reply by email, mark as handled, reopen, or mark as not spam. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { adminMessageTexts as texts } from '@filesmith/contract/messages/admin-panels'
import type { AdminMessage, MessageChange } from '@filesmith/contract/schemas/admin'
import { Check, Mail } from 'lucide-react'
import { actionStyle } from '../../../ui/action-style.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useAdminMutation } from '../panel/use-admin-mutation.ts'
import { replyAddress } from './reply-address.ts'

interface MessageActionsProps {
  readonly message: AdminMessage
  readonly onMoved: () => void
}

export function MessageActions({ message, onMoved }: MessageActionsProps) {
  const { id, name, handledAt, isSuspected } = message
  const change = useAdminMutation()
  const move = async (
    body: MessageChange,
    toast: { readonly title: string; readonly description: string },
  ) => {
    const isDone = await change.attempt({ method: 'PATCH', path: apiPaths.adminMessage(id), body, toast })
    if (isDone) onMoved()
  }
  const isBusy = change.isBusy || undefined
  return (
    <div className="mt-5 flex flex-wrap gap-3">
      <a
        href={replyAddress(message)}
        aria-label={texts.replyOf(name)}
        className={actionStyle('outline', 'regular')}
      >
        <Icon of={Mail} sizePx={16} /> {texts.reply}
      </a>
      {isSuspected ? (
        <Button aria-disabled={isBusy} onClick={() => void move({ isSuspected: false }, texts.notSpamToast)}>
          {texts.notSpam}
        </Button>
      ) : null}
      {handledAt ? (
        <Button aria-disabled={isBusy} onClick={() => void move({ isHandled: false }, texts.reopenedToast)}>
          {texts.reopen}
        </Button>
      ) : (
        <Button
          variant="solid"
          aria-disabled={isBusy}
          onClick={() => void move({ isHandled: true }, texts.markedToast)}
        >
          <Icon of={Check} sizePx={16} /> {texts.markHandled}
        </Button>
      )}
    </div>
  )
}
