/** Target of the email confirmation link: submits the token once and shows the outcome. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { accountMessages } from '@filesmith/contract/messages/account'
import { paths } from '@filesmith/contract/routes'
import { signInNeededSchema } from '@filesmith/contract/schemas/account-security'
import { useMutation } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { RequestError, request } from '../../lib/request.ts'
import { signInAddress } from '../../lib/sign-in-address.ts'
import { useAccount, useAccountChange } from '../../lib/use-account.ts'
import { useSignOut } from '../../lib/use-sign-out.ts'
import { Button } from '../../ui/button.tsx'
import { FormCard } from '../../ui/form-card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { LinkInvalid } from './link-invalid.tsx'

const texts = accountMessages.verify

type Outcome = 'checking' | 'done' | 'used' | 'invalid' | 'failed' | 'sign-in' | 'sign-in-or-set-password'

export function VerifyEmail() {
  const { state } = useAccount()
  const { token, outcome, confirm } = useConfirmation()

  if (outcome === 'checking')
    return (
      <FormCard heading={texts.checkingHeading}>
        <p role="status">{texts.checking}</p>
      </FormCard>
    )
  if (outcome === 'invalid')
    return (
      <LinkInvalid
        heading={texts.invalidHeading}
        text={texts.invalidText}
        wayOut={
          state === 'signed-in'
            ? { label: texts.profile, to: paths.profile }
            : { label: texts.signIn, to: `${paths.signIn}?${new URLSearchParams({ next: paths.profile })}` }
        }
      />
    )
  if (outcome === 'failed')
    return (
      <FormCard isOutcome heading={texts.failedHeading} lead={texts.failedText}>
        <Button variant="accent" size="large" className="w-full" onClick={confirm}>
          {texts.retry}
        </Button>
      </FormCard>
    )
  if (outcome !== 'done' && outcome !== 'used')
    return <SignInNeeded token={token ?? ''} canSetPassword={outcome === 'sign-in-or-set-password'} />
  return (
    <FormCard isOutcome heading={outcome === 'used' ? texts.usedHeading : texts.doneHeading}>
      <div className="flex flex-col gap-4">
        <Icon of={MailCheck} sizePx={40} className="text-success" />
        <p>{outcome === 'used' ? texts.usedText : texts.doneText}</p>
        <LinkButton to={paths.home} variant="accent" size="large">
          {texts.home}
        </LinkButton>
      </div>
    </FormCard>
  )
}

/** The link only proves access to the mailbox: an attacker could have registered the account (pre-hijacking). */
function SignInNeeded({
  token,
  canSetPassword,
}: {
  readonly token: string
  readonly canSetPassword: boolean
}) {
  const { state } = useAccount()
  const signOut = useSignOut()
  const withToken = (path: string) => `${path}?${new URLSearchParams({ token })}`
  const isOther = state === 'signed-in'
  return (
    <FormCard
      isOutcome
      heading={texts.signInHeading}
      lead={isOther ? texts.otherAccountText : texts.signInText}
    >
      <div className="flex flex-col gap-4">
        {isOther ? (
          <Button variant="accent" size="large" onClick={() => void signOut()}>
            {texts.signOutAction}
          </Button>
        ) : (
          <LinkButton to={signInAddress(withToken(paths.verifyEmail))} variant="accent" size="large">
            {texts.signInAction}
          </LinkButton>
        )}
        {canSetPassword ? (
          <>
            <p className="text-ink-muted">{texts.setPasswordText}</p>
            <LinkButton to={withToken(paths.resetPassword)} size="large">
              {texts.setPassword}
            </LinkButton>
          </>
        ) : null}
      </div>
    </FormCard>
  )
}

function useConfirmation() {
  const [search] = useSearchParams()
  const token = search.get('token')
  const { refresh } = useAccountChange()
  const hasSent = useRef(false)
  const { data, error, mutate } = useMutation({
    mutationFn: async (): Promise<Outcome> => {
      const reply = await request('POST', apiPaths.verifyEmail, { token })
      if (reply.status !== 202) return 'done'
      const { canSetPassword } = signInNeededSchema.parse(await reply.json())
      return canSetPassword ? 'sign-in-or-set-password' : 'sign-in'
    },
    onSuccess(outcome) {
      if (outcome === 'done') void refresh()
    },
  })
  const outcomeNow = (): Outcome => {
    if (token === null) return 'invalid'
    if (error === null) return data ?? 'checking'
    if (error instanceof RequestError && error.code === 'link-used') return 'used'
    // A rejected token stays rejected; other failures can be retried.
    return error instanceof RequestError && isAboutLink(error) ? 'invalid' : 'failed'
  }

  const confirmOnce = useEffectEvent(() => mutate())
  useEffect(() => {
    // StrictMode mounts twice in development, but the token works only once.
    if (token === null || hasSent.current) return
    hasSent.current = true
    confirmOnce()
  }, [token])

  return { token, outcome: outcomeNow(), confirm: () => mutate() }
}

function isAboutLink({ status }: RequestError): boolean {
  return status < 500 && status !== 429
}
