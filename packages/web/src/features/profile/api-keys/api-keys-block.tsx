/** API keys: list, creation form, and an upgrade prompt for plans other than Pro. */
import { apiKeyMessages as texts } from '@filesmith/contract/messages/api-keys'
import { confirmEmailMessages } from '@filesmith/contract/messages/identity-proof'
import { paths } from '@filesmith/contract/routes'
import type { User } from '@filesmith/contract/schemas/account'
import type { ApiKey, CreatedApiKey } from '@filesmith/contract/schemas/v1/api-key'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { PlanPrompt } from '../plan-prompt.tsx'
import { describeSubscription } from '../subscription/describe-subscription.ts'
import { ApiKeyRow } from './api-key-row.tsx'
import { NewKeyForm } from './new-key-form.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'
import { ShownKey } from './shown-key.tsx'
import { useApiKeys, useReloadApiKeys } from './use-api-keys.ts'

export function ApiKeysBlock({ user }: { readonly user: User }) {
  const { data: keys, isPending, refetch } = useApiKeys()
  const reload = useReloadApiKeys()
  const [step, setStep] = useState<'list' | 'form' | CreatedApiKey>('list')
  const isPro = describeSubscription(user, new Date()).effectivePlan === 'pro'
  const canMake = isPro && user.isEmailVerified && step === 'list' && keys !== undefined
  return (
    <>
      <SettingsBlock
        heading={texts.heading}
        text={
          <>
            {texts.text}{' '}
            <TextLink to={paths.developers} className="text-ink">
              {texts.reference}
            </TextLink>
          </>
        }
        aside={
          canMake ? (
            <Button onClick={() => setStep('form')}>
              <Icon of={Plus} sizePx={16} /> {texts.make}
            </Button>
          ) : null
        }
      >
        {isPro && !user.isEmailVerified ? <p className="mb-4">{confirmEmailMessages.first}</p> : null}
        {step === 'form' ? (
          <NewKeyForm
            onCancel={() => setStep('list')}
            onMade={async made => {
              setStep(made)
              await reload()
            }}
          />
        ) : null}
        {typeof step === 'object' ? <ShownKey apiKey={step} onDone={() => setStep('list')} /> : null}
        {isPending ? <Loading /> : null}
        {!isPending && keys === undefined ? (
          <LoadFailed text={texts.failed} onRetry={() => void refetch()} />
        ) : null}
        {keys && step === 'list' ? <KeyList keys={keys} isPro={isPro} /> : null}
      </SettingsBlock>
      {isPro ? null : <PlanPrompt {...texts.upgrade} />}
    </>
  )
}

function KeyList({ keys, isPro }: { readonly keys: readonly ApiKey[]; readonly isPro: boolean }) {
  const [revoked, setRevoked] = useState<ApiKey>()
  const listRef = useRef<HTMLDivElement>(null)
  return (
    <div ref={listRef} tabIndex={-1} className="outline-none">
      {keys.length === 0 ? <p className="text-ink-muted">{texts.none}</p> : null}
      {keys.length > 0 && !isPro ? <p className="mb-4 font-semibold">{texts.paused}</p> : null}
      <ul className="-my-3 divide-y divide-line empty:hidden">
        {keys.map(apiKey => (
          <ApiKeyRow key={apiKey.id} apiKey={apiKey} onRevoke={() => setRevoked(apiKey)} />
        ))}
      </ul>
      <RevokeDialog
        apiKey={revoked}
        onClose={() => setRevoked(undefined)}
        // The pressed button may have been removed with its row.
        onClosed={() => listRef.current?.focus()}
      />
    </div>
  )
}

function Loading() {
  return (
    <>
      <p role="status" className="sr-only">
        {texts.loading}
      </p>
      <Skeleton className="h-16 w-full" />
    </>
  )
}
