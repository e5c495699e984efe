/** Row of a signed-in session. */
import { securityMessages } from '@filesmith/contract/messages/profile-security'
import type { AccountSession } from '@filesmith/contract/schemas/account-security'
import { type LucideIcon, Monitor, Smartphone } from 'lucide-react'
import { relativeTime } from '../../../lib/relative-time.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'

const texts = securityMessages.sessions

interface SessionRowProps {
  readonly session: AccountSession
  readonly isBusy: boolean
  readonly onEnd: () => void
}

export function SessionRow({ session, isBusy, onEnd }: SessionRowProps) {
  const { device, seenAt, createdAt, isCurrent } = session
  return (
    <li className="flex items-center gap-4 py-3">
      <Icon of={iconOf(device)} className="text-ink-muted" />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          {device} {isCurrent ? <Badge tone="success">{texts.current}</Badge> : null}
        </p>
        <p className="text-xs text-ink-muted">
          {isCurrent ? texts.activeNow : <time dateTime={seenAt}>{describeSeen(seenAt)}</time>}
          {' · '}
          {texts.since} <LocalTime iso={createdAt} />
        </p>
      </div>
      {isCurrent ? null : (
        <Button aria-label={texts.signOutOf(device)} disabled={isBusy} onClick={onEnd}>
          {texts.signOut}
        </Button>
      )}
    </li>
  )
}

function describeSeen(seenAt: string): string {
  return texts.seen(relativeTime(new Date(seenAt), new Date()).toLowerCase())
}

function iconOf(device: string): LucideIcon {
  return /android|iphone|ipad|mobile/i.test(device) ? Smartphone : Monitor
}
