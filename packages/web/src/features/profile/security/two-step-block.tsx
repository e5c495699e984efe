/** Two-step sign-in: setup, new recovery codes and turning it off. Each step requires the password. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { confirmEmailMessages } from '@filesmith/contract/messages/identity-proof'
import { securityMessages } from '@filesmith/contract/messages/profile-security'
import type { User } from '@filesmith/contract/schemas/account'
import {
  type AccountSecurity,
  recoveryCodesSchema,
  twoStepSetupSchema,
} from '@filesmith/contract/schemas/account-security'
import { useLayoutEffect, useRef, useState } from 'react'
import { request } from '../../../lib/request.ts'
import { toasts } from '../../../lib/toast-store.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { PasswordPrompt } from './password-prompt.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TwoStepSetup } from './two-step-setup.tsx'
import { useReloadSecurity } from './use-security.ts'

const texts = securityMessages.twoStep

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
