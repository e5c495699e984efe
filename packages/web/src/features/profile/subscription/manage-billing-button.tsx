/** Opens the customer portal of the payment provider. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { billingMessages } from '@filesmith/contract/messages/billing'
import { paths } from '@filesmith/contract/routes'
import { portalReplySchema } from '@filesmith/contract/schemas/billing'
import { LoaderCircle } from 'lucide-react'
import { useState } from 'react'
import { RequestError, request } from '../../../lib/request.ts'
import { toasts } from '../../../lib/toast-store.ts'
import { useRefusal } from '../../../lib/use-refusal.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'

interface ManageBillingButtonProps {
  /** Highlights the button if the user has to act now. */
  readonly isUrgent: boolean
}

export function ManageBillingButton({ isUrgent }: ManageBillingButtonProps) {
  const [isBusy, setIsBusy] = useState(false)
  const refusal = useRefusal()

  const open = async () => {
    if (isBusy) return
    setIsBusy(true)
    try {
      const reply = await request('POST', apiPaths.billingPortal)
      window.location.assign(sameOriginPath(portalReplySchema.parse(await reply.json()).url))
    } catch (error) {
      if (isNothingToManage(error)) toasts.show(billingMessages.nothingToManage)
      else refusal.asToast(error, billingMessages.manageFailed)
    }
    // Also when navigating away: the back/forward cache may restore the page in this state.
    setIsBusy(false)
  }

  return (
    <Button
      variant={isUrgent ? 'accent' : 'outline'}
      aria-disabled={isBusy || undefined}
      onClick={() => void open()}
    >
      {isBusy ? <Icon of={LoaderCircle} sizePx={16} className="turn" /> : null}
      {billingMessages.manage}
    </Button>
  )
}

/** Keeps test billing on the current origin, where the user is signed in; PUBLIC_URL may be another one. */
function sameOriginPath(url: string): string {
  const { pathname } = new URL(url, window.location.href)
  return pathname === paths.testBilling ? pathname : url
}

function isNothingToManage(error: unknown): boolean {
  return error instanceof RequestError && error.code === 'nothing-to-manage'
}
