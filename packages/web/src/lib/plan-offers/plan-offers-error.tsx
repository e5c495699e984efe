/** Error state of the plan offers with a retry button. */
import { offerMessages } from '@filesmith/contract/messages/plans'
import { CircleAlert, LoaderCircle } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'

interface PlanOffersErrorProps {
  readonly isRetrying: boolean
  readonly onRetry: () => void
}

export function PlanOffersError({ isRetrying, onRetry }: PlanOffersErrorProps) {
  return (
    <Panel className="flex min-h-64 flex-col items-center justify-center gap-4 p-5 text-center">
      <p role="alert" className="flex items-start gap-2 font-semibold text-danger">
        <Icon of={CircleAlert} className="mt-px" /> {offerMessages.loadFailed}
      </p>
      <Button aria-disabled={isRetrying || undefined} onClick={() => isRetrying || onRetry()}>
        {isRetrying ? (
          <>
            <Icon of={LoaderCircle} className="turn" /> {offerMessages.retrying}
          </>
        ) : (
          offerMessages.retry
        )}
      </Button>
    </Panel>
  )
}
