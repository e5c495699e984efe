/** Re-authentication dialog ("Confirm it's you"): code with two-step sign-in, otherwise password or a connected provider. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { IdentityProviderId } from '@filesmith/contract/identity-providers'
import { identityProofMessages as texts } from '@filesmith/contract/messages/identity-proof'
import {
  type AccountSecurity,
  providerAddressSchema,
  securitySchema,
} from '@filesmith/contract/schemas/account-security'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { Overlay } from '../../ui/overlay.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { ProviderIcon } from '../../ui/provider-icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { request } from '../request.ts'
import { textOf, useFormSubmit } from '../use-form-submit.ts'
import { useRefusal } from '../use-refusal.ts'
import { useSignInWays } from '../use-sign-in-ways.ts'
import { resolveProof, restoreFocus, useIsProofRequested } from './requested-proof.ts'

const cancel = () => resolveProof(false)

export function IdentityProofDialog() {
  const isOpen = useIsProofRequested()
  return (
    <Overlay isOpen={isOpen} isAbove title={texts.title} onLeave={cancel} onClosed={restoreFocus}>
      {isOpen ? <Question /> : null}
    </Overlay>
  )
}

function Question() {
  const { data, error, refetch } = useQuery({
    // Not the query key of the profile, so that the page behind the dialog does not re-render.
    queryKey: [apiPaths.security, 'proof'],
    select: securitySchema.parse,
    gcTime: 0,
  })
  if (data) return <Ways security={data} />
  return (
    <div className="mt-3 flex flex-col gap-5">
      {error ? (
        <p role="alert">{texts.failed}</p>
      ) : (
        <>
          <p role="status" className="sr-only">
            {texts.loading}
          </p>
          <Skeleton className="h-24 w-full" />
        </>
      )}
      <div className="flex justify-end gap-3 max-sm:flex-col-reverse">
        <Button onClick={cancel}>{texts.cancel}</Button>
        {error ? <Button onClick={() => void refetch()}>{texts.retry}</Button> : null}
      </div>
    </div>
  )
}

function Ways({ security }: { readonly security: AccountSecurity }) {
  const { hasPassword, twoStep, connections, isProvedByConfirming = false } = security
  const { providers, labelOf } = useSignInWays()
  const connected = connections.filter(({ provider }) => providers.includes(provider))
  const usable = twoStep.isOn ? [] : connected
  const field = twoStep.isOn
    ? 'code'
    : hasPassword
      ? 'password'
      : isProvedByConfirming
        ? 'confirmation'
        : undefined
  return (
    <div className="mt-3 flex flex-col gap-5">
      <p>{texts.text}</p>
      {field === undefined ? null : <ProofForm key={field} field={field} />}
      {field !== undefined && usable.length > 0 ? (
        <p className="text-center text-ink-muted">{texts.or}</p>
      ) : null}
      {usable.map(({ provider }) => (
        <ProviderButton key={provider} provider={provider} label={labelOf(provider)} />
      ))}
      {usable.length > 0 ? <p className="text-xs text-ink-muted">{texts.providerText}</p> : null}
      {field === undefined && usable.length === 0 ? <p>{texts.noWay}</p> : null}
      {field === undefined ? (
        <div className="flex justify-end">
          <Button onClick={cancel}>{texts.cancel}</Button>
        </div>
      ) : null}
    </div>
  )
}

function ProofForm({ field }: { readonly field: 'password' | 'code' | 'confirmation' }) {
  const inputRef = useRef<HTMLInputElement>(null)
  const refusal = useRefusal()
  useLayoutEffect(() => inputRef.current?.focus(), [])
  const form = useFormSubmit(async data => {
    const given = field === 'confirmation' ? {} : { [field]: textOf(data, field) }
    if (Object.values(given).some(value => value.trim() === '')) return { fields: { [field]: texts.missing } }
    try {
      await request('POST', apiPaths.proof, given)
    } catch (error) {
      return refusal.asProblems(
        error,
        { 'wrong-password': 'password', 'wrong-code': 'code' },
        texts.unexpected,
      )
    }
    resolveProof(true)
    return undefined
  })
  return (
    <form {...form.formProps} className="flex flex-col gap-5">
      {field === 'confirmation' ? (
        <p>{texts.confirmText}</p>
      ) : field === 'password' ? (
        <PasswordField
          ref={inputRef}
          label={texts.password}
          name="password"
          autoComplete="current-password"
          error={form.problemOf('password')}
        />
      ) : (
        <TextField
          ref={inputRef}
          label={texts.code}
          name="code"
          hint={texts.codeHint}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          className="figures"
          error={form.problemOf('code')}
        />
      )}
      <FormMessage text={form.formProblem} />
      <div className="flex justify-end gap-3 max-sm:flex-col-reverse">
        <Button onClick={cancel}>{texts.cancel}</Button>
        <SubmitButton isBusy={form.isBusy} busyLabel={texts.busy} variant="accent" size="regular">
          {texts.confirm}
        </SubmitButton>
      </div>
    </form>
  )
}

interface ProviderButtonProps {
  readonly provider: IdentityProviderId
  readonly label: string
}

/** Redirects to the provider. This drops the pending request, which the user repeats afterwards. */
function ProviderButton({ provider, label }: ProviderButtonProps) {
  const { pathname, search } = useLocation()
  const refusal = useRefusal()
  const redirect = useMutation({
    mutationFn: async () => {
      const reply = await request('POST', apiPaths.proofWith(provider), { next: pathname + search })
      window.location.assign(providerAddressSchema.parse(await reply.json()).url)
    },
    onError: error => refusal.asToast(error, texts.title),
  })
  return (
    <Button
      size="large"
      className="w-full"
      // Also after the reply, while the browser navigates.
      disabled={redirect.isPending || redirect.isSuccess}
      onClick={() => redirect.mutate()}
    >
      <ProviderIcon of={provider} />
      <span className="py-2 whitespace-normal">{texts.continueWith(label)}</span>
    </Button>
  )
}
