/** Cancels a renewing subscription after confirmation, or resumes a canceled one. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { billingMessages } from '@filesmith/contract/messages/billing'
import { plans } from '@filesmith/contract/plans'
import { useRef, useState } from 'react'
import { useRefusal } from '../../../lib/use-refusal.ts'
import { Button } from '../../../ui/button.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'
import type { PaidSubscription } from './active-subscription.ts'
import { BillingConfirmDialog } from './billing-confirm-dialog.tsx'
import { useBillingChange } from './use-billing-change.ts'

const texts = billingMessages

interface RenewalButtonProps {
  readonly subscription: PaidSubscription
  /** Moves the focus to the new state, since the pressed button disappears. */
  readonly onChanged: () => void
}

export function RenewalButton({ subscription, onChanged }: RenewalButtonProps) {
  const [isAsking, setIsAsking] = useState(false)
  const cancelRef = useRef<HTMLButtonElement>(null)
  const refusal = useRefusal()
  const { isBusy, change } = useBillingChange()
  const { plan, status, periodEnd } = subscription
  const endsAtOnce = status === 'past-due'
  const { label } = plans[plan]

  const resume = async () => {
    try {
      await change(apiPaths.subscriptionResume, texts.resumed)
      onChanged()
    } catch (error) {
      refusal.asToast(error, texts.resumeFailed)
    }
  }

  return (
    <>
      {status === 'cancelled' ? (
        <Button variant="solid" aria-disabled={isBusy || undefined} onClick={() => void resume()}>
          {texts.resume}
        </Button>
      ) : (
        <Button
          ref={cancelRef}
          variant="danger"
          className="border border-danger"
          onClick={() => setIsAsking(true)}
        >
          {texts.cancel}
        </Button>
      )}
      <BillingConfirmDialog
        isOpen={isAsking}
        heading={texts.cancelPrompt.heading}
        confirm={texts.cancelPrompt.confirm}
        keep={texts.cancelPrompt.keep}
        failed={texts.cancelFailed}
        isBusy={isBusy}
        onConfirm={() =>
          change(apiPaths.subscriptionCancel, endsAtOnce ? texts.canceledAtOnce : texts.canceled)
        }
        onClose={() => setIsAsking(false)}
        onClosed={() => (cancelRef.current ? cancelRef.current.focus() : onChanged())}
      >
        {endsAtOnce ? (
          texts.cancelPrompt.atOnce(label)
        ) : (
          <>
            {texts.cancelPrompt.text(label)} <LocalTime iso={periodEnd} />. {texts.cancelPrompt.after}
          </>
        )}
      </BillingConfirmDialog>
    </>
  )
}
