/** Target of the set-up link: creates the first operator account and opens the admin area. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { accountMessages } from '@filesmith/contract/messages/account'
import { paths } from '@filesmith/contract/routes'
import { userReplySchema } from '@filesmith/contract/schemas/account'
import { Unlink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { CopyButton } from '../../lib/copy-button.tsx'
import { request } from '../../lib/request.ts'
import { toasts } from '../../lib/toast-store.ts'
import { useAccountChange } from '../../lib/use-account.ts'
import { FormCard } from '../../ui/form-card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type AccountDetails, AccountForm } from './account-form.tsx'
import { LinkCheckCard } from './link-check-card.tsx'
import { useLinkCheck } from './use-link-check.ts'

const texts = accountMessages.setUp

interface SetUpProps {
  /** Shown once an operator exists. */
  readonly notFound: ReactNode
}

export function SetUp({ notFound }: SetUpProps) {
  const { token, state, retry } = useLinkCheck(apiPaths.setUpCheck, async () => undefined)
  const { signedIn } = useAccountChange()
  const navigate = useNavigate()

  const create = async (details: AccountDetails) => {
    const response = await request('POST', apiPaths.setUp, { ...details, token })
    const { user } = userReplySchema.parse(await response.json())
    toasts.show(texts.succeededToast)
    signedIn(user)
    await navigate(paths.admin, { replace: true })
  }

  if (state === 'missing') return notFound
  if (state === 'invalid') return <SetUpLinkInvalid />
  if (state !== 'valid') return <LinkCheckCard texts={texts} isFailed={state === 'failed'} onRetry={retry} />
  return (
    <AccountForm
      heading={texts.heading}
      lead={texts.lead}
      action={texts.action}
      failureTexts={texts}
      hasTerms={false}
      onCreate={create}
    />
  )
}

function SetUpLinkInvalid() {
  return (
    <FormCard isOutcome heading={texts.invalidHeading}>
      <div className="flex flex-col gap-4">
        <Icon of={Unlink} sizePx={40} className="text-ink-muted" />
        <p>{texts.invalidText}</p>
        <code className="figures block rounded border border-line bg-surface-sunken p-4 text-sm break-words select-all">
          {texts.command}
        </code>
        <div>
          <CopyButton text={texts.command} label={texts.copy} />
        </div>
      </div>
    </FormCard>
  )
}
