/** Contact messages: open, handled, or suspected spam. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { adminMessageTexts, adminMessageTexts as texts } from '@filesmith/contract/messages/admin-panels'
import {
  type AdminMessage,
  adminMessagePageSchema,
  type MessageChange,
} from '@filesmith/contract/schemas/admin'
import { messageStates } from '@filesmith/contract/schemas/admin-queries'
import { Check, Mail } from 'lucide-react'
import { useRef, useState } from 'react'
import { relativeTime } from '../../../lib/relative-time.ts'
import { actionStyle } from '../../../ui/action-style.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ChoiceGroup } from '../../../ui/choice-group.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { AdminList } from '../panel/admin-list.tsx'
import { ExpandableRow } from '../panel/expandable-row.tsx'
import { FactList } from '../panel/fact-list.tsx'
import { useAdminMutation } from '../panel/use-admin-mutation.ts'
import { useAdminPages } from '../panel/use-admin-pages.ts'

/** Some mail clients reject longer links. */
const maxQuotedLength = 1500

type MessageState = (typeof messageStates)[number]

const choices = messageStates.map(value => ({ value, label: adminMessageTexts.folders[value] }))

export function MessagesSection() {
  const [state, setState] = useState<MessageState>('open')
  const containerRef = useRef<HTMLDivElement>(null)
  const list = useAdminPages(apiPaths.adminMessages, adminMessagePageSchema, { state })
  return (
    <SettingsBlock heading={adminMessageTexts.heading}>
      <div className="mb-5 max-w-md">
        <ChoiceGroup
          legend={adminMessageTexts.show}
          choices={choices}
          value={state}
          onChange={value => setState(value as MessageState)}
        />
      </div>
      <AdminList
        label={adminMessageTexts.heading}
        list={list}
        containerRef={containerRef}
        rowsOf={page => page.messages}
        empty={adminMessageTexts.empty[state]}
      >
        {message => (
          <MessageRow key={message.id} message={message} onMoved={() => containerRef.current?.focus()} />
        )}
      </AdminList>
    </SettingsBlock>
  )
}

interface MessageRowProps {
  readonly message: AdminMessage
  /** Called when the message has moved to another list. */
  readonly onMoved: () => void
}

/** Contact message. Expanded, it shows the full text and actions. */
function MessageRow({ message, onMoved }: MessageRowProps) {
  const {
    name,
    email,
    subject,
    message: body,
    username,
    isPriority,
    createdAt,
    mailedAt,
    handledAt,
  } = message
  return (
    <ExpandableRow
      summary={
        <>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-semibold">{subject}</span>
            {isPriority ? <Badge tone="accent">{texts.priority}</Badge> : null}
            {message.isSuspected ? <Badge tone="warning">{texts.suspected}</Badge> : null}
          </span>
          <span className="mt-0.5 block truncate text-ink-muted">{body}</span>
          <span className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-ink-muted">
            <span>{name}</span>
            <time dateTime={createdAt} title={new Date(createdAt).toLocaleString()}>
              {relativeTime(new Date(createdAt), new Date())}
            </time>
          </span>
        </>
      }
    >
      <p className="max-w-prose rounded border border-line bg-surface-sunken p-4 whitespace-pre-wrap">
        {body}
      </p>
      <div className="mt-4">
        <FactList
          facts={[
            { label: texts.from, value: <span className="break-all">{`${name} <${email}>`}</span> },
            { label: texts.account, value: username ?? texts.noAccount },
            {
              label: texts.mailed,
              value: mailedAt ? <LocalTime iso={mailedAt} style="moment" /> : texts.notMailed,
            },
            ...(handledAt
              ? [{ label: texts.handledAt, value: <LocalTime iso={handledAt} style="moment" /> }]
              : []),
          ]}
        />
      </div>
      <MessageActions message={message} onMoved={onMoved} />
    </ExpandableRow>
  )
}

interface MessageActionsProps {
  readonly message: AdminMessage
  readonly onMoved: () => void
}

/** Actions of a message: reply by email, mark as handled, reopen, or mark as not spam. */
function MessageActions({ message, onMoved }: MessageActionsProps) {
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

/** mailto link that opens a reply in the operator's mail client, with the message quoted. */
export function replyAddress({ email, subject, message }: AdminMessage): string {
  const quoted = message.slice(0, maxQuotedLength).replaceAll(/^/gm, '> ')
  const fields = { subject: adminMessageTexts.replySubject(subject), body: `\r\n\r\n${quoted}` }
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `mailto:${encodeURIComponent(email)}?${query.join('&')}`
}
