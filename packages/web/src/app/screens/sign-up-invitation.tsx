/** Sign-up prompt for visitors; invisible until the account state is known, to avoid layout shift. */
import { homeMessages } from '@filesmith/contract/messages/home'
import { paths } from '@filesmith/contract/routes'
import { useAccount } from '../../lib/use-account.ts'
import { cx } from '../../ui/cx.ts'
import { LinkButton } from '../../ui/link-button.tsx'

const texts = homeMessages.account

export function SignUpInvitation() {
  const { state } = useAccount()
  if (state === 'signed-in') return null
  return (
    <section
      className={cx(
        'flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-t border-line pt-8',
        state === 'unknown' && 'invisible',
      )}
    >
      <div className="max-w-prose">
        <h2 className="text-xl">{texts.heading}</h2>
        <p className="mt-1 text-ink-muted">{texts.text}</p>
      </div>
      <LinkButton to={paths.signUp} variant="solid" size="large">
        {texts.action}
      </LinkButton>
    </section>
  )
}
