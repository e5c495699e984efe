/** Signed-in sessions, with buttons to end them. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { securityMessages } from '@filesmith/contract/messages/profile-security'
import type { AccountSession } from '@filesmith/contract/schemas/account-security'
import { useMutation } from '@tanstack/react-query'
import { type LucideIcon, Monitor, Smartphone } from 'lucide-react'
import { useRef } from 'react'
import { relativeTime } from '../../../lib/relative-time.ts'
import { RequestError, request } from '../../../lib/request.ts'
import { toasts } from '../../../lib/toast-store.ts'
import { useRefusal } from '../../../lib/use-refusal.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { useReloadSecurity } from './use-security.ts'

const texts = securityMessages.sessions

/** The end of one session, or of all others. */
interface SessionEnd {
  readonly path: string
  readonly toast: { readonly title: string; readonly description: string }
}

export function SessionsBlock({ sessions }: { readonly sessions: readonly AccountSession[] }) {
  const listRef = useRef<HTMLUListElement>(null)
  const refusal = useRefusal()
  const reloadSecurity = useReloadSecurity()
  const sorted = [...sessions].sort(
    (a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.seenAt.localeCompare(a.seenAt),
  )
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent)

  const { isPending: isBusy, mutate: end } = useMutation({
    mutationFn: ({ path }: SessionEnd) => endOnServer(path),
    async onSuccess(_reply, { toast }) {
      await reloadSecurity()
      toasts.show(toast)
      // The pressed button was removed with its row.
      listRef.current?.focus()
    },
    onError: error => refusal.asToast(error, texts.failed),
  })

  return (
    <SettingsBlock
      heading={texts.heading}
      text={hasOthers ? undefined : texts.only}
      aside={
        hasOthers ? (
          <Button
            disabled={isBusy}
            onClick={() => end({ path: apiPaths.sessions, toast: texts.othersEnded })}
          >
            {texts.signOutOthers}
          </Button>
        ) : null
      }
    >
      <ul ref={listRef} tabIndex={-1} className="-my-3 divide-y divide-line outline-none">
        {sorted.map(session => (
          <SessionRow
            key={session.id}
            session={session}
            isBusy={isBusy}
            onEnd={() => end({ path: apiPaths.session(session.id), toast: texts.ended })}
          />
        ))}
      </ul>
    </SettingsBlock>
  )
}

/** A session that no longer exists counts as ended. */
async function endOnServer(path: string): Promise<void> {
  try {
    await request('DELETE', path)
  } catch (error) {
    if (!(error instanceof RequestError && error.code === 'session-not-found')) throw error
  }
}

interface SessionRowProps {
  readonly session: AccountSession
  readonly isBusy: boolean
  readonly onEnd: () => void
}

/** Row of a signed-in session. */
function SessionRow({ session, isBusy, onEnd }: SessionRowProps) {
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
