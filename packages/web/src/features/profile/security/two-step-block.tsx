/** Two-step sign-in: setup, new recovery codes and turning it off. Each step requires the password. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { confirmEmailMessages } from '@filesmith/contract/messages/identity-proof'
import { profileMessages } from '@filesmith/contract/messages/profile'
import { securityMessages } from '@filesmith/contract/messages/profile-security'
import type { User } from '@filesmith/contract/schemas/account'
import {
  type AccountSecurity,
  recoveryCodesSchema,
  twoStepSetupSchema,
} from '@filesmith/contract/schemas/account-security'
import { Download } from 'lucide-react'
import { lazy, Suspense, useId, useLayoutEffect, useRef, useState } from 'react'
import { CopyButton } from '../../../lib/copy-button.tsx'
import { findMissing } from '../../../lib/find-missing.ts'
import { request } from '../../../lib/request.ts'
import { saveText } from '../../../lib/save-text.ts'
import { toasts } from '../../../lib/toast-store.ts'
import { textOf, useFormSubmit } from '../../../lib/use-form-submit.ts'
import { useRefusal } from '../../../lib/use-refusal.ts'
import type { ActionVariant } from '../../../ui/action-style.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { SmallForm } from '../small-form.tsx'
import { useReloadSecurity } from './use-security.ts'

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }))

const texts = securityMessages.twoStep

const recoveryCodesTexts = securityMessages.recovery

type Step =
  | { readonly name: 'idle' | 'ask-to-set-up' | 'ask-for-codes' | 'ask-to-turn-off' }
  | { readonly name: 'scan'; readonly secret: string; readonly otpauthUrl: string }
  | { readonly name: 'codes'; readonly codes: readonly string[] }

interface TwoStepBlockProps {
  readonly user: User
  readonly security: AccountSecurity
}

export function TwoStepBlock({ user, security }: TwoStepBlockProps) {
  const [step, setStep] = useState<Step>({ name: 'idle' })
  const [hasBegun, setHasBegun] = useState(false)
  const reloadSecurity = useReloadSecurity()
  const { isOn } = security.twoStep
  const stop = () => setStep({ name: 'idle' })
  const go: IdleProps['onStep'] = name => {
    setHasBegun(true)
    setStep({ name })
  }

  const begin = async (password: string) => {
    const response = await request('POST', apiPaths.twoStep, { password })
    setStep({ name: 'scan', ...twoStepSetupSchema.parse(await response.json()) })
  }
  const showCodes = (codes: readonly string[]) => {
    setStep({ name: 'codes', codes })
    void reloadSecurity()
  }
  const makeCodes = async (password: string) => {
    const response = await request('POST', apiPaths.recoveryCodes, { password })
    showCodes(recoveryCodesSchema.parse(await response.json()).recoveryCodes)
  }
  const turnOff = async (password: string) => {
    await request('POST', apiPaths.twoStepOff, { password })
    await reloadSecurity()
    toasts.show(texts.turnedOff)
    stop()
  }

  return (
    <SettingsBlock
      heading={texts.heading}
      text={texts.what}
      aside={<Badge tone={isOn ? 'success' : 'neutral'}>{isOn ? texts.on : texts.off}</Badge>}
    >
      {step.name === 'idle' ? <Idle user={user} security={security} isReturn={hasBegun} onStep={go} /> : null}
      {step.name === 'ask-to-set-up' ? (
        <PasswordPrompt hint={texts.askPassword} action={texts.next} onPassword={begin} onCancel={stop} />
      ) : null}
      {step.name === 'scan' ? <TwoStepSetup {...step} onTurnedOn={showCodes} onCancel={stop} /> : null}
      {step.name === 'ask-for-codes' ? (
        <PasswordPrompt
          hint={texts.newCodesHint}
          action={texts.createCodes}
          onPassword={makeCodes}
          onCancel={stop}
        />
      ) : null}
      {step.name === 'ask-to-turn-off' ? (
        <PasswordPrompt
          hint={texts.turnOffHint}
          action={texts.turnOff}
          onPassword={turnOff}
          onCancel={stop}
        />
      ) : null}
      {step.name === 'codes' ? (
        <RecoveryCodes username={user.username} codes={step.codes} onDone={stop} />
      ) : null}
    </SettingsBlock>
  )
}

interface IdleProps {
  readonly user: User
  readonly security: AccountSecurity
  /** Whether the user returns from a step, which moves the focus here. */
  readonly isReturn: boolean
  readonly onStep: (name: 'ask-to-set-up' | 'ask-for-codes' | 'ask-to-turn-off') => void
}

function Idle({ user, security, isReturn, onStep }: IdleProps) {
  const firstRef = useRef<HTMLButtonElement>(null)
  const { isOn, recoveryCodesLeft } = security.twoStep
  // biome-ignore lint/correctness/useExhaustiveDependencies: turning it on or off replaces the first button.
  useLayoutEffect(() => {
    if (isReturn) firstRef.current?.focus()
  }, [isReturn, isOn])
  if (!user.isEmailVerified && !isOn) return <p>{confirmEmailMessages.first}</p>
  if (!security.hasPassword && !isOn) return <p>{texts.needsPassword}</p>
  if (!isOn)
    return (
      <Button ref={firstRef} onClick={() => onStep('ask-to-set-up')}>
        {texts.setUp}
      </Button>
    )
  return (
    <>
      <p>
        {texts.codesLeft(recoveryCodesLeft)} {recoveryCodesLeft <= 3 ? texts.fewCodes : ''}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button ref={firstRef} onClick={() => onStep('ask-for-codes')}>
          {texts.newCodes}
        </Button>
        <Button variant="danger" onClick={() => onStep('ask-to-turn-off')}>
          {texts.turnOff}
        </Button>
      </div>
    </>
  )
}

