/** API keys: list, creation form, and an upgrade prompt for plans other than Pro. */

import { apiPaths } from '@filesmith/contract/api-paths'
import { apiKeyMessages, apiKeyMessages as texts } from '@filesmith/contract/messages/api-keys'
import { confirmEmailMessages } from '@filesmith/contract/messages/identity-proof'
import { plans } from '@filesmith/contract/plans'
import { paths } from '@filesmith/contract/routes'
import type { User } from '@filesmith/contract/schemas/account'
import {
  type ApiKey,
  type ApiScope,
  apiKeysSchema,
  apiScopes,
  type CreatedApiKey,
  createdApiKeySchema,
  newApiKeySchema,
} from '@filesmith/contract/schemas/v1/api-key'
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { CopyButton } from '../../../lib/copy-button.tsx'
import { relativeTime } from '../../../lib/relative-time.ts'
import { RequestError, request } from '../../../lib/request.ts'
import { toasts } from '../../../lib/toast-store.ts'
import { textOf, useFormSubmit } from '../../../lib/use-form-submit.ts'
import { useRefusal } from '../../../lib/use-refusal.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'
import { Overlay } from '../../../ui/overlay.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { PlanPrompt } from '../plan-prompt.tsx'
import { SmallForm } from '../small-form.tsx'
import { describeSubscription } from '../subscription/describe-subscription.ts'

const key = [apiPaths.apiKeys]

const revokeDialogTexts = apiKeyMessages.revocation

const apiKeyRowTexts = apiKeyMessages.row

const shownKeyTexts = apiKeyMessages.shown

export function ApiKeysBlock({ user }: { readonly user: User }) {
  const { data: keys, isPending, refetch } = useApiKeys()
  const reload = useReloadApiKeys()
  const [step, setStep] = useState<'list' | 'form' | CreatedApiKey>('list')
  const hasApi = plans[describeSubscription(user, new Date()).effectivePlan].hasApi
  const canMake = hasApi && user.isEmailVerified && step === 'list' && keys !== undefined
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
        {hasApi && !user.isEmailVerified ? <p className="mb-4">{confirmEmailMessages.first}</p> : null}
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
        {keys && step === 'list' ? <KeyList keys={keys} hasApi={hasApi} /> : null}
      </SettingsBlock>
      {hasApi ? null : <PlanPrompt {...texts.upgrade} />}
    </>
  )
}

function KeyList({ keys, hasApi }: { readonly keys: readonly ApiKey[]; readonly hasApi: boolean }) {
  const [revoked, setRevoked] = useState<ApiKey>()
  const listRef = useRef<HTMLDivElement>(null)
  return (
    <div ref={listRef} tabIndex={-1} className="outline-none">
      {keys.length === 0 ? <p className="text-ink-muted">{texts.none}</p> : null}
      {keys.length > 0 && !hasApi ? <p className="mb-4 font-semibold">{texts.paused}</p> : null}
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

interface ShownKeyProps {
  readonly apiKey: CreatedApiKey
  readonly onDone: () => void
}

/** Shows a new API key, once only. */
function ShownKey({ apiKey, onDone }: ShownKeyProps) {
  const headingRef = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => headingRef.current?.focus(), [])
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h4 ref={headingRef} tabIndex={-1} className="font-semibold outline-none">
          {shownKeyTexts.heading}
        </h4>
        <p className="mt-1 max-w-prose text-ink-muted">{shownKeyTexts.text}</p>
      </div>
      <output
        aria-label={shownKeyTexts.label}
        className="figures block rounded border border-line bg-surface-sunken p-4 text-sm break-all select-all"
      >
        {apiKey.key}
      </output>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={apiKey.key} label={shownKeyTexts.copy} />
        <Button variant="solid" onClick={onDone}>
          {shownKeyTexts.done}
        </Button>
      </div>
    </div>
  )
}

interface ApiKeyRowProps {
  readonly apiKey: ApiKey
  readonly onRevoke: () => void
}

/** API key with its prefix, scopes, last use and a revoke button. */
function ApiKeyRow({ apiKey, onRevoke }: ApiKeyRowProps) {
  const { name, prefix, scopes, createdAt, lastUsedAt, expiresAt } = apiKey
  const isOver = expiresAt !== null && new Date(expiresAt) <= new Date()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Icon of={KeyRound} className="text-ink-muted" />
      <div className="min-w-0 grow basis-48">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold wrap-anywhere">
          {name}
          {isOver ? <Badge tone="danger">{apiKeyRowTexts.ended}</Badge> : null}
          {scopes.map(scope => (
            <Badge key={scope} className="font-mono">
              {scope}
            </Badge>
          ))}
        </p>
        <p className="text-xs text-ink-muted">
          <code className="figures">{prefix}…</code>
          {' · '}
          {apiKeyRowTexts.created} <LocalTime iso={createdAt} style="short-date" />
          {' · '}
          {lastUsedAt === null ? (
            apiKeyRowTexts.unused
          ) : (
            <time dateTime={lastUsedAt}>{describeUse(lastUsedAt)}</time>
          )}
          {expiresAt !== null && !isOver ? (
            <>
              {' · '}
              {apiKeyRowTexts.ends} <LocalTime iso={expiresAt} style="short-date" />
            </>
          ) : null}
        </p>
      </div>
      <Button aria-label={apiKeyRowTexts.revokeNamed(name)} onClick={onRevoke}>
        {apiKeyRowTexts.revoke}
      </Button>
    </li>
  )
}

