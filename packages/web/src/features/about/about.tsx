/** /about: story, principles and self-hosting. */
import { aboutMessages } from '@filesmith/contract/messages/about'
import { paths } from '@filesmith/contract/routes'
import { EyeOff, Gauge, Layers2, type LucideIcon, MessageSquareText, Scale, Timer } from 'lucide-react'
import { useId } from 'react'
import { currentInstance } from '../../lib/instance.ts'
import { useSiteAccess } from '../../lib/use-site-access.ts'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Panel } from '../../ui/panel.tsx'

const icons: Readonly<Record<string, LucideIcon>> = {
  honest: Gauge,
  alone: EyeOff,
  deleted: Timer,
  words: MessageSquareText,
  quality: Layers2,
  open: Scale,
}

export function About() {
  const { heading, lead, story, principles, selfHosting, join } = aboutMessages(currentInstance())
  const ids = { story: useId(), principles: useId(), selfHosting: useId(), join: useId() }
  const { signUp } = useSiteAccess()
  return (
    <div className="flex flex-col gap-14">
      <header className="max-w-2xl">
        <h1 className="text-2xl">{heading}</h1>
        <p className="mt-4 text-lg text-ink-muted">{lead}</p>
      </header>
      <section aria-labelledby={ids.story} className="max-w-[68ch]">
        <h2 id={ids.story} className="mb-4 text-xl">
          {story.heading}
        </h2>
        {story.paragraphs.map(paragraph => (
          <p key={paragraph} className="mt-3 text-base">
            {paragraph}
          </p>
        ))}
      </section>
      <section aria-labelledby={ids.principles}>
        <h2 id={ids.principles} className="mb-5 text-xl">
          {principles.heading}
        </h2>
        <ul className="grid gap-4 sm:grid-cols-2 md:grid-cols-3">
          {principles.items.map(({ id, title, text }) => (
            <li key={id} className="rounded border border-line bg-surface p-5">
              <Icon of={icons[id] ?? Layers2} sizePx={24} className="mb-3 text-ink-muted" />
              <h3 className="text-base">{title}</h3>
              <p className="mt-1 text-ink-muted">{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section
        aria-labelledby={ids.selfHosting}
        className="grid items-center gap-x-10 gap-y-5 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
      >
        <div>
          <h2 id={ids.selfHosting} className="mb-3 text-xl">
            {selfHosting.heading}
          </h2>
          <p className="max-w-prose text-base">{selfHosting.text}</p>
        </div>
        <Panel className="figures overflow-x-auto p-5 text-base">
          <span aria-hidden="true" className="text-ink-muted select-none">
            ${' '}
          </span>
          <code>{selfHosting.command}</code>
        </Panel>
      </section>
      <section aria-labelledby={ids.join} className="border-t border-line pt-10">
        <h2 id={ids.join} className="mb-3 text-xl">
          {join.heading}
        </h2>
        <p className="max-w-prose text-base text-ink-muted">{join.text}</p>
        <div className="mt-6 flex flex-wrap gap-3">
          {signUp === 'open' ? (
            <LinkButton to={paths.signUp} variant="accent" size="large">
              {join.signUp}
            </LinkButton>
          ) : null}
          <LinkButton to={paths.contact} size="large">
            {join.contact}
          </LinkButton>
        </div>
      </section>
    </div>
  )
}
