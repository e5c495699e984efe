/** The account settings: four sections, as a side menu where there is room for one, else as tabs. */
import { type ProfileSectionId, profileMessages } from '@filesmith/contract/messages/profile'
import type { User } from '@filesmith/contract/schemas/account'
import { LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSignOut } from '../../lib/use-sign-out.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { AccountSection } from './account/account-section.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import { ProfileTabs } from './profile-tabs.tsx'
import { useSection } from './section-address.ts'
import { SecuritySection } from './security/security-section.tsx'
import { describeSubscription } from './subscription/describe-subscription.ts'
import { SubscriptionSection } from './subscription/subscription-section.tsx'
import { UsageSection } from './usage/usage-section.tsx'
import { useIsWide } from './use-is-wide.ts'

const sections: Readonly<Record<ProfileSectionId, (user: User) => ReactNode>> = {
  account: user => <AccountSection user={user} />,
  subscription: user => <SubscriptionSection user={user} />,
  security: user => <SecuritySection user={user} />,
  usage: user => <UsageSection isPro={describeSubscription(user, new Date()).inForce === 'pro'} />,
}

export function Profile({ user }: { readonly user: User }) {
  const section = useSection()
  const isWide = useIsWide()
  const signOut = useSignOut()
  const content = sections[section](user)
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
      {isWide ? (
        <div className="grid grid-cols-[11rem_minmax(0,1fr)] items-start gap-8">
          <ProfileMenu section={section} />
          <div key={section} className="fade-in">
            {content}
          </div>
        </div>
      ) : (
        <ProfileTabs section={section}>{content}</ProfileTabs>
      )}
    </div>
  )
}
