/** Managing one's billing where the payments are the built-in test ones: the card on file, and another in its place. */
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
      <Frame>
        <p role="status" className="sr-only">
          {texts.loading}
        </p>
        <Skeleton className="h-18 w-full" />
        <Skeleton className="mt-5 h-10 w-32" />
      </Frame>
    )
  if (billing?.card)
    return (
      <Frame>
        <CardOnFile card={billing.card} />
      </Frame>
    )
  if (billing)
    return (
      <Frame>
        <p>{texts.noCard}</p>
        <LinkButton to={paths.plans} className="mt-4">
          {texts.plans}
        </LinkButton>
      </Frame>
    )
  if (isForeignProvider(error))
    return <FormCard heading={texts.heading} lead={texts.none} footer={<Back />} />
  return (
    <Frame>
      <FormMessage text={texts.loadFailed} />
      <Button className="mt-4" onClick={() => void refetch()}>
        {profileMessages.retry}
      </Button>
    </Frame>
  )
}

function Frame({ children }: { readonly children: ReactNode }) {
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
      footer={<Back />}
    >
      {children}
    </FormCard>
  )
}

function Back() {
  return <TextLink to={`${paths.profile}?section=subscription`}>{texts.back}</TextLink>
}

/** Only test payments have these calls. */
function isForeignProvider(error: unknown): boolean {
  return error instanceof RequestError && error.status === 404
}
