/** 404 screen. */
import { notFoundMessages } from '@filesmith/contract/messages/not-found'
import { paths } from '@filesmith/contract/routes'
import { LinkButton } from '../../ui/link-button.tsx'

export function NotFoundScreen() {
  return (
    <div className="flex min-h-96 flex-col items-start justify-center gap-5">
      <h1 className="text-2xl">{notFoundMessages.heading}</h1>
      <p className="text-base text-ink-muted">{notFoundMessages.text}</p>
      <LinkButton to={paths.home} variant="accent" size="large">
        {notFoundMessages.home}
      </LinkButton>
    </div>
  )
}
