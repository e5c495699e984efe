/** Where the link of the confirmation mail leads: it is sent back once, and what came of it is said. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { accountMessages } from '@filesmith/contract/messages/account'
import { paths } from '@filesmith/contract/routes'
import { MailCheck } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { RequestError, request } from '../../lib/request.ts'
import { useAccount, useAccountChange } from '../../lib/use-account.ts'
import { Button } from '../../ui/button.tsx'
import { FormCard } from '../../ui/form-card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { LinkInvalid } from './link-invalid.tsx'

const words = accountMessages.verify

type Outcome = 'checking' | 'done' | 'invalid' | 'failed'

export function VerifyEmail() {
  const { state } = useAccount()
  const { outcome, confirm } = useConfirmation()

  if (outcome === 'checking')
    return (
      <FormCard heading={words.checkingHeading}>
        <p role="status">{words.checking}</p>
      </FormCard>
    )
  if (outcome === 'invalid')
    return (
      <LinkInvalid
        heading={words.invalidHeading}
        text={words.invalidText}
        wayOut={
          state === 'signed-in'
            ? { label: words.profile, to: paths.profile }
            : { label: words.signIn, to: `${paths.signIn}?${new URLSearchParams({ next: paths.profile })}` }
        }
      />
    )
  if (outcome === 'failed')
    return (
      <FormCard isOutcome heading={words.failedHeading} lead={words.failedText}>
        <Button variant="accent" size="large" className="w-full" onClick={confirm}>
          {words.retry}
        </Button>
      </FormCard>
    )
  return (
    <FormCard isOutcome heading={words.doneHeading}>
      <div className="flex flex-col gap-4">
        <Icon of={MailCheck} sizePx={40} className="text-success" />
        <p>{words.doneText}</p>
        <LinkButton to={paths.home} variant="accent" size="large">
          {words.home}
        </LinkButton>
      </div>
    </FormCard>
  )
}

function useConfirmation() {
  const [search] = useSearchParams()
  const token = search.get('token')
  const [outcome, setOutcome] = useState<Outcome>(token === null ? 'invalid' : 'checking')
  const { refresh } = useAccountChange()
  const hasSent = useRef(false)

  const confirm = async () => {
    setOutcome('checking')
    try {
      await request('POST', apiPaths.verifyEmail, { token })
      setOutcome('done')
      void refresh()
    } catch (error) {
      // What the server refuses it will refuse again; anything else is worth another try.
      setOutcome(error instanceof RequestError && isAboutLink(error) ? 'invalid' : 'failed')
    }
  }

  const confirmOnce = useEffectEvent(() => void confirm())
  useEffect(() => {
    // Development mounts everything twice, and the link works once.
    if (token === null || hasSent.current) return
    hasSent.current = true
    confirmOnce()
  }, [token])

  return { outcome, confirm: () => void confirm() }
}

function isAboutLink({ status }: RequestError): boolean {
  return status < 500 && status !== 429
}
