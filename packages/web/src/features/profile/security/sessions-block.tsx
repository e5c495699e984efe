/** Signed-in sessions, with buttons to end them. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { securityMessages } from '@filesmith/contract/messages/profile-security'
import type { AccountSession } from '@filesmith/contract/schemas/account-security'
import { useRef, useState } from 'react'
import { RequestError, request } from '../../../lib/request.ts'
import { toasts } from '../../../lib/toast-store.ts'
import { useRefusal } from '../../../lib/use-refusal.ts'
import { Button } from '../../../ui/button.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { SessionRow } from './session-row.tsx'
import { useReloadSecurity } from './use-security.ts'

const texts = securityMessages.sessions

export function SessionsBlock({ sessions }: { readonly sessions: readonly AccountSession[] }) {
  const [isBusy, setIsBusy] = useState(false)
  const listRef = useRef<HTMLUListElement>(null)
  const refusal = useRefusal()
  const reloadSecurity = useReloadSecurity()
  const sorted = [...sessions].sort(
    (a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.seenAt.localeCompare(a.seenAt),
  )
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent)

  const end = async (path: string, toast: { readonly title: string; readonly description: string }) => {
    if (isBusy) return
    setIsBusy(true)
    try {
      await endOnServer(path)
      await reloadSecurity()
      toasts.show(toast)
      // The pressed button was removed with its row.
      listRef.current?.focus()
    } catch (error) {
      refusal.asToast(error, texts.failed)
    }
    setIsBusy(false)
  }

  return (
    <SettingsBlock
      heading={texts.heading}
      text={hasOthers ? undefined : texts.only}
      aside={
        hasOthers ? (
          <Button disabled={isBusy} onClick={() => void end(apiPaths.sessions, texts.othersEnded)}>
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
            onEnd={() => void end(apiPaths.session(session.id), texts.ended)}
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
