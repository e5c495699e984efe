/** Money-back guarantee: its deadline and the refund button. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { billingMessages } from '@filesmith/contract/messages/billing'
import { formatPrice, moneyBackDays } from '@filesmith/contract/plan-offers'
import type { Invoice } from '@filesmith/contract/schemas/billing'
import { useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { BillingConfirmDialog } from './billing-confirm-dialog.tsx'
import { useBillingChange } from './use-billing-change.ts'

const texts = billingMessages.refund
const dayMs = 24 * 60 * 60 * 1000

interface MoneyBackBlockProps {
  readonly until: string
  readonly invoices: readonly Invoice[]
  /** Moves the focus to the plan, since this block disappears. */
  readonly onChanged: () => void
}

export function MoneyBackBlock({ until, invoices, onChanged }: MoneyBackBlockProps) {
  const [isAsking, setIsAsking] = useState(false)
  const buttonRef = useRef<HTMLButtonElement>(null)
  const { isBusy, change } = useBillingChange()
  return (
    <SettingsBlock
      heading={texts.heading}
      text={
        <>
          {texts.text} <LocalTime iso={until} />.
        </>
      }
    >
      <Button ref={buttonRef} onClick={() => setIsAsking(true)}>
        {texts.action}
      </Button>
      <BillingConfirmDialog
        isOpen={isAsking}
        heading={texts.prompt}
        confirm={texts.confirm}
        keep={texts.keep}
        failed={texts.failed}
        isBusy={isBusy}
        onConfirm={() => change(apiPaths.subscriptionRefund, texts.done)}
        onClose={() => setIsAsking(false)}
        onClosed={() => (buttonRef.current ? buttonRef.current.focus() : onChanged())}
      >
        {texts.promptText(formatPrice(refundableCents(until, invoices)))}
      </BillingConfirmDialog>
    </SettingsBlock>
  )
}

/** Sum of all payments since the guarantee began that were not refunded yet. */
function refundableCents(until: string, invoices: readonly Invoice[]): number {
  const beganAtMs = new Date(until).getTime() - moneyBackDays * dayMs
  return invoices
    .filter(({ paidAt }) => new Date(paidAt).getTime() >= beganAtMs)
    .reduce((sum, { amount, refunded }) => sum + amount - refunded, 0)
}
