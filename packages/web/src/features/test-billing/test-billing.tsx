/** Billing page of the built-in test payments: card on file and its replacement. */
import { billingMessages } from '@filesmith/contract/messages/billing'
import { profileMessages } from '@filesmith/contract/messages/profile'
import { paths } from '@filesmith/contract/routes'
import type { ReactNode } from 'react'
import { RequestError } from '../../lib/request.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FormCard } from '../../ui/form-card.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { CardOnFile } from './card-on-file.tsx'
import { useTestCard } from './use-test-card.ts'

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
