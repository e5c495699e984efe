/** The sections of the account settings as tabs; they fill the width of a phone, and slide where even that is too little. */
import { type ProfileSectionId, profileMessages, profileSections } from '@filesmith/contract/messages/profile'
import { Tabs } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { sectionAddress } from './section-address.ts'

interface ProfileTabsProps {
  readonly section: ProfileSectionId
  readonly children: ReactNode
}

export function ProfileTabs({ section, children }: ProfileTabsProps) {
  const navigate = useNavigate()
  const listRef = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const tab = listRef.current?.querySelector<HTMLElement>(`[data-section=${section}]`)
    tab?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [section])

  return (
    <Tabs.Root
      value={section}
      // Arrows move along the row; a section is opened by choosing it, for each one is a step in the browser's history.
      activationMode="manual"
      onValueChange={id => void navigate(sectionAddress(id as ProfileSectionId))}
    >
      <Tabs.List
        ref={listRef}
        aria-label={profileMessages.sections}
        className="-mx-4 mb-6 flex overflow-x-auto border-b border-line px-2 sm:mx-0 sm:px-0"
      >
        {profileSections.map(({ id, label }) => (
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
      <Tabs.Content key={section} value={section} tabIndex={-1} className="fade-in outline-none">
        {children}
      </Tabs.Content>
    </Tabs.Root>
  )
}
