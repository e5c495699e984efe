/** Two-step setup: shows the secret as QR code and text, and verifies it with the first code. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { securityMessages } from '@filesmith/contract/messages/profile-security'
import { recoveryCodesSchema } from '@filesmith/contract/schemas/account-security'
import { lazy, Suspense } from 'react'
import { CopyButton } from '../../../lib/copy-button.tsx'
import { findMissing } from '../../../lib/find-missing.ts'
import { request } from '../../../lib/request.ts'
import { toasts } from '../../../lib/toast-store.ts'
import { textOf, useFormSubmit } from '../../../lib/use-form-submit.ts'
import { useRefusal } from '../../../lib/use-refusal.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { SmallForm } from '../small-form.tsx'

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }))

const texts = securityMessages.twoStep

interface TwoStepSetupProps {
  readonly secret: string
  readonly otpauthUrl: string
  readonly onTurnedOn: (recoveryCodes: readonly string[]) => void
  readonly onCancel: () => void
}

export function TwoStepSetup({ secret, otpauthUrl, onTurnedOn, onCancel }: TwoStepSetupProps) {
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
