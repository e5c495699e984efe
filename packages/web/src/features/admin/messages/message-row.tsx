/** Contact message. Expanded, it shows the full text and actions. */
import { adminMessageTexts as texts } from '@filesmith/contract/messages/admin-panels'
import type { AdminMessage } from '@filesmith/contract/schemas/admin'
import { relativeTime } from '../../../lib/relative-time.ts'
import { Badge } from '../../../ui/badge.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'
import { ExpandableRow } from '../panel/expandable-row.tsx'
import { FactList } from '../panel/fact-list.tsx'
import { MessageActions } from './message-actions.tsx'

interface MessageRowProps {
  readonly message: AdminMessage
  /** Called when the message has moved to another list. */
  readonly onMoved: () => void
}

export function MessageRow({ message, onMoved }: MessageRowProps) {
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
