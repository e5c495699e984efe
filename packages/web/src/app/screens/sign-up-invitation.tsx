/** Invites visitors to a free account; its place is kept until it is known who is one. */
import { homeMessages } from '@filesmith/contract/messages/home'
import { paths } from '@filesmith/contract/routes'
import { useAccount } from '../../lib/use-account.ts'
import { cx } from '../../ui/cx.ts'
import { LinkButton } from '../../ui/link-button.tsx'

const words = homeMessages.account

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
        <h2 className="text-xl">{words.heading}</h2>
        <p className="mt-1 text-ink-muted">{words.text}</p>
      </div>
      <LinkButton to={paths.signUp} variant="solid" size="large">
        {words.action}
      </LinkButton>
    </section>
  )
}