function describeUse(lastUsedAt: string): string {
  return apiKeyRowTexts.used(relativeTime(new Date(lastUsedAt), new Date()).toLowerCase())
}

interface RevokeDialogProps {
  /** The dialog is open while this is set. */
  readonly apiKey: ApiKey | undefined
  readonly onClose: () => void
  readonly onClosed: () => void
}

/** Confirms and revokes an API key. */
function RevokeDialog({ apiKey, onClose, onClosed }: RevokeDialogProps) {
  const refusal = useRefusal()
  const reload = useReloadApiKeys()
  const { isPending, mutate: revoke } = useMutation({
    mutationFn: revokeOnServer,
    async onSuccess() {
      await reload()
      toasts.show(revokeDialogTexts.revoked)
    },
    onError: error => refusal.asToast(error, revokeDialogTexts.failed),
    onSettled: onClose,
  })

  return (
    <Overlay
      isOpen={apiKey !== undefined}
      title={revokeDialogTexts.title(apiKey?.name ?? '')}
      onLeave={onClose}
      onClosed={onClosed}
    >
      <p className="mt-3">{revokeDialogTexts.text}</p>
      <div className="mt-6 flex justify-end gap-3 max-sm:flex-col-reverse">
        <Button onClick={onClose}>{revokeDialogTexts.keep}</Button>
        <Button
          variant="danger"
          className="border border-danger"
          disabled={isPending}
          onClick={() => apiKey && revoke(apiKey.id)}
        >
          {revokeDialogTexts.confirm}
        </Button>
      </div>
    </Overlay>
  )
}

/** A key that no longer exists counts as revoked. */
async function revokeOnServer(id: string): Promise<void> {
  try {
    await request('DELETE', apiPaths.apiKey(id))
  } catch (error) {
    if (!(error instanceof RequestError && error.code === 'key-not-found')) throw error
  }
}

/** API keys of the account, not cached between visits: they are also used and revoked elsewhere. */
function useApiKeys(): UseQueryResult<ApiKey[]> {
  return useQuery({ queryKey: key, select: apiKeysSchema.parse, gcTime: 0 })
}

function useReloadApiKeys(): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: key })
}

const keyFormTexts = apiKeyMessages.form

interface NewKeyFormProps {
  readonly onMade: (made: CreatedApiKey) => Promise<void>
  readonly onCancel: () => void
}

/** Creates an API key: name, scopes and expiry. */
function NewKeyForm({ onMade, onCancel }: NewKeyFormProps) {
  const refusal = useRefusal()
  const scopesId = useId()
  const form = useFormSubmit(async data => {
    const days = textOf(data, 'expiresInDays')
    const wanted = newApiKeySchema.safeParse({
      name: textOf(data, 'name'),
      scopes: data.getAll('scopes'),
      expiresInDays: days === '' ? null : Number(days),
    })
    if (!wanted.success)
      return {
        fields: Object.fromEntries(wanted.error.issues.map(({ path, message }) => [path[0], message])),
      }
    try {
      const reply = await request('POST', apiPaths.apiKeys, wanted.data)
      await onMade(createdApiKeySchema.parse(await reply.json()))
    } catch (error) {
      return refusal.asProblems(error)
    }
    return undefined
  })
  const scopeProblem = form.problemOf('scopes')
  return (
    <SmallForm form={form} action={keyFormTexts.action} onCancel={onCancel}>
      <TextField
        label={keyFormTexts.name}
        name="name"
        hint={keyFormTexts.nameHint}
        error={form.problemOf('name')}
        maxLength={60}
        autoComplete="off"
        autoFocus
      />
      <fieldset aria-describedby={scopeProblem === undefined ? undefined : scopesId}>
        <legend className="font-semibold">{keyFormTexts.scopes}</legend>
        {apiScopes.map(scope => (
          <Checkbox
            key={scope}
            name="scopes"
            value={scope}
            defaultChecked={scope !== 'webhooks'}
            isInvalid={scopeProblem !== undefined}
            label={<ScopeLabel scope={scope} />}
          />
        ))}
        {scopeProblem === undefined ? null : (
          <p id={scopesId} className="font-medium text-danger">
            {scopeProblem}
          </p>
        )}
      </fieldset>
      <SelectField label={keyFormTexts.ends} name="expiresInDays" choices={keyFormTexts.endChoices} />
    </SmallForm>
  )
}

function ScopeLabel({ scope }: { readonly scope: ApiScope }) {
  return (
    <>
      {keyFormTexts.scopeNames[scope]} <code className="figures text-xs text-ink-muted">{scope}</code>
    </>
  )
}