interface PasswordPromptProps {
  readonly hint: string
  readonly action: string
  readonly variant?: ActionVariant
  /** Errors it throws are shown at the form. */
  readonly onPassword: (password: string) => Promise<void>
  readonly onCancel: () => void
}

/** Password prompt before a change of the security settings. */
function PasswordPrompt({ hint, action, variant = 'solid', onPassword, onCancel }: PasswordPromptProps) {
  const refusal = useRefusal()
  const fieldRef = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => fieldRef.current?.focus(), [])
  const form = useFormSubmit(async data => {
    const missing = findMissing(data, ['password'])
    if (missing) return { fields: missing }
    try {
      await onPassword(textOf(data, 'password'))
    } catch (error) {
      return refusal.asProblems(error, { 'wrong-password': 'password' })
    }
    return undefined
  })
  return (
    <SmallForm form={form} action={action} variant={variant} onCancel={onCancel}>
      <p>{hint}</p>
      <PasswordField
        ref={fieldRef}
        label={profileMessages.password}
        name="password"
        autoComplete="current-password"
        error={form.problemOf('password')}
      />
    </SmallForm>
  )
}

interface RecoveryCodesProps {
  readonly username: string
  readonly codes: readonly string[]
  readonly onDone: () => void
}

/** Shows new recovery codes once: copy, save as a file, and confirm that they are saved. */
function RecoveryCodes({ username, codes, onDone }: RecoveryCodesProps) {
  const headingId = useId()
  const headingRef = useRef<HTMLHeadingElement>(null)
  const [areSaved, setAreSaved] = useState(false)
  useLayoutEffect(() => headingRef.current?.focus(), [])
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h4 id={headingId} ref={headingRef} tabIndex={-1} className="font-semibold outline-none">
          {recoveryCodesTexts.heading}
        </h4>
        <p className="mt-1 max-w-prose text-ink-muted">{recoveryCodesTexts.text}</p>
      </div>
      <ol
        aria-labelledby={headingId}
        className="figures grid max-w-md gap-x-6 whitespace-nowrap min-[32rem]:grid-cols-2 gap-y-1 rounded border border-line bg-surface-sunken p-4 text-base"
      >
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={codes.join('\n')} label={recoveryCodesTexts.copy} />
        <Button
          onClick={() => saveText(recoveryCodesTexts.fileName, recoveryCodesTexts.fileText(username, codes))}
        >
          <Icon of={Download} sizePx={16} /> {recoveryCodesTexts.download}
        </Button>
      </div>
      <Checkbox
        name="saved"
        label={recoveryCodesTexts.saved}
        checked={areSaved}
        onChange={event => setAreSaved(event.currentTarget.checked)}
      />
      <Button variant="solid" className="self-start" disabled={!areSaved} onClick={onDone}>
        {recoveryCodesTexts.done}
      </Button>
    </div>
  )
}

interface TwoStepSetupProps {
  readonly secret: string
  readonly otpauthUrl: string
  readonly onTurnedOn: (recoveryCodes: readonly string[]) => void
  readonly onCancel: () => void
}

/** Two-step setup: shows the secret as QR code and text, and verifies it with the first code. */
function TwoStepSetup({ secret, otpauthUrl, onTurnedOn, onCancel }: TwoStepSetupProps) {
  const refusal = useRefusal()
  const form = useFormSubmit(async data => {
    const missing = findMissing(data, ['code'])
    if (missing) return { fields: missing }
    try {
      const response = await request('POST', apiPaths.twoStepConfirm, {
        code: textOf(data, 'code').replaceAll(/\s/g, ''),
      })
      const { recoveryCodes } = recoveryCodesSchema.parse(await response.json())
      toasts.show(texts.turnedOn)
      onTurnedOn(recoveryCodes)
    } catch (error) {
      return refusal.asProblems(error, { 'wrong-code': 'code' })
    }
    return undefined
  })
  return (
    <div className="grid gap-6 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-8">
      <Suspense fallback={<Skeleton className="size-48" />}>
        <QrCode text={otpauthUrl} label={texts.qrCode} />
      </Suspense>
      <div className="flex flex-col gap-5">
        <div>
          <h4 className="font-semibold">{texts.scan}</h4>
          <p className="mt-1 text-ink-muted">{texts.scanHint}</p>
        </div>
        <div>
          <p>{texts.orType}</p>
          <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
            <code className="figures rounded bg-surface-sunken px-2 py-1 text-sm select-all">
              {inGroups(secret)}
            </code>
            <CopyButton text={secret} label={texts.copyKey} />
          </div>
        </div>
        <SmallForm form={form} action={texts.turnOn} onCancel={onCancel}>
          <TextField
            label={texts.code}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            className="figures max-w-40"
            hint={texts.codeHint}
            error={form.problemOf('code')}
          />
        </SmallForm>
      </div>
    </div>
  )
}

/** Groups of four are easier to type. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret
}
