/** Account settings: four sections with a side menu on wide screens and tabs on narrow ones. */
import { type ProfileSectionId, profileMessages } from '@filesmith/contract/messages/profile'
import type { User } from '@filesmith/contract/schemas/account'
import { LogOut } from 'lucide-react'
import { Tabs } from 'radix-ui'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useSignOut } from '../../lib/use-sign-out.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { AccountSection } from './account/account-section.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import { ProfileTabList } from './profile-tab-list.tsx'
import { sectionAddress, useSection } from './section-address.ts'
import { SecuritySection } from './security/security-section.tsx'
import { describeSubscription } from './subscription/describe-subscription.ts'
import { SubscriptionSection } from './subscription/subscription-section.tsx'
import { UsageSection } from './usage/usage-section.tsx'
import { useIsWide } from './use-is-wide.ts'

const sections: Readonly<Record<ProfileSectionId, (user: User) => ReactNode>> = {
  account: user => <AccountSection user={user} />,
  subscription: user => <SubscriptionSection user={user} />,
  security: user => <SecuritySection user={user} />,
  usage: user => <UsageSection isPro={describeSubscription(user, new Date()).effectivePlan === 'pro'} />,
}

/** Next to the side menu the content is not a tab panel. */
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
        <Button onClick={() => void signOut()}>
          <Icon of={LogOut} sizePx={16} /> {profileMessages.signOut}
        </Button>
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
          {...(isWide ? noTabPanel : {})}
          className="fade-in outline-none"
        >
          {sections[section](user)}
        </Tabs.Content>
      </Tabs.Root>
    </div>
  )
}
