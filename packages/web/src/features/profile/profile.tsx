/** Account settings: its sections with a side menu on wide screens and tabs on narrow ones, and the chat. */
import {
  chatSection,
  type ProfileSectionId,
  profileMessages,
  profileSectionsOf,
} from '@filesmith/contract/messages/profile'
import { plans } from '@filesmith/contract/plans'
import { paths } from '@filesmith/contract/routes'
import type { User } from '@filesmith/contract/schemas/account'
import { desktopFromPx } from '@filesmith/contract/schemas/ad-impression'
import {
  ChartColumn,
  CreditCard,
  LogOut,
  type LucideIcon,
  MessagesSquare,
  ShieldCheck,
  UserRound,
} from 'lucide-react'
import { Tabs } from 'radix-ui'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { currentInstance } from '../../lib/instance.ts'
import { useSignOut } from '../../lib/use-sign-out.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { AccountSection } from './account/account-section.tsx'
import { ChatSection } from './chat/chat-section.tsx'
import { SecuritySection } from './security/security-section.tsx'
import { describeSubscription } from './subscription/describe-subscription.ts'
import { SubscriptionSection } from './subscription/subscription-section.tsx'
import { UsageSection } from './usage/usage-section.tsx'

/** Icons of the account settings sections. */
const profileSectionIcons: Readonly<Record<ProfileSectionId, LucideIcon>> = {
  account: UserRound,
  subscription: CreditCard,
  security: ShieldCheck,
  usage: ChartColumn,
}

const query = `(min-width: ${desktopFromPx}px)`

type OpenSectionId = ProfileSectionId | typeof chatSection.id

const sections: Readonly<Record<OpenSectionId, (user: User) => ReactNode>> = {
  account: user => <AccountSection user={user} />,
  subscription: user => <SubscriptionSection user={user} />,
  security: user => <SecuritySection user={user} />,
  chat: user => <ChatSection user={user} />,
  usage: user => <UsageSection isUnlimited={hasNoLimit(user)} />,
}

function hasNoLimit(user: User): boolean {
  return plans[describeSubscription(user, new Date()).effectivePlan].conversionsPerDay === null
}

/** Next to the side menu the content is not a tab panel; neither is the chat, which has no tab. */
const noTabPanel = { role: undefined, 'aria-labelledby': undefined } as const

export function Profile({ user }: { readonly user: User }) {
  const section = useSection()
  const isWide = useIsWide()
  const signOut = useSignOut()
  const navigate = useNavigate()
  return (
    <div className="flex flex-col gap-8">
      <header className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h1 className="text-xl">{profileMessages.heading}</h1>
          <p className="mt-1 text-ink-muted">
            {profileMessages.signedInAs} <span className="font-semibold text-ink">{user.username}</span>
          </p>
        </div>
        <div className="flex shrink-0 flex-col-reverse items-stretch gap-2 sm:flex-row">
          <LinkButton
            to={sectionAddress(chatSection.id)}
            aria-current={section === chatSection.id ? 'page' : undefined}
            className="aria-[current=page]:border-ink aria-[current=page]:bg-surface-sunken"
          >
            <Icon of={MessagesSquare} sizePx={16} /> {chatSection.label}
          </LinkButton>
          {user.canSignOut === false ? null : (
            <Button onClick={() => void signOut()}>
              <Icon of={LogOut} sizePx={16} /> {profileMessages.signOut}
            </Button>
          )}
        </div>
      </header>
      {/* One tree for both layouts: rotating a phone must not discard shown codes or form input. */}
      <Tabs.Root
        value={section}
        // Arrow keys only move the focus: opening a section adds a history entry, so it takes an explicit press.
        activationMode="manual"
        onValueChange={id => void navigate(sectionAddress(id as ProfileSectionId))}
        className={isWide ? 'grid grid-cols-[11rem_minmax(0,1fr)] items-start gap-8' : undefined}
      >
        {isWide ? <ProfileMenu section={section} /> : <ProfileTabList section={section} />}
        <Tabs.Content
          key={section}
          value={section}
          tabIndex={-1}
          {...(isWide || section === chatSection.id ? noTabPanel : {})}
          className="fade-in outline-none"
        >
          {sections[section](user)}
        </Tabs.Content>
      </Tabs.Root>
    </div>
  )
}

/** Whether the viewport is wide enough for the side menu. */
function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

function subscribe(listener: () => void): () => void {
  const list = window.matchMedia(query)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}

/** Tabs of the account settings on phones. They fill the width, and scroll if they do not fit. */
function ProfileTabList({ section }: { readonly section: OpenSectionId }) {
  const listRef = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const tab = listRef.current?.querySelector<HTMLElement>(`[data-section=${section}]`)
    tab?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [section])

  return (
    <Tabs.List
      ref={listRef}
      aria-label={profileMessages.sections}
      className="-mx-4 mb-6 flex overflow-x-auto border-b border-line px-2 sm:mx-0 sm:px-0"
    >
      {profileSectionsOf(currentInstance()).map(({ id, label }) => (
        <Tabs.Trigger
          key={id}
          value={id}
          data-section={id}
          className="-mb-px min-h-12 grow border-b-2 border-transparent px-2 text-sm font-medium whitespace-nowrap text-ink-muted transition-colors -outline-offset-2 hover:text-ink data-[state=active]:border-accent data-[state=active]:font-semibold data-[state=active]:text-ink"
        >
          {label}
        </Tabs.Trigger>
      ))}
    </Tabs.List>
  )
}

/** Side menu of the account settings. */
function ProfileMenu({ section }: { readonly section: OpenSectionId }) {
  return (
    <nav aria-label={profileMessages.sections} className="sticky top-6">
      <ul className="flex flex-col gap-1">
        {profileSectionsOf(currentInstance()).map(({ id, label }) => (
          <li key={id}>
            <Link
              to={sectionAddress(id)}
              aria-current={id === section ? 'page' : undefined}
              className="flex min-h-11 items-center gap-3 rounded border border-transparent px-3 font-medium text-ink-muted transition-colors hover:text-ink aria-[current=page]:border-line aria-[current=page]:bg-surface aria-[current=page]:font-semibold aria-[current=page]:text-ink"
            >
              <Icon of={profileSectionIcons[id]} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Section of the account settings in the URL, so that it can be linked and navigated back to. */
function sectionAddress(id: OpenSectionId): string {
  return id === 'account' ? paths.profile : `${paths.profile}?section=${id}`
}

/** Falls back to the first section if the URL has no valid one. */
function useSection(): OpenSectionId {
  const [params] = useSearchParams()
  const named = params.get('section')
  return (
    [...profileSectionsOf(currentInstance()), chatSection].find(({ id }) => id === named)?.id ?? 'account'
  )
}
