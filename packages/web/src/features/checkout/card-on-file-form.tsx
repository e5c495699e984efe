/** Offers the card on file for a payment, or another card. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { checkoutMessages } from '@filesmith/contract/messages/checkout'
import { type CardOnFile, cardPaymentReplySchema } from '@filesmith/contract/schemas/billing'
import { CreditCard } from 'lucide-react'
import { request, serverMessageOf } from '../../lib/request.ts'
import { Button } from '../../ui/button.tsx'
import { FormFooter } from '../../ui/form-footer.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { PaymentOutcome } from './payment-outcome.ts'
import type { FinishPayment } from './use-checkout.ts'
import { usePaymentSubmit } from './use-payment-submit.ts'

const texts = checkoutMessages.cardOnFile

interface CardOnFileFormProps {
  readonly card: CardOnFile
  readonly clientSecret: string
  readonly payLabel: string
  readonly finish: FinishPayment
  readonly onOtherCard: () => void
}

export function CardOnFileForm({ card, clientSecret, payLabel, finish, onOtherCard }: CardOnFileFormProps) {
  const form = usePaymentSubmit(async () => finish(await pay(clientSecret)))
  return (
    <form {...form.formProps} className="flex flex-col gap-5">
      <p className="flex items-center gap-3 rounded border border-line-strong p-4">
        <Icon of={CreditCard} className="text-ink-muted" />
        <span>
          <span className="block font-semibold">{texts.card(card.brand, card.lastFour)}</span>
          <span className="text-xs text-ink-muted">{texts.expires(card.expiry)}</span>
        </span>
      </p>
      <FormFooter
        problem={form.formProblem}
        isBusy={form.isBusy}
        busyLabel={checkoutMessages.form.processing}
      >
        {payLabel}
      </FormFooter>
      <Button variant="quiet" disabled={form.isBusy} onClick={onOtherCard}>
        {texts.other}
      </Button>
    </form>
  )
}

async function pay(clientSecret: string): Promise<PaymentOutcome> {
  try {
    const response = await request('POST', apiPaths.subscriptionPayment, { clientSecret })
    const { status, paymentIntentId } = cardPaymentReplySchema.parse(await response.json())
    if (status === 'succeeded') return { status, paymentIntentId }
    return status === 'processing' ? { status } : { status: 'failed', message: texts.authentication }
  } catch (error) {
    return { status: 'failed', message: serverMessageOf(error) }
  }
}
