/** Billing page of the built-in test payments: card on file and its replacement. */

import { apiPaths } from '@filesmith/contract/api-paths'
import { billingMessages } from '@filesmith/contract/messages/billing'
import { profileMessages } from '@filesmith/contract/messages/profile'
import { paths } from '@filesmith/contract/routes'
import { testBillingSchema } from '@filesmith/contract/schemas/billing'
import { useQuery } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { z } from 'zod'
import { CardFields } from '../../lib/card-fields.tsx'
import { checkTestCard, emptyCard, toCardPayload } from '../../lib/card-input.ts'
import { RequestError, request, serverMessageOf } from '../../lib/request.ts'
import { TestCardList } from '../../lib/test-card-list.tsx'
import { toasts } from '../../lib/toast-store.ts'
import { useAccountChange } from '../../lib/use-account.ts'
import { type FormProblems, useFormSubmit } from '../../lib/use-form-submit.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FormCard } from '../../ui/form-card.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { TextLink } from '../../ui/text-link.tsx'

const texts = billingMessages.test

export function TestBilling() {
  const { data: billing, error, isPending, refetch } = useTestCard()
  if (isPending)
    return (
      <TestBillingCard>
        <p role="status" className="sr-only">
          {texts.loading}
        </p>
        <Skeleton className="h-18 w-full" />
        <Skeleton className="mt-5 h-10 w-32" />
      </TestBillingCard>
    )
  if (billing?.card)
    return (
      <TestBillingCard>
        <CardOnFile card={billing.card} />
      </TestBillingCard>
    )
  if (billing)
    return (
      <TestBillingCard>
        <p>{texts.noCard}</p>
        <LinkButton to={paths.plans} className="mt-4">
          {texts.plans}
        </LinkButton>
      </TestBillingCard>
    )
  if (isOtherProvider(error))
    return <FormCard heading={texts.heading} lead={texts.none} footer={<BackLink />} />
  return (
    <TestBillingCard>
      <FormMessage text={texts.loadFailed} />
      <Button className="mt-4" onClick={() => void refetch()}>
        {profileMessages.retry}
      </Button>
    </TestBillingCard>
  )
}

function TestBillingCard({ children }: { readonly children: ReactNode }) {
  return (
    <FormCard
      heading={texts.heading}
      lead={
        <>
          <Badge tone="warning" className="mr-2">
            {texts.badge}
          </Badge>
          {texts.text}
        </>
      }
      footer={<BackLink />}
    >
      {children}
    </FormCard>
  )
}

function BackLink() {
  return <TextLink to={`${paths.profile}?section=subscription`}>{texts.back}</TextLink>
}

/** These endpoints exist only with test payments. */
function isOtherProvider(error: unknown): boolean {
  return error instanceof RequestError && error.status === 404
}

/** Card on file with a form to replace it. */
function CardOnFile({ card }: { readonly card: TestCard }) {
  const [isReplacing, setIsReplacing] = useState(false)
  const cardRef = useRef<HTMLDivElement>(null)
  const buttonRef = useRef<HTMLButtonElement>(null)

  /** Moves the focus to the new card, or back to the button. */
  const close = (target: { readonly current: HTMLElement | null }) => {
    flushSync(() => setIsReplacing(false))
    target.current?.focus()
  }

  return (
    <>
      <h2 className="mb-2 text-base">{texts.card}</h2>
      <div
        ref={cardRef}
        tabIndex={-1}
        className="flex items-center gap-4 rounded border border-line bg-surface-sunken p-4 outline-none"
      >
        <Icon of={CreditCard} sizePx={24} className="text-ink-muted" />
        <div className="min-w-0">
          <p className="font-semibold">{texts.cardLabel(card.brand, card.lastFour)}</p>
          <p className="text-xs text-ink-muted">{texts.expires(card.expiry)}</p>
        </div>
      </div>
      <div className="mt-5">
        {isReplacing ? (
          <ReplaceCardForm onSaved={() => close(cardRef)} onCancel={() => close(buttonRef)} />
        ) : (
          <Button ref={buttonRef} onClick={() => setIsReplacing(true)}>
            {texts.replace}
          </Button>
        )}
      </div>
    </>
  )
}

type UseTestCardTestBilling = z.infer<typeof testBillingSchema>

type TestCard = NonNullable<UseTestCardTestBilling['card']>

/** Card on file of the test payments. */
function useTestCard() {
  return useQuery({ queryKey: [apiPaths.testCard], select: testBillingSchema.parse, gcTime: 0 })
}

interface ReplaceCardFormProps {
  readonly onSaved: () => void
  readonly onCancel: () => void
}

/** Form that replaces the card on file; only test card numbers are sent. */
function ReplaceCardForm({ onSaved, onCancel }: ReplaceCardFormProps) {
  const [card, setCard] = useState(emptyCard)
  const { refresh, signedOut } = useAccountChange()
  const formRef = useRef<HTMLFormElement>(null)
  useEffect(() => formRef.current?.querySelector('input')?.focus(), [])

  const save = async (): Promise<FormProblems | undefined> => {
    try {
      await request('POST', apiPaths.testCard, toCardPayload(card))
    } catch (error) {
      if (error instanceof RequestError && error.code === 'not-signed-in') signedOut()
      return { form: serverMessageOf(error) ?? texts.saveFailed }
    }
    toasts.show(texts.saved)
    // A past-due plan may be active again.
    await refresh()
    onSaved()
    return undefined
  }

  const form = useFormSubmit(async () => checkTestCard(card, new Date()) ?? save())
  return (
    <form ref={formRef} {...form.formProps} className="flex flex-col gap-5">
      <TestCardList card={card} onFill={setCard} />
      <CardFields card={card} onChange={setCard} problemOf={form.problemOf} />
      <div>
        <div className="has-[p]:mb-5">
          <FormMessage text={form.formProblem} />
        </div>
        <div className="flex flex-wrap gap-3">
          <SubmitButton isBusy={form.isBusy} busyLabel={profileMessages.busy} size="regular">
            {texts.save}
          </SubmitButton>
          <Button variant="quiet" onClick={onCancel}>
            {texts.keep}
          </Button>
        </div>
      </div>
    </form>
  )
}
