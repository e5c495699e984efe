/** Cards of the four help topics. */
import { helpPages, helpPath, tutorialsId } from '@filesmith/contract/help/help-pages'
import { helpMessages } from '@filesmith/contract/messages/help'
import { paths } from '@filesmith/contract/routes'
import { GraduationCap, LifeBuoy, type LucideIcon, Rocket, WalletCards } from 'lucide-react'
import { useId } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Panel } from '../../ui/panel.tsx'

const texts = helpMessages.cards

interface Card {
  readonly title: string
  readonly text: string
  readonly action: string
  readonly icon: LucideIcon
  readonly to: string
}

const cards: readonly Card[] = [
  { ...texts['getting-started'], icon: Rocket, to: helpPath(helpPages['getting-started'].id) },
  { ...texts.tutorials, icon: GraduationCap, to: helpPath(tutorialsId) },
  { ...texts.account, icon: WalletCards, to: helpPath(helpPages['account-and-billing'].id) },
  { ...texts.contact, icon: LifeBuoy, to: paths.contact },
]

export function HelpCards() {
  return (
    <ul aria-label={texts.label} className="grid gap-4 sm:grid-cols-2">
      {cards.map(card => (
        <HelpCard key={card.to} card={card} />
      ))}
    </ul>
  )
}

function HelpCard({ card: { title, text, action, icon, to } }: { readonly card: Card }) {
  const headingId = useId()
  return (
    <li className="flex">
      <Panel className="flex grow flex-col p-5">
        <h2 id={headingId} className="flex items-center gap-2.5 text-lg">
          <Icon of={icon} sizePx={24} className="text-ink-muted" />
          {title}
        </h2>
        <p className="mt-2 mb-4 grow text-ink-muted">{text}</p>
        <LinkButton to={to} aria-describedby={headingId} className="self-start">
          {action}
        </LinkButton>
      </Panel>
    </li>
  )
}
